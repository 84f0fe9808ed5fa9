// The board for the room: the newest public board, as large as the screen, with its last calls. It has no controls.

import { local } from "./components.js";
import { byId, show } from "./dom.js";
import { SHUT_OUT, textsOf } from "./live.js";
import { blocks } from "./text.js";
import { tell, translatePage } from "./words.js";

function draw({ d: message, users }) {
  if (!message) return;
  const context = { userName: (id) => users[id] || tell("someone"), channelName: () => tell("unknown"), knows: () => false };
  const picture = message.attachments.find((file) => file.content_type.startsWith("image/"));
  const board = byId("board");
  board.src = local(picture.url);
  board.alt = picture.description || "";
  board.hidden = false;
  byId("calls").replaceChildren(...[message.content, ...textsOf(message.components)].filter(Boolean).flatMap((text) => blocks(text, context)));
}

function connect() {
  const socket = new WebSocket(`ws://${location.host}/room/session`);
  socket.addEventListener("message", (event) => {
    const told = JSON.parse(event.data);
    show(byId("banner"), told.d ? "" : tell("No board yet. Open a table and start it."));
    draw(told);
  });
  socket.addEventListener("close", ({ code }) => {
    if (code === SHUT_OUT) location.reload();
    show(byId("banner"), tell("Connection lost. Trying again…"));
    setTimeout(connect, 1000);
  });
}

// Only a page of this computer may keep the screen on; elsewhere the pairing says what to do.
const stayAwake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };

translatePage();
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("click", () => document.documentElement.requestFullscreen?.().catch(() => {}));
stayAwake();
connect();
