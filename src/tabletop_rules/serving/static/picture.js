// The picture: an SVG in a tree of its own, so that its styles touch nothing else.

const root = document.getElementById("picture").attachShadow({ mode: "open" });

const OWN = `
:host { display: block; }
svg { display: block; width: 100%; height: auto; max-width: 100%; }
.option { cursor: pointer; }
.option:hover, .hot { filter: brightness(1.12) drop-shadow(0 0 3px #e69f00); }
`;

const own = new CSSStyleSheet();
own.replaceSync(OWN);
const drawn = new CSSStyleSheet();
root.adoptedStyleSheets = [drawn, own];
fetch("/picture.css").then((answer) => answer.text()).then((text) => drawn.replaceSync(text));

/** Shows an SVG text. */
export function show(text) {
  const plain = text.replace(/<style[\s>][\s\S]*?<\/style>/g, ""); // the policy lets none in
  const parsed = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  parsed.querySelectorAll("script, foreignObject").forEach((element) => element.remove());
  root.replaceChildren(document.adoptNode(parsed));
}

const indices = (element) => element.dataset.options.split(" ").filter(Boolean).map(Number);

/**
 * Calls `chosen` with the numbers of the options of what is clicked and its title; where it has none
 * `other`, with its title, what it is called in notation, and the place that it is, if it is one.
 */
export function onClick(chosen, other) {
  root.addEventListener("click", (event) => {
    const path = event.composedPath().filter((each) => each instanceof Element);
    const option = path.find((each) => each.dataset && each.dataset.options);
    if (option) return chosen(indices(option), titleOf(option));
    const titled = path.find((each) => each !== root.firstChild && titleOf(each));
    if (titled && root.contains(titled)) other(titleOf(titled), namesOf(titled), placeOf(titled));
  });
}

const isName = ([key, value]) => key !== "options" && value !== "" && Number.isNaN(Number(value));
const namesOf = (element) => Object.entries(element.dataset).filter(isName).map(([, value]) => value);
const placeOf = (element) => element.dataset.space || element.dataset.province || null;

function titleOf(element) {
  const title = [...element.children].find((child) => child.tagName === "title");
  return title ? title.textContent : element.getAttribute?.("aria-label") || "";
}

/** Marks what an option concerns; `null` marks nothing. */
export function mark(index) {
  for (const element of root.querySelectorAll("[data-options]")) {
    element.classList.toggle("hot", index !== null && indices(element).includes(index));
  }
}
