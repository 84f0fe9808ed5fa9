// The list of suggestions above the message box, for keyboard, mouse and touch.

import { byId, make } from "./dom.js";

const list = byId("menu");
let items = [];
let active = -1;
let owner = null;
let take = () => {};

export const menuOpen = () => !list.hidden && items.length > 0;

export function openMenu(field, entries, choose, highlight = 0) {
  items = entries;
  owner = field;
  take = choose;
  list.replaceChildren(...items.map((item, index) => make("li", {
    id: `s${index}`, role: "option", "aria-selected": "false",
    // Keep the focus in the field, or a phone's keyboard would close.
    onpointerdown: (event) => event.preventDefault(), onclick: () => choose(item),
  }, make("span", { class: "what" }, item.label), item.detail ? make("span", { class: "detail" }, item.detail) : null)));
  list.hidden = items.length === 0;
  field.setAttribute("aria-expanded", String(!list.hidden));
  point(items.length ? highlight : -1);
  list.scrollTop = 0;
}

export function closeMenu() {
  list.hidden = true;
  items = [];
  if (owner) {
    owner.setAttribute("aria-expanded", "false");
    owner.removeAttribute("aria-activedescendant");
  }
}

function point(index) {
  active = index;
  [...list.children].forEach((child, at) => child.setAttribute("aria-selected", String(at === index)));
  if (index < 0) owner.removeAttribute("aria-activedescendant");
  else {
    owner.setAttribute("aria-activedescendant", `s${index}`);
    list.children[index].scrollIntoView({ block: "nearest" });
  }
}

// Handle a key. Returns true if the menu used it.
export function menuKey(event) {
  if (!menuOpen() || event.isComposing) return false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) point((active + step + items.length) % items.length);
  else if ((event.key === "Enter" || event.key === "Tab") && active >= 0 && !event.shiftKey) take(items[active]);
  else if (event.key === "Escape") closeMenu();
  else return false;
  event.preventDefault();
  return true;
}
