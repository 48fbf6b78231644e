// Talking with the server. The secret stands behind the # of the address, which no browser sends.

export const token = decodeURIComponent(location.hash.slice(1));

const key = () => ({ Authorization: `Bearer ${token}` });
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** An id for a request, so that sending it twice does it once. */
export function requestId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Refused extends Error {
  constructor(error, status) {
    super(error.message);
    this.status = status;
    Object.assign(this, error);
  }
}

/** Calls an address; a call that gets no answer is made again. */
export async function call(path, body) {
  const options = { headers: key(), cache: "no-store", credentials: "omit" };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  for (let attempt = 1; ; attempt++) {
    let answer;
    try {
      answer = await fetch(path, options);
    } catch (error) {
      if (attempt === 4) throw new Error("The server does not answer.");
      await wait(400 * attempt);
      continue;
    }
    const data = await answer.json();
    if (!answer.ok) throw new Refused(data.error, answer.status);
    return data;
  }
}

const narrow = matchMedia("(max-width: 40rem)");

/** Calls `heard` with all news, connecting again whenever the connection is lost. */
export async function listen(heard, state) {
  for (let attempt = 0; ; attempt++) {
    const stop = new AbortController();
    const turned = () => stop.abort(); // the picture for the other kind of screen is another one
    narrow.addEventListener("change", turned, { once: true });
    try {
      const answer = await fetch(`/api/stream?layout=${narrow.matches ? "narrow" : "wide"}`, {
        headers: key(), cache: "no-store", credentials: "omit", signal: stop.signal,
      });
      if (!answer.ok) {
        const { error } = await answer.json();
        if (answer.status < 500 && answer.status !== 429) return state("refused", error.message);
        throw new Error(error.message);
      }
      state("connected");
      attempt = 0;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const parts = (rest + value).split("\n\n");
        rest = parts.pop();
        for (const part of parts) {
          const line = part.split("\n").find((each) => each.startsWith("data: "));
          if (line) heard(JSON.parse(line.slice(6)));
        }
      }
    } catch (error) {
      if (error instanceof SyntaxError) throw error;
    }
    narrow.removeEventListener("change", turned);
    if (stop.signal.aborted) continue;
    state("lost");
    await wait(Math.min(5000, 300 * 2 ** attempt));
  }
}
