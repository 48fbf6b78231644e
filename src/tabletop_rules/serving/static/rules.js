// The rules beside the table, and the words of a rule wherever its id stands.

import { $, el } from "./dom.js";
import { call } from "./api.js";

const rules = new Map();
const kinds = { ruling: "a ruling where the rulebook is silent", switch: "a ruling that the config can turn" };

export async function load() {
  const book = await call("/api/rules");
  for (const rule of book.rules) rules.set(rule.id, rule);
  let section = null;
  for (const rule of book.rules) {
    if (rule.section !== section) {
      section = rule.section;
      $("rules").append(el("h3", {}, section));
    }
    const kind = kinds[rule.kind];
    $("rules").append(
      el("p", { id: `rule-${rule.id}`, class: "rule-text", tabindex: "-1" },
        el("b", {}, rule.id), ` ${rule.text}`, kind ? el("i", {}, ` (${kind})`) : null),
    );
  }
  $("rule-filter").addEventListener("input", filter);
}

function filter() {
  const words = $("rule-filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  let heading = null;
  for (const child of $("rules").children) {
    if (child.tagName === "H3") {
      heading = child;
      heading.hidden = words.length > 0;
      continue;
    }
    const text = `${heading.textContent} ${child.textContent}`.toLowerCase();
    child.hidden = !words.every((word) => text.includes(word));
    if (!child.hidden) heading.hidden = false;
  }
}

/** The id of a rule as a button: pointing at it shows its words, pressing it its place. */
export function ruleButton(id) {
  const button = el("button", { type: "button", class: "rule" }, id);
  const point = () => tell(button, id);
  button.addEventListener("mouseenter", point);
  button.addEventListener("focus", point);
  button.addEventListener("mouseleave", hide);
  button.addEventListener("blur", hide);
  button.addEventListener("click", () => find(id));
  return button;
}

function tell(button, id) {
  const rule = rules.get(id);
  if (!rule) return;
  const tip = $("tip");
  tip.replaceChildren(el("b", {}, id), ` ${rule.text}`);
  tip.hidden = false;
  button.setAttribute("aria-describedby", "tip");
  const at = button.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8));
  const below = at.bottom + 6 + tip.offsetHeight < innerHeight;
  tip.style.left = `${left}px`;
  tip.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - tip.offsetHeight - 6)}px`;
}

function hide() {
  $("tip").hidden = true;
}

function find(id) {
  hide();
  $("rule-filter").value = "";
  filter();
  openTab("rules");
  const place = $(`rule-${id}`);
  if (!place) return;
  place.scrollIntoView({ block: "center" });
  place.focus();
}

// ------------------------------------------------------------------ tabs

const tabs = ["log", "rules", "help"];

export function openTab(name) {
  for (const each of tabs) {
    const tab = $(`tab-${each}`);
    tab.setAttribute("aria-selected", String(each === name));
    tab.tabIndex = each === name ? 0 : -1;
    $(`${each}-panel`).hidden = each !== name;
  }
}

for (const name of tabs) {
  $(`tab-${name}`).addEventListener("click", () => openTab(name));
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(name) + step + tabs.length) % tabs.length];
    openTab(next);
    $(`tab-${next}`).focus();
  });
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});
