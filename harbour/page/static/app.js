// The page: one person's view of the server. All data comes over one socket; the browser keeps only the last address.

import { focusEntry, resetComposer, startComposer } from "./composer.js";
import { enlarge, openChoice, openForm, openNewPerson, openPhones } from "./dialogs.js";
import { byId, make, show } from "./dom.js";
import { keep, recall } from "./kept.js";
import { SHUT_OUT, allowRinging, ring, say, sayPlace, textsOf } from "./live.js";
import { messageElement, updateMessage } from "./message.js";
import { refreshMoments } from "./text.js";
import { LOCALE, tell, tellRefusal, translatePage } from "./words.js";

const THREADS = [11, 12];
const log = byId("log");
const banner = byId("banner");
const newer = byId("newer");
const KEPT = "boneyard-address"; // each window keeps its own person; a new window without an address shows the last one
const PLACE = "boneyard-place";
const token = new URLSearchParams(location.search).get("as") || recall(KEPT, "sessionStorage", "localStorage");

const state = { me: { id: "0" }, bot: "0", users: {}, channels: new Map(), commands: {}, menus: {}, current: null, unread: new Map() };
const waiting = new Map(); // promise of each request, by its number
const pending = new Map(); // the control used, or the command's name, by interaction id
let socket = null;
let counter = 0;
let known = false;
// While the reader is at the end of the log, stay there when a message grows or the log shrinks.
let following = true;
let lastTop = 0; // the position at the end, when the reader was last there
const sizes = new ResizeObserver(() => { if (follows()) scrollToBottom(); });

// The socket

function connect() {
  const mine = new WebSocket(`ws://${location.host}/session?as=${encodeURIComponent(token || "")}&locale=${LOCALE}`);
  socket = mine;
  mine.addEventListener("message", (event) => { if (mine === socket) receive(JSON.parse(event.data)); });
  mine.addEventListener("close", ({ code }) => {
    if (code === SHUT_OUT) location.reload();
    if (mine !== socket) return;
    for (const { reject } of waiting.values()) reject(new Error(tell("The connection was lost")));
    waiting.clear();
    show(banner, tell(known ? "Connection lost. Trying again…" : "This address does not work. The link has been used or is old, or the harbour is not running. Open the address in the terminal."));
    setTimeout(connect, 1000);
  });
}

function ask(action, details = {}) {
  return new Promise((resolve, reject) => {
    if (socket.readyState !== WebSocket.OPEN) {
      reject(new Error(tell("Not connected")));
      return;
    }
    counter += 1;
    waiting.set(counter, { resolve, reject });
    socket.send(JSON.stringify({ do: action, n: counter, ...details }));
  });
}

const EVENTS = {
  READY: drawEverything,
  CHANNEL: updateChannel,
  COMMANDS: takeCommands,
  MESSAGE_CREATE: addMessage,
  MESSAGE_UPDATE: changeMessage,
  MESSAGE_DELETE: removeMessage,
  THREAD_DELETE: (data) => removeChannel(data.id),
  INTERACTION_SUCCESS: (data) => settle(data, null),
  INTERACTION_FAILURE: (data) => settle(data, tell("The application did not respond")),
  INTERACTION_MODAL_CREATE: (data) => openForm(data, context, (values) => ask("modal", { interaction: data.id, values })),
  DONE: () => {},
};

function receive({ t, d, n, error }) {
  const request = waiting.get(n);
  if (request) {
    waiting.delete(n);
    if (error) request.reject(new Error(tellRefusal(error)));
    else request.resolve(d);
  }
  if (EVENTS[t]) EVENTS[t](d);
}

// Channels

function drawEverything(data) {
  if (!known && token) keep(KEPT, token, "sessionStorage", "localStorage");
  known = true;
  show(banner);
  Object.assign(state, { me: data.me, bot: data.bot, users: data.users });
  takeCommands(data);
  state.channels = new Map(data.channels.map((channel) => [channel.id, indexMessages(channel)]));
  byId("guild").textContent = data.guild || "Harbour";
  byId("me").textContent = data.me.global_name;
  byId("me").title = tell("You are {name}", { name: data.me.global_name });
  byId("add-person").hidden = !data.may.includes("add_person");
  byId("phones").hidden = !data.may.includes("invite");
  const wanted = [state.current, recall(PLACE, "sessionStorage")].find((id) => state.channels.has(id)) ?? [...state.channels.values()].sort(byRank)[0]?.id;
  if (wanted) openChannel(wanted);
  else drawChannels();
}

// The application's front door, if it has one, is one press away in every place.
const DOOR = "me games";

function takeCommands({ commands, menus }) {
  Object.assign(state, { commands, menus });
  byId("games").hidden = !Object.values(commands).flat().some(({ words }) => words === DOOR);
}

function indexMessages(channel) {
  return { ...channel, messages: new Map(channel.messages.map((message) => [message.id, message])) };
}

function updateChannel(channel) {
  const before = state.channels.get(channel.id);
  state.channels.set(channel.id, indexMessages(channel));
  if (!before && channel.messages.length) state.unread.set(channel.id, channel.messages.length);
  if (channel.id === state.current) openChannel(channel.id);
  drawChannels();
}

function removeChannel(id) {
  state.channels.delete(id);
  state.unread.delete(id);
  if (state.current === id) openChannel([...state.channels.values()].sort(byRank)[0].id);
  drawChannels();
}

const rank = (channel) => (channel.type === 1 ? 1 : THREADS.includes(channel.type) ? 2 : 0);
const byRank = (a, b) => rank(a) - rank(b) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

function titleOf(channel) {
  if (channel.type === 1) return channel.recipients.map((user) => user.global_name).join(", ");
  return channel.name;
}

const nameOf = (channel) => (channel.type === 1 ? `✉ ${titleOf(channel)}` : `#${titleOf(channel)}`);

function drawChannels() {
  const focused = document.activeElement?.dataset?.place;
  const shown = [...state.channels.values()].filter((channel) => !channel.thread_metadata?.archived || channel.id === state.current).sort(byRank);
  byId("places").replaceChildren(...shown.map((channel) => {
    const count = state.unread.get(channel.id) || 0;
    const kind = channel.type === 1 ? "✉" : channel.type === 12 ? "🔒" : THREADS.includes(channel.type) ? "🧵" : "#";
    const mark = count ? make("span", { class: "badge", role: "img", "aria-label": tell("{count} unread", { count }) }, String(count)) : null;
    return make("button", {
      type: "button", class: "place", "data-place": channel.id, "aria-current": channel.id === state.current ? "page" : null, onclick: () => openChannel(channel.id),
    }, make("span", { class: "kind", "aria-hidden": "true" }, kind), make("span", {}, titleOf(channel)), mark);
  }));
  if (focused) byId("places").querySelector(`[data-place="${focused}"]`)?.focus();
  drawTitle();
}

function drawTitle() {
  const total = [...state.unread.values()].reduce((sum, count) => sum + count, 0);
  const here = state.channels.get(state.current);
  document.title = `${total ? `(${total}) ` : ""}${mineToMove() ? `${tell("Your turn")} · ` : ""}${here ? titleOf(here) : "Harbour"}`;
}

// A message to its reader alone, in a direct message or private, says in a line whether they have to act.
const mineToMove = () => [...state.channels.values()].some((channel) => [...channel.messages.values()].some((message) =>
  (channel.type === 1 || message.flags & PRIVATE) && /^\W*(?:your turn|sua vez|tu turno)\b/im.test([message.content, ...textsOf(message.components || [])].join("\n"))));

function openChannel(id) {
  const moved = state.current !== id;
  state.current = id;
  keep(PLACE, id, "sessionStorage");
  state.unread.delete(id);
  const channel = state.channels.get(id);
  byId("place-name").textContent = titleOf(channel);
  log.replaceChildren(...[...channel.messages.values()].map(drawMessage));
  regroup();
  scrollToBottom();
  drawChannels();
  byId("places").querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  if (moved) resetComposer(tell("Message {place}", { place: channel.type === 1 ? titleOf(channel) : nameOf(channel) }));
}

// Messages

function drawMessage(message) {
  const element = messageElement(message, context);
  element.resizing = (change) => keepPosition(element, change);
  sizes.observe(element);
  return element;
}

// Private answers, and answers to one's own commands: the log scrolls to them from any position.
const PRIVATE = 64, LOADING = 128, SILENT = 4096;
const answersMe = (message) => Boolean(message.flags & PRIVATE) || message.interaction_metadata?.user?.id === state.me.id;

const NEAR = 60; // pixels

// What comes soon after a press is taken for its effect: a message in a direct message, or a change of the pressed one.
const SOON = 5000;
let press = { at: 0 };

const atBottom = () => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;

// Messages and the bars around the log change their size between two scroll events. So only a move upwards by more than
// such a bar leaves the end.
function follows() {
  if (atBottom()) {
    following = true;
    lastTop = log.scrollTop;
  } else if (log.scrollTop < lastTop - NEAR) {
    following = false;
  }
  return following;
}

function scrollToBottom() {
  newer.hidden = true;
  log.scrollTop = log.scrollHeight;
  lastTop = log.scrollTop;
  following = true;
}

// Show a long answer from its beginning.
function showBeginning(element) {
  scrollToBottom();
  if (element.offsetHeight > log.clientHeight) element.scrollIntoView({ block: "start" });
}

// Apply a change that may resize a message, without moving the text being read.
function keepPosition(element, change) {
  const follow = follows();
  const above = element.getBoundingClientRect().bottom <= log.getBoundingClientRect().top + 1;
  const before = element.offsetHeight;
  change();
  if (follow) scrollToBottom();
  else if (above) log.scrollTop += element.offsetHeight - before;
}

function addMessage(message) {
  const channel = state.channels.get(message.channel_id);
  if (!channel) return;
  channel.messages.set(message.id, message);
  drawTitle();
  const mine = message.author.id === state.me.id;
  const forMe = channel.type === 1 || message.mentions.some((user) => user.id === state.me.id);
  if (!mine && forMe && !(message.flags & (SILENT | PRIVATE))) ring();
  if (channel.id !== state.current || document.hidden) {
    if (!mine) state.unread.set(channel.id, (state.unread.get(channel.id) || 0) + 1);
    drawChannels();
  }
  if (channel.id !== state.current) {
    if (!mine) sayPlace(titleOf(channel));
    return;
  }
  if (!mine) say(message, null, context);
  if (message.author.bot) undim(dimmed);
  const caused = channel.type === 1 && Date.now() - press.at < SOON;
  const follow = follows() || mine || answersMe(message) || caused;
  const element = drawMessage(message);
  log.append(element);
  regroup();
  if (!follow) newer.hidden = false;
  else if (answersMe(message)) showBeginning(element);
  else scrollToBottom();
  lead(message);
}

// If a long message ends with words below its buttons, show it from its beginning, with some lines of those words.
function showChange(element) {
  const box = element.querySelector(".container") ?? element;
  const last = box.lastElementChild;
  const ends = last.matches(".row") || !box.querySelector(":scope > .row");
  box.scrollIntoView({ block: ends ? "nearest" : "start" });
  if (!ends) log.scrollTop += Math.max(0, last.getBoundingClientRect().top + 100 - log.getBoundingClientRect().bottom);
}

function changeMessage(message) {
  const channel = state.channels.get(message.channel_id);
  if (!channel || !channel.messages.has(message.id)) return;
  const before = channel.messages.get(message.id);
  channel.messages.set(message.id, message);
  drawTitle();
  if (channel.id === state.current) say(message, before, context);
  const element = byId(`m${message.id}`);
  if (!element) return;
  const answered = before.flags & LOADING && answersMe(message);
  const { at, message: pressed, last } = press;
  const acted = element === pressed && log.lastElementChild === last;
  if (acted) press.message = null;
  const show = (change) => {
    keepPosition(element, change);
    if (acted && element.message === message && Date.now() - at < SOON) showChange(element);
    if (answered && following && element.message === message) showBeginning(element);
  };
  element.resizing = show; // a layout comes once its pictures have loaded
  show(() => updateMessage(element, message, context));
  if (answered) lead(message);
}

// A private answer that ends with a place in a direct message leads there.
function lead({ flags, content, components }) {
  const [, place, target] = (flags & PRIVATE && !components.length && /\/@me\/(\d+)(?:\/(\d+))?$/.exec(content)) || [];
  if (place !== state.current && state.channels.has(place)) context.goTo(place, target);
}

function removeMessage({ id, channel_id: place }) {
  state.channels.get(place)?.messages.delete(id);
  drawTitle();
  const element = byId(`m${id}`);
  if (element) keepPosition(element, () => element.remove());
  regroup();
}

// Show the author once for messages that follow each other within a few minutes.
function regroup() {
  let before = null;
  for (const element of log.children) {
    const { message } = element;
    if (!message) continue;
    const close = before && before.author.id === message.author.id && new Date(message.timestamp) - new Date(before.timestamp) < 300000;
    const same = close && (before.flags & 64) === (message.flags & 64) && !message.interaction_metadata?.name;
    element.classList.toggle("follows", Boolean(same));
    before = message;
  }
}

// Actions

async function use(control, work) {
  press = { at: Date.now(), message: control.closest(".message"), last: log.lastElementChild };
  control.classList.add("busy");
  control.closest(".message")?.querySelector(".failed")?.remove();
  try {
    pending.set(await work(), control);
  } catch (error) {
    control.classList.remove("busy");
    showFailure(control, error.message);
  }
}

function showFailure(control, text) {
  const box = control.closest(".body");
  if (!box) return;
  const element = control.closest(".message");
  keepPosition(element, () => {
    box.querySelector(".failed")?.remove();
    box.append(make("p", { class: "failed", role: "alert" }, text));
  });
}

// The answer to a press may be an edit that is still to come. Until then its control stays dimmed, for a few seconds at most.
const EDIT_TO_COME = 6;
const PATIENCE = 3000;
const dimmed = new Set();

function undim(controls) {
  for (const control of controls) {
    control.classList.remove("busy");
    dimmed.delete(control);
  }
}

function settle({ id, type }, failure) {
  const control = pending.get(id);
  pending.delete(id);
  if (typeof control === "string") {
    if (failure) notice(`/${control}: ${failure}`);
    return;
  }
  if (!control) return;
  if (type === EDIT_TO_COME && control.isConnected) {
    dimmed.add(control);
    setTimeout(undim, PATIENCE, [control]);
  } else {
    control.classList.remove("busy");
  }
  if (control.tagName === "SELECT") {
    const shown = [...control.options].findIndex((option) => option.defaultSelected);
    control.selectedIndex = Math.max(shown, 0);
  }
  if (failure) showFailure(control, failure);
}

function notice(text) {
  const element = make("li", { class: "notice", role: "alert" }, text, " ",
    make("button", { type: "button", class: "plain-link", onclick: () => element.remove() }, tell("Dismiss")));
  const follow = follows();
  log.append(element);
  if (follow) scrollToBottom();
}

async function useCommand(words, options) {
  pending.set(await ask("slash", { channel: state.current, words, options }), words);
}

const context = {
  get me() { return state.me; },
  userName: (id) => state.users[id]?.global_name || tell("someone"),
  channelName: (id) => (state.channels.has(id) ? titleOf(state.channels.get(id)) : tell("unknown")),
  enlarge,
  knows: (id) => state.channels.has(id),
  placeName: (id) => nameOf(state.channels.get(id)),
  others: () => Object.values(state.users).filter((user) => !user.bot && user.id !== state.me.id),
  goTo(id, message) {
    openChannel(id);
    const element = byId(`m${message}`);
    if (element !== log.lastElementChild) element?.scrollIntoView({ block: "end" });
  },
  menuOf(message) {
    const here = state.menus[state.channels.get(message.channel_id)?.type === 1 ? "dm" : "guild"] || [];
    return here.filter((entry) => (entry.kind === 3) === Boolean(message.author.bot));
  },
  useMenu: (message, entry, element) => use(element, () => ask("menu", { channel: message.channel_id, message: message.id, ...entry })),
  press: (message, control, element) => use(element, () => ask("press", { channel: message.channel_id, message: message.id, custom_id: control.custom_id })),
  choose: (message, control, values, element) => use(element, () => ask("select", { channel: message.channel_id, message: message.id, custom_id: control.custom_id, values })),
  chooseMany: (message, control, options, title, element) => openChoice(title, options, control, async (values) => {
    pending.set(await ask("select", { channel: message.channel_id, message: message.id, custom_id: control.custom_id, values }), element);
  }),
  dismiss: async (message) => {
    await ask("dismiss", { channel: message.channel_id, message: message.id });
    removeMessage(message);
    focusEntry();
  },
};

translatePage();
startComposer({
  commands: () => state.commands[state.channels.get(state.current)?.type === 1 ? "dm" : "guild"] || [],
  people: () => Object.values(state.users).filter((user) => !user.bot),
  places: () => [...state.channels.values()].filter((channel) => channel.type !== 1),
  say: (content) => ask("say", { channel: state.current, content }),
  autocomplete: (words, option, text, options) => ask("autocomplete", { channel: state.current, words, option, text, options }),
  slash: useCommand,
});

newer.addEventListener("click", scrollToBottom);
byId("games").addEventListener("click", () => useCommand(DOOR, {}).catch(({ message }) => notice(message)));
byId("phones").addEventListener("click", () => openPhones((again) => ask("invite", { again }), context.others()));
byId("add-person").addEventListener("click", () => openNewPerson((name) => ask("add_person", { name })));
log.addEventListener("scroll", () => {
  if (follows()) newer.hidden = true;
});
// A phone that slept may not know that its connection is gone.
const ASLEEP = 20000;
let hiddenAt = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (Date.now() - hiddenAt > ASLEEP) connect();
  if (!document.hidden && state.unread.delete(state.current)) drawChannels();
});
document.addEventListener("pointerdown", allowRinging, { once: true });
sizes.observe(log);
setInterval(refreshMoments, 1000);
connect();
