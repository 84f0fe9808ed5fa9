// A message as an element. Updates replace only the parts that differ, so that nothing jumps and the focus stays.

import { fileElement, layoutElement, rowElement } from "./components.js";
import { make } from "./dom.js";
import { blocks } from "./text.js";
import { tell, tellParts } from "./words.js";

export const EPHEMERAL = 64;
export const LOADING = 128;
const LAYOUT = 1 << 15;

export function messageElement(message, context) {
  const element = make("li", { class: "message", id: `m${message.id}` });
  const head = make("div", { class: "head" });
  const body = make("div", { class: "body" });
  element.append(avatar(message.author), make("div", { class: "column" }, head, body));
  element.shown = {};
  updateMessage(element, message, context);
  return element;
}

export function updateMessage(element, message, context) {
  element.message = message;
  const [head, body] = element.querySelector(".column").children;
  const hidden = Boolean(message.flags & EPHEMERAL);
  element.classList.toggle("ephemeral", hidden);
  element.classList.toggle("pinged", message.mentions.some((user) => user.id === context.me.id));
  const entries = hidden || message.flags & LOADING ? [] : context.menuOf(message);
  part(element, head, "menu", entries, () => (entries.length ? menuElement(message, entries, context) : null));
  part(element, head, "origin", originOf(message), () => origin(message, context));
  part(element, head, "name", [message.author.id, message.timestamp], () => byline(message));
  const text = [message.content, message.flags & LOADING, message.edited_timestamp];
  part(element, body, "text", text, () => textOf(message, context));
  if (message.flags & LAYOUT) {
    part(element, body, "layout", message.components, () => layoutElement(message, context));
    for (const name of ["files", "controls"]) part(element, body, name, null, () => null);
  } else {
    part(element, body, "layout", null, () => null);
    plainParts(element, body, message, context);
  }
  part(element, body, "private", hidden, () => (hidden ? privateNote(message, context) : null));
}

// Files and rows of a message that is not a layout.
function plainParts(element, body, message, context) {
  part(element, body, "files", message.attachments, () => make("div", { class: "files" }, ...message.attachments.map((file) => fileElement(file, context))));
  part(element, body, "controls", message.components, () => make("div", { class: "controls" }, ...message.components.map((row) => rowElement(message, row, context))));
}

// Replace a part if its content has changed; a picture only once the new one has loaded.
function part(element, parent, name, value, build) {
  const key = JSON.stringify(value ?? null);
  if (element.shown[name] === key) return;
  element.shown[name] = key;
  const fresh = build() || make("div");
  fresh.dataset.part = name;
  const old = parent.querySelector(`:scope > [data-part="${name}"]`);
  if (!old) {
    parent.append(fresh);
    return;
  }
  const swap = () => {
    if (element.shown[name] !== key) return;
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.custom : null;
    old.replaceWith(fresh);
    const again = focused && [...fresh.querySelectorAll("[data-custom]")].find((control) => control.dataset.custom === focused);
    if (again) again.focus({ preventScroll: true });
    element.dispatchEvent(new CustomEvent("resized", { bubbles: true }));
  };
  const pictures = [...fresh.querySelectorAll("img")];
  if (pictures.length && ["files", "layout"].includes(name)) {
    Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => element.resizing(swap));
  } else {
    swap();
  }
}

function avatar(user) {
  const hue = Number(BigInt(user.id) % 360n);
  const shown = make("span", { class: "avatar", "aria-hidden": "true" }, (user.global_name || user.username).slice(0, 1).toUpperCase());
  shown.style.setProperty("--hue", hue);
  return shown;
}

function byline(message) {
  const date = new Date(message.timestamp);
  const time = new Intl.DateTimeFormat(navigator.language, { timeStyle: "short" }).format(date);
  return make("p", { class: "byline" },
    make("strong", {}, message.author.global_name || message.author.username),
    message.author.bot ? make("span", { class: "tag" }, "APP") : null,
    make("time", { datetime: date.toISOString(), title: date.toLocaleString(navigator.language) }, time));
}

// The application's entries in the menu of the message, or of the person who wrote it.
function menuElement(message, entries, context) {
  const choose = (event) => {
    const entry = entries[event.target.selectedIndex - 1];
    event.target.selectedIndex = 0;
    if (entry) context.useMenu(message, entry, event.target);
  };
  return make("select", { class: "menu-of", "aria-label": tell("Menu of {name}", { name: message.author.global_name || message.author.username }), onchange: choose },
    make("option", {}, "…"), ...entries.map((entry) => make("option", {}, entry.shown)));
}

function originOf(message) {
  const used = message.interaction_metadata;
  return used && used.name ? [used.user.id, used.name] : null;
}

function origin(message, context) {
  const used = message.interaction_metadata;
  if (!used || !used.name) return null;
  return make("p", { class: "origin" }, ...tellParts("{name} used {command}", { name: make("b", {}, context.userName(used.user.id)), command: make("b", {}, /^[a-z]/.test(used.name) ? `/${used.name}` : used.name) }));
}

function textOf(message, context) {
  if (message.flags & LOADING) {
    return make("div", { class: "text thinking" }, tell("{name} is thinking", { name: message.author.global_name }), make("span", { class: "dots", "aria-hidden": "true" }, "…"));
  }
  if (!message.content) return null;
  const edited = message.edited_timestamp && !message.interaction_metadata ? make("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString(navigator.language) }, tell("(edited)")) : null;
  const nodes = blocks(message.content, context);
  const last = nodes.at(-1);
  if (edited && ["line", "subtext"].includes(last.className)) last.append(" ", edited);
  else if (edited) nodes.push(edited);
  return make("div", { class: "text" }, ...nodes);
}

function privateNote(message, context) {
  return make("p", { class: "private" }, tell("Only you can see this · "),
    make("button", { type: "button", class: "plain-link", onclick: () => context.dismiss(message) }, tell("Dismiss message")));
}
