// The page of a game: a seat's table, its options, what happened, and why not.

import { $, el, notice } from "./dom.js";
import { call, listen, requestId } from "./api.js";
import * as log from "./log.js";
import * as options from "./options.js";
import * as picture from "./picture.js";
import * as rules from "./rules.js";

let table = null;
let busy = false;
let failure = null; // why the game stands still
let waiting = false; // the keyboard was at the options when they went, and goes back there

function heard(news) {
  const before = document.activeElement;
  const inOptions = $("options").contains(before) || $("not-now").contains(before);
  const fresh = table === null || news.table.version !== table.version || news.table.svg !== table.svg;
  table = news.table;
  if (fresh) {
    render();
    waiting = inOptions || (waiting && before === $("turn"));
    if (waiting) table.yours ? options.focusFirst() : $("turn").focus({ preventScroll: true });
  }
  log.update(news.stand, news.log);
  if (news.failure !== failure) tellFailure(news.failure);
}

function tellFailure(text) {
  failure = text;
  notice(text && `The game stands still: ${text}. The log of the server says more.`);
}

function render() {
  $("title").textContent = table.title;
  document.title = `${table.yours ? "● " : ""}${table.title}`;
  $("players").replaceChildren(...table.players.map(player));
  $("turn").textContent = turn();
  $("turn").classList.toggle("yours", table.yours);
  $("turn").classList.toggle("over", table.outcome !== null);
  $("question").textContent = table.outcome ? "" : table.question.join(" ");
  if (table.outcome) {
    $("question").append(`${sentence(table.outcome.reason)} `, ...table.outcome.rules.map(rules.ruleButton));
  }
  $("undo").hidden = table.seat === null;
  $("undo").setAttribute("aria-disabled", String(!table.undo));
  $("act").hidden = $("jump").hidden = $("skip").hidden = table.seat === null;
  $("act-title").textContent = table.yours ? `Your options (${table.options.length})` : "Your options: none now";
  picture.show(table.svg);
  $("text").textContent = table.text;
  options.update(table);
}

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const named = (seat) => (seat === table.seat ? "you" : `seat ${seat}`);

function player(each) {
  const who = each.you ? "you" : each.bot || "person";
  const acts = table.actor === each.seat;
  return el("li", { class: `${each.you ? "you" : ""} ${acts ? "acts" : ""}` },
    el("span", {}, `Seat ${each.seat} · ${who}`), el("b", {}, String(table.score[each.seat])),
    acts ? el("span", { class: "unseen" }, "decides now") : null);
}

function turn() {
  if (table.outcome) {
    if (table.outcome.kind === "truncated") return "The game was cut short, without a winner";
    if (!table.outcome.winners.length) return "The game is over: a draw";
    const winners = table.outcome.winners.map(named).join(" and ");
    return `The game is over: ${winners} won`;
  }
  if (table.yours) return "Your turn";
  if (table.actor === "chance") return "Chance decides";
  if (table.actor === "host") return "The game waits for another program";
  const acting = table.players[table.actor];
  return acting.bot ? `Seat ${table.actor} (${acting.bot}) is thinking …` : `Seat ${table.actor} decides`;
}

/** Waits until a version of the game is on the page, or for as long as that may take. */
async function shown(version) {
  const until = performance.now() + 3000;
  while (table.version < version && performance.now() < until) {
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Sends something once; what was refused is told, and why. */
async function send(path, body) {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  try {
    const { version } = await call(path, body);
    notice("");
    await shown(version);
  } catch (error) {
    if (error.code === "not_allowed") tellWhy(error.action || body.action, error);
    else if (error.code === "stale") notice("The game has gone on meanwhile: look again.");
    else if (error.code === "stands") notice(`That cannot be taken back: ${error.message}.`);
    else notice(error.message);
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

function choose(option) {
  send("/api/act", { version: table.version, action: option.text, request: requestId() });
}

async function ask(text) {
  try {
    const answer = await call("/api/why", { action: text });
    if (answer.allowed) {
      $("why").replaceChildren(el("p", {}, el("b", {}, answer.action), " is allowed now."));
    } else {
      tellWhy(answer.action, answer);
    }
  } catch (error) {
    const expected = error.expected ? ` Expected ${error.expected}.` : "";
    $("why").replaceChildren(el("p", {}, `${sentence(error.message)}${expected}`));
  }
}

function tellWhy(action, refusal, ...before) {
  $("why").replaceChildren(
    ...before,
    el("p", {}, el("b", {}, action), ` is not allowed now: ${refusal.reason}.`),
    el("p", { class: "rule-words" }, rules.ruleButton(refusal.rule), ` ${refusal.text}`),
  );
  $("why").scrollIntoView({ block: "nearest" });
}

/** Says that nothing can be done with what was clicked, and by which rule, if that is known. */
async function tellNothing(title, names) {
  const asked = table.version;
  const now = table.outcome ? "" : table.yours ? table.question.join(" ") : `${turn()}.`;
  const what = title.replace(/\.$/, "");
  const nothing = el("p", {}, el("b", {}, what), `: you can do nothing with this now. ${now}`);
  $("why").replaceChildren(nothing);
  $("why").scrollIntoView({ block: "nearest" });
  const before = options.notNow(names);
  if (before === null) return;
  const answer = await call("/api/why", { action: before }).catch(() => null); // it is only an example
  if (answer && !answer.allowed && table.version === asked && nothing.isConnected) {
    tellWhy(answer.action, answer, nothing);
  }
}

function undo() {
  if (table === null || table.seat === null) return;
  send("/api/undo", { version: table.version, request: requestId() });
}

options.connect(choose, ask);
picture.onClick(
  (indices, title) => {
    const known = indices.filter((index) => index < table.options.length);
    if (known.length === 1) choose(table.options[known[0]]);
    else if (known.length) options.pick(known, title);
  },
  (title, names, place) => {
    const here = place === null ? [] : options.at(place); // the picture marks what stands there
    if (here.length) options.pick(here, title);
    else if (table.seat !== null) tellNothing(title, names);
  },
);

$("undo").addEventListener("click", undo);
for (const id of ["skip", "jump"]) {
  $(id).addEventListener("click", () => {
    $("act").scrollIntoView({ block: "start" });
    options.focusFirst();
  });
}
$("find").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("filter").value.trim();
  if (!text) return;
  const option = options.written(text);
  if (option) choose(option);
  else {
    options.clear();
    ask(text);
  }
});
addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLInputElement;
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    $("filter").focus();
  } else if (event.key === "u") undo();
});
addEventListener("hashchange", () => location.reload());

rules.load().catch(() => {}); // what is wrong is told by the stream
listen(heard, (state, message) => {
  document.body.classList.toggle("refused", state === "refused");
  if (state === "refused") notice(`${sentence(message)} Ask who began the game for a new one.`);
  $("link-state").textContent = { lost: "Connection lost, trying again …", refused: "" }[state] || "";
});
