// What happened, and saying it to who does not see the page.

import { $, el } from "./dom.js";
import { ruleButton } from "./rules.js";

const shown = []; // for each move its id and the items of the list
const SPOKEN = 8;

/** Takes in what has happened: so many moves stand, the rest is told, of which some may be known. */
export function update(stand, told) {
  const list = $("log");
  const first = shown.length === 0;
  let known = 0; // a connection that was made again tells everything again
  while (known < told.length && shown[stand + known]?.id === told[known].id) known++;
  stand += known;
  const entries = told.slice(known);
  if (stand === shown.length && !entries.length) return;
  const taken = shown.length - stand;
  while (shown.length > stand) shown.pop().items.forEach((item) => item.remove());
  list.querySelectorAll(".new").forEach((item) => item.classList.remove("new"));
  const spoken = taken > 0 && !entries.length ? ["The last decision was taken back."] : [];
  for (const entry of entries) {
    const items = [];
    if (entry.note) items.push(el("li", { class: "note" }, entry.note));
    for (const event of entry.events) {
      items.push(el("li", {}, event.text, " ", ruleButton(event.rule)));
      spoken.push(event.text);
    }
    if (!entry.events.length && entry.action) {
      items.push(el("li", {}, `You: ${entry.action}`));
      spoken.push(`You: ${entry.action}.`);
    }
    if (!first) items.forEach((item) => item.classList.add("new"));
    items.forEach((item) => list.append(item));
    shown.push({ id: entry.id, items });
  }
  const panel = $("log-panel");
  panel.scrollTop = panel.scrollHeight;
  if (!first) speak(spoken);
}

function speak(texts) {
  const left = texts.length - SPOKEN;
  const said = texts.slice(-SPOKEN).join(" ");
  $("live").textContent = left > 0 ? `${left} more things happened. ${said}` : said;
}
