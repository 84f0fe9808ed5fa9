// The message box: plain messages, and commands with a field for each option.

import { byId, make, readFile, show } from "./dom.js";
import { closeMenu, menuKey, menuOpen, openMenu } from "./menu.js";
import { tell } from "./words.js";

const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, NUMBER = 10, FILE = 11;
const form = byId("composer");
const plain = byId("plain");
const entry = byId("entry");
const panel = byId("command");
const problem = byId("problem");

let host = null;
let command = null;
let fields = [];
let revealField = () => {}; // shows a field of the command and focuses it

export function startComposer(page) {
  host = page;
  entry.addEventListener("input", readEntry);
  entry.addEventListener("keydown", (event) => {
    if (menuKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  entry.addEventListener("blur", closeMenu);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
}

export function resetComposer(hint) {
  entry.placeholder = hint;
  leaveCommand(false);
}

function readEntry() {
  show(problem);
  entry.style.height = "auto";
  entry.style.height = `${Math.min(entry.scrollHeight, 140)}px`;
  if (!entry.value.startsWith("/") || entry.value.includes("\n")) {
    closeMenu();
    return;
  }
  const text = entry.value.slice(1);
  const exact = host.commands().filter((candidate) => text.startsWith(`${candidate.words} `)).sort((a, b) => b.words.length - a.words.length)[0];
  if (exact) {
    enterCommand(exact, text.slice(exact.words.length + 1));
    return;
  }
  const wanted = text.trimStart().toLowerCase();
  const fits = host.commands().filter((candidate) => candidate.words.startsWith(wanted));
  const others = host.commands().filter((candidate) => !candidate.words.startsWith(wanted) && candidate.words.includes(wanted));
  const items = [...fits, ...others].map((candidate) => ({ label: `/${candidate.words}`, detail: candidate.description, command: candidate }));
  openMenu(entry, items, (item) => chooseCommand(item.command));
}

function chooseCommand(chosen) {
  enterCommand(chosen, "");
  if (chosen.options.length === 0) send();
}

function enterCommand(chosen, rest) {
  command = chosen;
  closeMenu();
  show(problem);
  fields = chosen.options.map((option, index) => fieldFor(option, index));
  const shown = fields.filter((field) => field.option.required);
  if (shown.length === 0 && fields.length) shown.push(fields[0]);
  const row = make("div", { class: "fields" }, ...shown.map((field) => field.element));
  const more = make("div", { class: "more" });
  const refill = () => more.replaceChildren(...fields.filter((field) => !field.element.isConnected).map((field) => make("button", {
    type: "button", class: "chip", title: field.option.description, onclick: () => revealField(field),
  }, `+ ${field.option.name}`)));
  revealField = (field) => {
    if (!field.element.isConnected) row.append(field.element);
    refill();
    field.input.focus();
  };
  panel.replaceChildren(
    make("div", { class: "title" }, make("strong", {}, `/${chosen.words}`), make("span", { class: "detail" }, chosen.description),
      make("button", { type: "button", class: "close", "aria-label": tell("Leave the command"), onclick: () => leaveCommand(true) }, "✕")),
    row,
    make("div", { class: "command-end" }, more, make("button", { type: "submit", class: "send wide" }, tell("Send ➤"))));
  plain.hidden = true;
  panel.hidden = false;
  refill();
  if (rest.trim() && fields.length) spread(rest.trim(), fields[0]);
  const next = fields.find((field) => field.element.isConnected && !field.filled());
  (next ? next.input : panel.querySelector(".send")).focus();
}

// Spread a typed text over the fields: from each "name:" of an option to the next, as in Discord's app. What comes before
// the first name is the value of `first`. Returns the field of the last name, if there is one.
function spread(text, first) {
  const find = (name) => fields.find((field) => field.option.name === name);
  const names = [...text.matchAll(/(?<!\S)([\w-]+):/g)].filter(([, name]) => find(name));
  fill(first, names.length ? text.slice(0, names[0].index).trimEnd() : text);
  return names.reduce((_, { 0: typed, 1: name, index }, at) => {
    fill(find(name), text.slice(index + typed.length, names[at + 1]?.index).trim());
    revealField(find(name));
    return find(name);
  }, null);
}

function fill(field, text) {
  field.picked = null;
  if (field.option.type !== FILE) field.input.value = text;
}

// A phone's keyboard would cover what is to be read, so there the log is focused.
export function focusEntry() {
  byId(matchMedia("(pointer: coarse)").matches ? "log" : "entry").focus({ preventScroll: true });
}

export function leaveCommand(focus) {
  if (!command) return;
  command = null;
  fields = [];
  plain.hidden = false;
  panel.hidden = true;
  panel.replaceChildren();
  entry.value = "";
  closeMenu();
  show(problem);
  if (focus) focusEntry();
}

function fieldFor(option, index) {
  const id = `o${index}`;
  const file = option.type === FILE;
  const numeric = option.type === INTEGER || option.type === NUMBER;
  const input = make("input", file ? { id, type: "file" } : {
    id, type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "menu",
    "aria-describedby": `${id}-d`, autocomplete: "off", autocapitalize: "off", inputmode: numeric && !option.autocomplete ? "decimal" : null, enterkeyhint: "next",
  });
  const field = { option, input, picked: null, asked: 0, filled: () => (file ? input.files.length > 0 : input.value.trim() !== "") };
  field.element = make("div", { class: "option" },
    make("label", { for: id }, option.name, option.required ? make("span", { class: "needed", title: tell("required") }, " *") : null),
    make("div", { id: `${id}-d`, class: "detail" }, option.description), input);
  if (!file) {
    const offer = () => suggest(field);
    input.addEventListener("focus", offer);
    input.addEventListener("input", () => {
      input.classList.remove("wrong");
      const named = spread(input.value, field);
      if (!named || named === field) offer();
    });
    input.addEventListener("blur", () => {
      field.asked += 1;
      closeMenu();
    });
  }
  input.addEventListener("keydown", (event) => {
    if (menuKey(event)) return;
    if (event.key === "Escape") leaveCommand(true);
    if (event.key === "Backspace" && !input.value && field === fields[0]) {
      event.preventDefault();
      leaveCommand(true);
    }
  });
  return field;
}

function fixedChoices(option) {
  if (option.choices) return option.choices.map((choice) => ({ label: choice.name, value: choice.value }));
  if (option.type === BOOLEAN) return [{ label: tell("True"), value: true }, { label: tell("False"), value: false }];
  if (option.type === USER) return host.people().map((user) => ({ label: user.global_name, value: user.id }));
  if (option.type === CHANNEL) return host.places().map((place) => ({ label: `#${place.name}`, value: place.id }));
  return null;
}

async function suggest(field) {
  const { option, input } = field;
  field.asked += 1;
  const turn = field.asked;
  const text = input.value.trim();
  const fixed = fixedChoices(option);
  let items = [];
  if (fixed) {
    items = field.picked ? [] : fixed.filter((item) => item.label.toLowerCase().includes(text.toLowerCase()));
  } else if (option.autocomplete && !field.picked) {
    try {
      const answer = await host.autocomplete(command.words, option.name, input.value, collectValues(field));
      items = answer.map((choice) => ({ label: choice.name, value: choice.value }));
    } catch (error) {
      items = [];
      if (turn === field.asked) show(problem, error.message);
    }
  }
  if (turn !== field.asked || document.activeElement !== input) return;
  if (!items.length && menuOpen()) closeMenu();
  if (items.length) openMenu(input, items.slice(0, 25), (item) => pick(field, item));
}

function pick(field, item) {
  field.picked = item;
  field.input.value = item.label;
  show(problem);
  closeMenu();
  const visible = fields.filter((candidate) => candidate.element.isConnected);
  const next = visible.slice(visible.indexOf(field) + 1).find((candidate) => !candidate.filled());
  (next ? next.input : panel.querySelector(".send")).focus();
}

// Values of the fields so far, without the field `except` and unfinished values.
function collectValues(except) {
  const values = {};
  for (const field of fields) {
    if (field === except || field.option.type === FILE || !field.filled()) continue;
    try {
      values[field.option.name] = valueOf(field);
    } catch {
      // An unfinished value must not prevent suggestions for another field.
    }
  }
  return values;
}

function valueOf(field) {
  const { option, input } = field;
  const text = input.value.trim();
  if (field.picked) return field.picked.value;
  const fixed = fixedChoices(option);
  if (fixed) {
    const same = fixed.find((item) => [item.label, String(item.value)].some((known) => known.toLowerCase() === text.toLowerCase()));
    if (!same) throw new Error(tell("{name}: choose from the list", { name: option.name }));
    return same.value;
  }
  if (option.type === INTEGER || option.type === NUMBER) {
    const number = Number(text);
    if (!Number.isFinite(number) || (option.type === INTEGER && !Number.isInteger(number))) throw new Error(tell("{name}: enter a number", { name: option.name }));
    const { name, min_value: least = -Infinity, max_value: most = Infinity } = option;
    if (number < least && most === Infinity) throw new Error(tell("{name}: at least {least}", { name, least }));
    if (number > most && least === -Infinity) throw new Error(tell("{name}: at most {most}", { name, most }));
    if (number < least || number > most) throw new Error(tell("{name}: from {least} to {most}", { name, least, most }));
    return number;
  }
  return option.type === STRING ? text.replace(/#([\w-]+)/g, (typed, name) => mentionOf(name) ?? typed) : input.value;
}

// The mention by which a typed "#table" arrives, as in Discord's app.
function mentionOf(name) {
  const place = host.places().find((other) => other.name === name);
  return place && `<#${place.id}>`;
}

function complain(field, text) {
  show(problem, text);
  if (!field) return;
  field.input.classList.add("wrong");
  field.input.focus();
}

async function send() {
  if (!command) {
    const content = entry.value.trim();
    if (!content) return;
    if (content.startsWith("/")) {
      show(problem, tell("No such command here; choose one from the list"));
      return;
    }
    try {
      await host.say(content);
      entry.value = "";
      entry.style.height = "auto";
    } catch (error) {
      show(problem, error.message);
    }
    return;
  }
  const values = {};
  for (const field of fields) {
    if (!field.filled()) {
      if (!field.option.required) continue;
      complain(field, tell("Option {name} is required", { name: field.option.name }));
      return;
    }
    try {
      values[field.option.name] = field.option.type === FILE ? await readFile(field.input.files[0]) : valueOf(field);
    } catch (error) {
      complain(field, error.message);
      return;
    }
  }
  try {
    await host.slash(command.words, values);
    leaveCommand(true);
  } catch (error) {
    complain(null, error.message);
  }
}
