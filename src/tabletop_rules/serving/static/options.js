// The options: a list of buttons, grouped where they are many, and what is not possible now.

import { $, el } from "./dom.js";
import { ruleButton } from "./rules.js";
import * as picture from "./picture.js";

const FEW = 14;
const OPEN = 60;
const PALE = 60;

const offered = new Set(); // every action that was an option of this seat while the page was open
let options = [];
let picked = null;
let choose = () => {};
let ask = () => {};

export function connect(onChoose, onAsk) {
  choose = onChoose;
  ask = onAsk;
  $("filter").addEventListener("input", render);
  $("picked").querySelector("button").addEventListener("click", () => pick(null, ""));
}

/** Shows the options of a table. */
export function update(table) {
  options = table.options.map((option, index) => ({ ...option, index }));
  options.forEach((option) => offered.add(option.text));
  picked = null;
  $("picked").hidden = true;
  $("filter").value = "";
  $("why").replaceChildren();
  render();
}

/** Shows only options of these numbers, those of something in the picture; `null`: all. */
export function pick(indices, title) {
  picked = indices;
  $("picked").hidden = indices === null;
  if (indices) $("picked").querySelector("span").textContent = title ? `Only: ${title}.` : "Only what you clicked.";
  $("filter").value = "";
  render();
  focusFirst();
}

/** Empties the box, so that all options are listed. */
export function clear() {
  $("filter").value = "";
  render();
}

export function focusFirst() {
  const listed = $("options");
  const first = listed.querySelector("details[open] button.choice, :scope > ul button.choice") || listed.querySelector("summary");
  (first || $("act")).focus({ preventScroll: true });
  if (first) first.scrollIntoView({ block: "nearest" });
}

const words = () => $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
const fits = (text) => words().every((word) => text.toLowerCase().includes(word));

export function matching() {
  return options.filter((option) => (!picked || picked.includes(option.index)) && fits(`${option.text} ${option.means || ""}`));
}

/** The option that is written so, in any case. */
export function written(text) {
  const plain = text.trim().toLowerCase();
  return options.find((option) => option.text.toLowerCase() === plain);
}

const wordsOf = (text) => text.toLowerCase().split(/[^\p{L}\p{N}#'’-]+/u).filter(Boolean);

/** How many words of a notation are a name: all of its words, in their order, or none. */
function named(name, notation) {
  const sought = wordsOf(name);
  const found = notation.some((_, start) => sought.every((word, place) => notation[start + place] === word));
  return found ? sought.length : 0;
}

/** The numbers of the options that name a place. */
export function at(place) {
  return options.filter((option) => named(place, wordsOf(option.text))).map((option) => option.index);
}

/** What was possible before and is not now, and says most of these names and little else. */
export function notNow(names) {
  const now = new Set(options.map((option) => option.text));
  const scored = [...offered].filter((text) => !now.has(text)).map((text) => {
    const notation = wordsOf(text);
    const said = names.reduce((sum, name) => sum + named(name, notation), 0);
    return { text, score: said / notation.length };
  });
  const best = Math.max(...scored.map((each) => each.score));
  return best > 0 ? scored.findLast((each) => each.score === best).text : null;
}

function render() {
  const listed = matching();
  const groups = grouped(listed);
  $("options").replaceChildren(...groups.map(([name, members]) => {
    const list = el("ul", { class: name ? "tight" : "wide" }, ...members.map(([label, option]) => item(label, option)));
    if (!name) return list;
    const count = el("span", { class: "count" }, String(members.length));
    const open = listed.length <= OPEN || groups.length <= 2;
    const means = el("span", { class: "means" }, common(members.map(([, option]) => option.means || "")));
    return el("details", { open, class: "group" }, el("summary", {}, name, " ", count, " ", means), list);
  }));
  if (options.length && !listed.length) {
    $("options").append(el("p", { class: "hint" }, "None of your options has this. Press “Why not?” to ask."));
  }
  renderPale();
}

/** The words with which all of some sentences begin. */
function common(sentences) {
  const all = sentences.map((sentence) => sentence.split(" "));
  let count = 0;
  while (all.every((each) => each.length > count + 1 && each[count] === all[0][count])) count++;
  return count > 1 ? `${all[0].slice(0, count).join(" ")} …` : "";
}

function item(label, option) {
  const means = option.means ? el("span", { class: "means" }, option.means) : null;
  const button = el("button",
    { type: "button", class: "choice", "aria-label": option.means ? `${option.text}: ${option.means}` : option.text,
      "data-action": option.text, title: option.means || option.text },
    el("span", { class: "notation" }, label), label === option.text ? means : null);
  button.addEventListener("click", () => choose(option));
  button.addEventListener("mouseenter", () => picture.mark(option.index));
  button.addEventListener("focus", () => picture.mark(option.index));
  button.addEventListener("mouseleave", () => picture.mark(null));
  button.addEventListener("blur", () => picture.mark(null));
  const rule = option.rule && label === option.text ? ruleButton(option.rule) : null;
  return el("li", {}, button, rule);
}

/** Groups of options that differ only in the last of three or more words, where there are many. */
function grouped(listed) {
  if (listed.length <= FEW) return [["", listed.map((option) => [option.text, option])]];
  const byStart = new Map();
  for (const option of listed) {
    const cut = option.text.lastIndexOf(" ");
    const start = cut > 0 ? option.text.slice(0, cut) : "";
    if (!byStart.has(start)) byStart.set(start, []);
    byStart.get(start).push(option);
  }
  const groups = [];
  const single = [];
  for (const [start, members] of byStart) {
    if (start.includes(" ") && members.length > 1) {
      groups.push([start, members.map((option) => [option.text.slice(start.length + 1), option])]);
    } else {
      single.push(...members.map((option) => [option.text, option]));
    }
  }
  if (!single.length) return groups;
  return single.length > 4 ? [...groups, ["", single]] : [["", single], ...groups];
}

function renderPale() {
  const now = new Set(options.map((option) => option.text));
  const pale = [...offered].filter((text) => !now.has(text) && fits(text));
  const box = $("not-now");
  box.hidden = !pale.length;
  box.querySelector("summary").textContent = `Not possible now (${pale.length}): press one to learn why`;
  const shown = pale.slice(-PALE).reverse();
  box.querySelector("div").replaceChildren(
    el("ul", { class: "tight" }, ...shown.map((text) =>
      el("li", {}, el("button", { type: "button", class: "pale", onclick: () => ask(text) }, text)))),
    pale.length > PALE ? el("p", { class: "hint" }, "There are more: find them with the box above.") : "",
  );
}
