// Turns the common parts of Discord's markdown into nodes.

import { make } from "./dom.js";
import { LOCALE, tell } from "./words.js";

const INLINE = [
  [/^\\([^\w\s])/, (m) => m[1]],
  [/^`([^`]+)`/, (m) => make("code", {}, m[1])],
  [/^\*\*\*([^*]+)\*\*\*/, (m, c) => make("strong", {}, make("em", {}, ...inline(m[1], c)))],
  [/^\*\*(.+?)\*\*(?!\*)/s, (m, c) => make("strong", {}, ...inline(m[1], c))],
  [/^__(.+?)__(?!_)/s, (m, c) => make("u", {}, ...inline(m[1], c))],
  [/^\*(\S(?:[^*]*?\S)?)\*(?!\*)/s, (m, c) => make("em", {}, ...inline(m[1], c))],
  [/^_(\S(?:[^_]*?\S)?)_(?![_\w])/s, (m, c) => make("em", {}, ...inline(m[1], c))],
  [/^~~(.+?)~~/s, (m, c) => make("s", {}, ...inline(m[1], c))],
  [/^\|\|(.+?)\|\|/s, (m, c) => spoiler(inline(m[1], c))],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, c) => link(m[2], inline(m[1], c), c)],
  [/^<(https?:\/\/[^\s>]+)>/, (m, c) => link(m[1], null, c)],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, (m, c) => link(m[0], null, c)],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => moment(Number(m[1]), m[2] || "f")],
  [/^<@!?(\d+)>/, (m, c) => make("span", { class: "mention" }, `@${c.userName(m[1])}`)],
  [/^<@&(\d+)>/, () => make("span", { class: "mention" }, "@role")],
  [/^<#(\d+)>/, (m, c) => (c.knows(m[1]) ? placeButton(m[1], null, [`#${c.channelName(m[1])}`], c) : make("span", { class: "mention" }, "#unknown"))],
  [/^<\/([^:>]+):\d+>/, (m) => make("span", { class: "mention" }, `/${m[1]}`)],
  [/^<(a?):(\w+):(\d+)>/, (m, c, before) => emoji(m[2], m[3], before)],
  [/^@(everyone|here)\b/, (m) => make("span", { class: "mention" }, m[0])],
];

const NUMBERS = ["blank", "one", "two", "three", "four", "five", "six"];

// The name of an emoji as a screen reader says it. Names are English, and every language can say a domino as "6 4".
export function nameEmoji(name) {
  const words = name.replaceAll("_", " ").trim();
  const numbers = words.toLowerCase().replace(/^double (.+)/, "$1 $1").split(" ").map((word) => NUMBERS.indexOf(word));
  return LOCALE && numbers.every((number) => number >= 0) ? numbers.join(" ") : words;
}

// A screen reader says the name of an emoji, unless the text beside it says the same words. For readers of other
// languages than English, any text beside the emoji takes the place of its name.
export function emoji(name, id, beside = "") {
  const words = nameEmoji(name);
  const said = beside.toLowerCase().includes(words.toLowerCase()) || (LOCALE && /[\p{L}\d]/u.test(beside));
  return make("img", { class: "emoji", src: `/emojis/${id}.png`, alt: said ? "" : words, title: said ? null : words });
}

function spoiler(children) {
  const reveal = (event) => event.currentTarget.classList.add("revealed");
  return make("button", { type: "button", class: "spoiler", "aria-label": tell("Spoiler, press to reveal"), onclick: reveal }, ...children);
}

const PLACE = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/;

// A button that goes to a channel or message on this page.
function placeButton(channel, message, children, context) {
  return make("button", { type: "button", class: "mention", onclick: () => context.goTo(channel, message) }, ...children);
}

// A link. For a message or channel of this harbour, a button with the channel's name.
function link(address, children, context) {
  const [, channel, message] = PLACE.exec(address) || [];
  if (channel && context.knows(channel)) return placeButton(channel, message, children || [message ? tell("{address} › message", { address: context.placeName(channel) }) : context.placeName(channel)], context);
  return make("a", { href: address, target: "_blank", rel: "noreferrer noopener" }, ...(children || [address]));
}

function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return String(seconds);
  const full = new Intl.DateTimeFormat(navigator.language, { dateStyle: "full", timeStyle: "short" }).format(date);
  const shown = make("time", { class: "moment", datetime: date.toISOString(), title: full });
  if (style === "R") shown.dataset.relative = seconds;
  shown.textContent = style === "R" ? relative(seconds) : new Intl.DateTimeFormat(navigator.language, FORMATS[style]).format(date);
  return shown;
}

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function relative(seconds) {
  const ahead = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ahead) >= length) || ["second", 1];
  return new Intl.RelativeTimeFormat(navigator.language, { numeric: "auto" }).format(Math.round(ahead / size), unit);
}

export function refreshMoments() {
  for (const shown of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(shown.dataset.relative));
    if (shown.textContent !== text) shown.textContent = text;
  }
}

export function inline(text, context) {
  const nodes = [];
  let plain = "";
  let rest = text;
  let previous = "";
  while (rest) {
    const special = /[\\`*_~|[<h@]/.test(rest[0]) && !(rest[0] === "_" && /\w/.test(previous));
    const found = special && INLINE.map(([pattern, build]) => [pattern.exec(rest), build]).find(([match]) => match);
    if (found) {
      const [match, build] = found;
      nodes.push(...keepWhole(plain), build(match, context, text.slice(0, text.length - rest.length).split("\n").at(-1)));
      plain = "";
      previous = match[0].at(-1);
      rest = rest.slice(match[0].length);
    } else {
      previous = rest[0];
      plain += rest[0];
      rest = rest.slice(1);
    }
  }
  return [...nodes, ...keepWhole(plain)];
}

// Plain text in which no line breaks at a hyphen before a number, as in a domino, a score or the name of a rule.
function keepWhole(plain) {
  const parts = plain.split(/(\b\w{1,3}-\d+\b)/);
  return parts.map((part, place) => (place % 2 ? make("span", { class: "whole" }, part) : part)).filter((part) => part);
}

const ITEM = /^(\s*)(?:[-*]|(\d+)\.)\s+(.*)$/;

// Blocks of a message: code fences, headings, quotes, lists, lines.
export function blocks(text, context) {
  const nodes = [];
  const lines = text.split("\n");
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) nodes.push(make("div", { class: "line" }, ...inline(paragraph.join("\n"), context)));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const fence = /^(.*?)```(.*)$/.exec(line);
    const end = fence && fence[2].includes("```") ? at : lines.findIndex((other, index) => index > at && other.includes("```"));
    if (fence && end >= at) {
      if (fence[1]) paragraph.push(fence[1]);
      flush();
      const inside = end === at ? fence[2].split("```")[0] : [/^[\w+-]*$/.test(fence[2]) ? null : fence[2], ...lines.slice(at + 1, end), lines[end].split("```")[0]]
        .filter((part, index, all) => part !== null && !(index === all.length - 1 && part === "")).join("\n");
      nodes.push(make("pre", { tabindex: "0" }, make("code", {}, inside)));
      const after = lines[end].slice(lines[end].lastIndexOf("```") + 3);
      if (after) paragraph.push(after);
      at = end;
      continue;
    }
    const heading = /^(#{1,3})\s+(.+)$/.exec(line);
    const small = /^-#\s+(.+)$/.exec(line);
    if (heading) {
      flush();
      nodes.push(make(`h${heading[1].length + 1}`, { class: "heading" }, ...inline(heading[2], context)));
    } else if (small) {
      flush();
      nodes.push(make("div", { class: "subtext" }, ...inline(small[1], context)));
    } else if (/^>>> /.test(line)) {
      flush();
      nodes.push(make("blockquote", {}, ...blocks([line.slice(4), ...lines.slice(at + 1)].join("\n"), context)));
      break;
    } else if (/^> ?/.test(line) && line.startsWith(">")) {
      flush();
      const quoted = [];
      for (; at < lines.length && lines[at].startsWith(">"); at += 1) quoted.push(lines[at].replace(/^> ?/, ""));
      at -= 1;
      nodes.push(make("blockquote", {}, ...blocks(quoted.join("\n"), context)));
    } else if (ITEM.test(line)) {
      flush();
      const first = ITEM.exec(line);
      const list = make(first[2] ? "ol" : "ul", first[2] ? { start: first[2] } : {});
      for (; at < lines.length && ITEM.test(lines[at]); at += 1) {
        const item = ITEM.exec(lines[at]);
        if (!item[1] && Boolean(item[2]) !== Boolean(first[2])) break;
        list.append(make("li", { class: item[1] ? "nested" : null }, ...inline(item[3], context)));
      }
      at -= 1;
      nodes.push(list);
    } else {
      paragraph.push(line);
    }
  }
  flush();
  return nodes;
}
