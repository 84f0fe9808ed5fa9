// The page: one person's view of the server. All data comes over one socket; the browser keeps only the last address.

import { resetComposer, startComposer } from "./composer.js";
import { enlarge, openChoice, openForm, openNewPerson } from "./dialogs.js";
import { byId, make, show } from "./dom.js";
import { say, sayPlace } from "./live.js";
import { messageElement, updateMessage } from "./message.js";
import { refreshMoments } from "./text.js";
import { LOCALE, tell, tellRefusal, translatePage } from "./words.js";

const THREADS = [11, 12];
const log = byId("log");
const banner = byId("banner");
const newer = byId("newer");
const KEPT = "boneyard-address"; // each window keeps its own person; a new window without an address shows the last one
const token = new URLSearchParams(location.search).get("as") || recall();

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

// The address

function recall() {
  try {
    return sessionStorage.getItem(KEPT) || localStorage.getItem(KEPT);
  } catch { // a browser that stores nothing
    return null;
  }
}

function remember() {
  try {
    sessionStorage.setItem(KEPT, token);
    localStorage.setItem(KEPT, token);
  } catch { /* as above */ }
}

// The socket

function connect() {
  socket = new WebSocket(`ws://${location.host}/session?as=${encodeURIComponent(token || "")}&locale=${LOCALE}`);
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
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
  COMMANDS: ({ commands, menus }) => { Object.assign(state, { commands, menus }); },
  MESSAGE_CREATE: addMessage,
  MESSAGE_UPDATE: changeMessage,
  MESSAGE_DELETE: removeMessage,
  THREAD_DELETE: (data) => removeChannel(data.id),
  THREAD_MEMBERS_UPDATE: (data) => { if (data.removed_member_ids.includes(state.me.id)) removeChannel(data.id); },
  TYPING_START: typing,
  INTERACTION_SUCCESS: (data) => settle(data.id, null),
  INTERACTION_FAILURE: (data) => settle(data.id, tell("The application did not respond")),
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
  if (!known) remember();
  known = true;
  show(banner);
  Object.assign(state, { me: data.me, bot: data.bot, users: data.users, commands: data.commands, menus: data.menus });
  state.channels = new Map(data.channels.map((channel) => [channel.id, indexMessages(channel)]));
  byId("guild").textContent = data.guild || "Harbour";
  byId("me").textContent = data.me.global_name;
  byId("me").title = tell("You are {name}", { name: data.me.global_name });
  byId("add-person").hidden = false;
  const wanted = state.channels.has(state.current) ? state.current : [...state.channels.values()].sort(byRank)[0]?.id;
  if (wanted) openChannel(wanted);
  else drawChannels();
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

// A message to its reader alone, in a direct message or private, says in its first line whether they have to act.
const mineToMove = () => [...state.channels.values()].some((channel) => [...channel.messages.values()].some((message) =>
  (channel.type === 1 || message.flags & PRIVATE) && /^\W*(?:your turn|sua vez|tu turno)\b/i.test(firstText(message))));

const firstText = (message) => message.content || firstOf(message.components || []);
function firstOf(components) {
  for (const part of components) {
    const found = part.content || firstOf(part.components || []);
    if (found) return found;
  }
  return "";
}

function openChannel(id) {
  const moved = state.current !== id;
  state.current = id;
  state.unread.delete(id);
  const channel = state.channels.get(id);
  byId("place-name").textContent = titleOf(channel);
  show(byId("typing"));
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
const PRIVATE = 64;
const LOADING = 128;
const answersMe = (message) => Boolean(message.flags & PRIVATE) || message.interaction_metadata?.user?.id === state.me.id;

const NEAR = 60; // pixels

// A message that comes soon after a press, in a direct message, is taken for its effect, such as a table that opens.
const SOON = 5000;
let pressedAt = 0;

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
  if (message.author.id === state.bot) show(byId("typing"));
  const mine = message.author.id === state.me.id;
  if (channel.id !== state.current || document.hidden) {
    if (!mine) state.unread.set(channel.id, (state.unread.get(channel.id) || 0) + 1);
    drawChannels();
  }
  if (channel.id !== state.current) {
    if (!mine) sayPlace(titleOf(channel));
    return;
  }
  if (!mine) say(message, null, context);
  const caused = channel.type === 1 && Date.now() - pressedAt < SOON;
  const follow = follows() || mine || answersMe(message) || caused;
  const element = drawMessage(message);
  log.append(element);
  regroup();
  if (!follow) newer.hidden = false;
  else if (answersMe(message)) showBeginning(element);
  else scrollToBottom();
}

function changeMessage(message) {
  const channel = state.channels.get(message.channel_id);
  if (!channel || !channel.messages.has(message.id)) return;
  const before = channel.messages.get(message.id);
  const waited = before.flags & LOADING;
  channel.messages.set(message.id, message);
  drawTitle();
  if (channel.id === state.current) say(message, before, context);
  const element = byId(`m${message.id}`);
  if (!element) return;
  keepPosition(element, () => updateMessage(element, message, context));
  if (waited && following && answersMe(message)) showBeginning(element);
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
    const same = close && (before.flags & 64) === (message.flags & 64) && !message.interaction_metadata?.name && !message.referenced_message;
    element.classList.toggle("follows", Boolean(same));
    before = message;
  }
}

let typingTimer = 0;

function typing({ channel_id: place, user_id: user }) {
  if (place !== state.current || user === state.me.id) return;
  show(byId("typing"), tell("{name} is typing…", { name: context.userName(user) }));
  clearTimeout(typingTimer);
  typingTimer = setTimeout(() => show(byId("typing")), 9000);
}

// Actions

async function use(control, work) {
  pressedAt = Date.now();
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

function settle(id, failure) {
  const control = pending.get(id);
  pending.delete(id);
  if (typeof control === "string") {
    if (failure) notice(`/${control}: ${failure}`);
    return;
  }
  if (!control) return;
  control.classList.remove("busy");
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

const context = {
  get me() { return state.me; },
  userName: (id) => state.users[id]?.global_name || tell("someone"),
  channelName: (id) => (state.channels.has(id) ? titleOf(state.channels.get(id)) : tell("unknown")),
  enlarge,
  knows: (id) => state.channels.has(id),
  placeName: (id) => nameOf(state.channels.get(id)),
  goTo(id, message) {
    openChannel(id);
    byId(`m${message}`)?.scrollIntoView({ block: "nearest" });
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
  optionsOf(control) {
    if (control.type === 3) return control.options;
    if (control.type === 5) return Object.values(state.users).filter((user) => !user.bot).map((user) => ({ label: user.global_name, value: user.id }));
    return [...state.channels.values()].filter((channel) => channel.type === 0).map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
  },
  dismiss: async (message) => {
    await ask("dismiss", { channel: message.channel_id, message: message.id });
    removeMessage(message);
    byId("entry").focus({ preventScroll: true });
  },
};

translatePage();
startComposer({
  commands: () => state.commands[state.channels.get(state.current)?.type === 1 ? "dm" : "guild"] || [],
  people: () => Object.values(state.users).filter((user) => !user.bot),
  places: () => [...state.channels.values()].filter((channel) => channel.type !== 1),
  say: (content) => ask("say", { channel: state.current, content }),
  autocomplete: (words, option, text, options) => ask("autocomplete", { channel: state.current, words, option, text, options }),
  slash: async (words, options) => { pending.set(await ask("slash", { channel: state.current, words, options }), words); },
});

newer.addEventListener("click", scrollToBottom);
byId("add-person").addEventListener("click", () => openNewPerson((name) => ask("add_person", { name })));
log.addEventListener("scroll", () => {
  if (follows()) newer.hidden = true;
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && state.unread.delete(state.current)) drawChannels();
});
sizes.observe(log);
setInterval(refreshMoments, 1000);
connect();
