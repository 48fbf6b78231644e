// Small helpers for building a page.

export const $ = (id) => document.getElementById(id);

/** An element with attributes and children; texts are texts, never markup. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Says something that went wrong, or nothing any more. */
export function notice(text) {
  const place = $("notice");
  place.hidden = !text;
  place.textContent = text || "";
}
