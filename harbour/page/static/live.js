// The line for screen readers: the new part of a message, in a few words. The log itself is silent, since an edit
// replaces pictures and buttons, and nobody wants to hear these again.

import { byId, make } from "./dom.js";
import { blocks } from "./text.js";
import { tell } from "./words.js";

export const SHUT_OUT = 4401; // the code that closes the socket of somebody whom the page does not know

const MOST = 160; // letters of a line
const CALM = 400; // milliseconds in which lines are gathered
const LOADING = 128;
const MOMENTS = /<t:-?\d+(?::[tTdDfFR])?>/g;

const gathered = new Map(); // the lines to be said, by the id of a message or the name of a place
let timer = 0;

export function textsOf(parts) {
  return parts.flatMap((part) => [...(part.content ? [part.content] : []), ...textsOf(part.components || [])]);
}

function linesOf(message) {
  return [message.content, ...textsOf(message.components || [])].filter(Boolean).join("\n").split("\n").filter((line) => line.trim());
}

const wordsOf = (line, context) => make("p", {}, ...blocks(line, context)).textContent.trim();

// Join lines, with a full stop after each that has no mark of its own at its end.
const inSentences = (lines) => lines.filter(Boolean).map((line, at, all) => (at === all.length - 1 || /[.!?:…]["”)]?$/.test(line) ? line : `${line}.`)).join(" ");

// Say what a message adds to the one `before` it (null for a new message): its first new line, and the one after.
export function say(message, before, context) {
  if (message.flags & LOADING) return;
  const oldest = gathered.get(message.id)?.before ?? before;
  gather(message.id, {
    before: oldest,
    tell() {
      const known = new Set(oldest ? linesOf(oldest).map((line) => line.replace(MOMENTS, "")) : []);
      const fresh = linesOf(message).filter((line) => !known.has(line.replace(MOMENTS, ""))).slice(0, 2);
      return inSentences(fresh.map((line) => wordsOf(line, context)));
    },
  });
}

// Say that there is something new in a place that is not open.
export function sayPlace(name) {
  gather(name, { tell: () => tell("New in {place}", { place: name }) });
}

// A page without encryption may show no notifications: a message that makes a sound in Discord rings instead.
let audio = null;
export const allowRinging = () => { audio ??= new AudioContext(); };
export function ring() {
  if (window.isSecureContext) return;
  navigator.vibrate?.(200);
  if (!audio) return;
  const tone = audio.createOscillator();
  const volume = new GainNode(audio, { gain: 0.15 });
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.15);
}

function gather(key, entry) {
  gathered.delete(key);
  gathered.set(key, entry);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const line = inSentences([...gathered.values()].map((entry) => entry.tell()));
    gathered.clear();
    if (line) byId("said").textContent = line.length > MOST ? `${line.slice(0, line.lastIndexOf(" ", MOST))} …` : line;
  }, CALM);
}
