// Dialogs: a form from the bot, a choice of several values, a picture in full size.

import { local } from "./components.js";
import { byId, make, readFile, show } from "./dom.js";
import { tell } from "./words.js";

const dialog = byId("form-dialog");
const viewer = byId("picture-dialog");

viewer.addEventListener("click", () => viewer.close());

export function enlarge(file) {
  const picture = make("img", { src: local(file.url), alt: file.description || "" });
  const close = make("button", { type: "button", class: "close", "aria-label": tell("Close") }, "✕");
  viewer.replaceChildren(close, make("figure", {}, picture, make("figcaption", {}, file.description || file.filename || "")));
  viewer.showModal();
}

function open(title, fields, sendWord, submit) {
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  const cancel = make("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, tell("Cancel"));
  const form = make("form", { class: "form" }, make("h2", { id: "form-title" }, title), ...fields, problem,
    make("div", { class: "form-end" }, cancel, make("button", { type: "submit", class: "button primary" }, sendWord)));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      if (!(await submit())?.stays) dialog.close();
    } catch (error) {
      show(problem, error.message);
    }
  });
  dialog.replaceChildren(form);
  dialog.showModal();
  (form.querySelector("input, textarea, select") || form.querySelector("button")).focus();
}

// Open a form from the bot. `send` receives {custom_id: text, list of values or list of files}.
export function openForm(modal, context, send) {
  const readers = {};
  const fields = modal.components.map((row) => {
    const control = row.component;
    const id = `f-${Object.keys(readers).length}`;
    const hint = row.description ? make("p", { class: "hint", id: `${id}-hint` }, row.description) : null;
    const entry = inputFor(control, id, context, hint);
    readers[control.custom_id] = () => valueOf(entry);
    const mark = control.required === false ? null : make("span", { class: "needed", title: tell("required") }, " *");
    return make("div", { class: "form-field" }, make("label", { for: id }, row.label, mark), hint, entry);
  });
  open(modal.title, fields, tell("Submit"), async () => {
    const values = {};
    for (const [key, read] of Object.entries(readers)) values[key] = await read();
    return send(values);
  });
}

function valueOf(entry) {
  if (entry.type === "file") return Promise.all([...entry.files].map(readFile));
  return entry.value;
}

function inputFor(control, id, context, hint) {
  const shared = { id, required: control.required !== false, "aria-describedby": hint ? hint.id : null };
  if (control.type === 19) return make("input", { ...shared, type: "file", multiple: (control.max_values ?? 1) > 1 });
  const limits = { ...shared, minlength: control.min_length, maxlength: control.max_length ?? 4000, placeholder: control.placeholder };
  const entry = control.style === 2 ? make("textarea", { ...limits, rows: 4 }) : make("input", { ...limits, type: "text" });
  entry.value = control.value || "";
  return entry;
}

// Ask for the name of a new person, then show that person's own address. `add` returns its name and query.
export function openNewPerson(add) {
  const entry = make("input", { id: "new-name", type: "text", required: true, maxlength: 32, autocomplete: "off" });
  const hint = make("p", { class: "hint" }, tell("They get an address of their own. Whoever opens it acts as them."));
  const field = make("div", { class: "form-field" }, make("label", { for: "new-name" }, tell("Name")), entry);
  open(tell("Add a person"), [hint, field], tell("Add"), async () => {
    const { name, query } = await add(entry.value);
    showAddress(name, new URL(query, location.origin).href);
    return { stays: true };
  });
}

function showAddress(name, address) {
  const shown = make("input", { id: "new-address", type: "text", readonly: true, value: address, onfocus: () => shown.select() });
  const hint = make("p", { class: "hint" }, tell("Keep it: the page does not show it again. Every start prints everybody's."));
  const field = make("div", { class: "form-field" }, make("label", { for: "new-address" }, tell("The address of {name}", { name })), shown);
  const copied = make("p", { class: "hint", role: "status" });
  const copy = make("button", { type: "button", class: "button primary", onclick: () => {
    shown.select();
    copied.textContent = tell(document.execCommand("copy") ? "Copied" : "Marked: copy it with your keyboard");
  } }, tell("Copy"));
  const close = make("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, tell("Close"));
  dialog.replaceChildren(make("div", { class: "form" }, make("h2", { id: "form-title" }, tell("{name} is here", { name })), hint, field, copied,
    make("div", { class: "form-end" }, close, copy)));
  copy.focus();
}

// Show a code that pairs phones: any number of new people, or the new phone of `lost`. `invite` makes the code.
export async function openPhones(invite, people, lost = null) {
  const { code, address, picture } = await invite(lost?.id || "");
  const how = lost
    ? tell("Scan this with the new phone of {name}. The old one is shut out. The code works once, for ten minutes.", { name: lost.global_name })
    : tell("Scan this with each phone, or open {address} and type {code}. It works for ten minutes.", { address, code });
  const again = people.map((user) => make("button", { type: "button", class: "button secondary", onclick: () => openPhones(invite, people, user) }, user.global_name));
  dialog.replaceChildren(make("div", { class: "form" }, make("h2", { id: "form-title" }, tell("Phones of the house")),
    make("img", { class: "code-picture", src: picture, alt: `${address} ${code}` }), make("p", {}, how),
    make("p", {}, tell("The board for the room: open {address} on a television or laptop, and type the code.", { address: `${address}room` })),
    make("p", { class: "hint" }, tell("At home this page speaks without encryption: whoever is in your network can listen in. Pair phones only in a network that you trust.")),
    make("p", {}, tell("Who has lost their phone?")), make("div", { class: "row" }, ...again),
    make("div", { class: "form-end" }, make("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, tell("Close")),
      make("button", { type: "button", class: "button primary", onclick: () => openPhones(invite, people) }, tell("New code")))));
  if (!dialog.open) dialog.showModal();
}

// Open a select that takes several values, as a list of checkboxes.
export function openChoice(title, options, control, send) {
  const boxes = options.map((option) => make("input", { type: "checkbox", value: option.value, checked: option.default }));
  const lines = options.map((option, index) => make("label", { class: "tick" }, boxes[index], make("span", {}, option.label, option.description ? make("small", {}, option.description) : null)));
  const least = control.min_values ?? 1;
  const most = control.max_values ?? 1;
  const hint = make("p", { class: "hint" }, tell(least === most ? "Choose {least}" : "Choose {least} to {most}", { least, most }));
  open(title, [hint, make("div", { class: "ticks", role: "group", "aria-label": title }, ...lines)], tell("Choose"), () => {
    const values = boxes.filter((box) => box.checked).map((box) => box.value);
    if (values.length < least || values.length > most) throw new Error(tell("Choose {least} to {most}, not {count}", { least, most, count: values.length }));
    return send(values);
  });
}
