// Components of a message as elements: rows of controls, pictures, and everything that a layout consists of.

import { make } from "./dom.js";
import { blocks, emoji, nameEmoji } from "./text.js";
import { tell } from "./words.js";

const STYLES = ["", "primary", "secondary", "success", "danger", "link"];

export function fileElement(file, context) {
  if ((file.content_type || "").startsWith("image/")) return pictureElement(file, context);
  const size = file.size < 1024 ? `${file.size} B` : `${Math.round(file.size / 1024)} kB`;
  return make("a", { class: "file", href: local(file.url), download: file.filename }, `📄 ${file.filename} (${size})`);
}

export function pictureElement(file, context) {
  const picture = make("img", { src: local(file.url), alt: file.description || file.filename || "", width: file.width, height: file.height });
  const wide = file.width ? Math.min(file.width, 640, (640 * file.width) / file.height) : 640;
  const label = tell("Enlarge: {what}", { what: file.description || file.filename || tell("picture") });
  const frame = make("button", { type: "button", class: "picture", "aria-label": label, onclick: () => context.enlarge(file) }, picture);
  frame.style.setProperty("--wide", `${wide}px`);
  return (file.filename || "").startsWith("SPOILER_") ? coveredPicture(frame) : frame;
}

// A picture whose name begins with SPOILER_ is covered until it is tapped.
function coveredPicture(frame) {
  const uncover = () => cover.replaceWith(frame);
  const cover = make("button", { type: "button", class: "picture cover", "aria-label": tell("Spoiler, press to reveal"), onclick: uncover }, tell("Spoiler"));
  cover.style.setProperty("--wide", frame.style.getPropertyValue("--wide"));
  return cover;
}

export function local(address) {
  const url = new URL(address, location.href);
  return url.pathname.startsWith("/attachments/") ? url.pathname + url.search : address;
}

export function rowElement(message, row, context) {
  const controls = row.components.map((control) => (control.type === 2 ? buttonElement(message, control, context) : selectElement(message, control, context)));
  return make("div", { class: "row" }, ...controls);
}

export function emojiOf(part, label) {
  if (!part) return null;
  return part.id ? emoji(part.name, part.id, label) : make("span", { class: "glyph", "aria-hidden": "true" }, part.name);
}

function buttonElement(message, control, context) {
  const face = [emojiOf(control.emoji, control.label), control.label ? make("span", {}, control.label) : null];
  if (control.style === 5) return make("a", { class: "button link", href: control.url, target: "_blank", rel: "noreferrer noopener" }, ...face, make("span", { "aria-hidden": "true" }, "↗"));
  const name = control.label ? null : nameEmoji((control.emoji || {}).name || "");
  return make("button", {
    type: "button", class: `button ${STYLES[control.style]}`, disabled: control.disabled, "aria-label": name, "data-custom": control.custom_id,
    onclick: (event) => context.press(message, control, event.currentTarget),
  }, ...face);
}

function selectElement(message, control, context) {
  const { options } = control;
  const hint = control.placeholder || tell("Make a selection");
  if ((control.max_values ?? 1) > 1) {
    return make("button", {
      type: "button", class: "select many", disabled: control.disabled, "data-custom": control.custom_id, "aria-haspopup": "dialog",
      onclick: (event) => context.chooseMany(message, control, options, hint, event.currentTarget),
    }, hint);
  }
  const chosen = options.find((option) => option.default);
  const choices = options.map((option) => {
    const glyph = option.emoji && !option.emoji.id ? `${option.emoji.name} ` : "";
    return make("option", { value: option.value, selected: option.default }, glyph + option.label + (option.description ? ` – ${option.description}` : ""));
  });
  const first = make("option", { value: "", disabled: true, hidden: true, selected: !chosen }, hint);
  return make("select", {
    class: "select", disabled: control.disabled, "data-custom": control.custom_id, "aria-label": hint,
    onchange: (event) => context.choose(message, control, [event.currentTarget.value], event.currentTarget),
  }, first, ...choices);
}

// A layout shows its parts from top to bottom, and no content or files beside them.
export function layoutElement(message, context) {
  return make("div", { class: "layout" }, ...message.components.map((component) => componentElement(message, component, context)));
}

function componentElement(message, component, context) {
  const inside = () => component.components.map((inner) => componentElement(message, inner, context));
  switch (component.type) {
    case 1: return rowElement(message, component, context);
    case 9: return make("div", { class: "section" }, make("div", { class: "section-text" }, ...inside()), buttonElement(message, component.accessory, context));
    case 10: return make("div", { class: "text" }, ...blocks(component.content, context));
    case 12: return make("div", { class: "gallery" }, ...component.items.map((item) => covered(item, pictureElement({ ...item.media, description: item.description || "" }, context))));
    case 14: return make("div", { class: `separator${component.divider ? " divider" : ""}${component.spacing === 2 ? " wide" : ""}`, role: component.divider ? "separator" : null });
    case 17: {
      const box = make("section", { class: "container" }, ...inside());
      if (component.accent_color !== null) box.style.setProperty("--edge", `#${component.accent_color.toString(16).padStart(6, "0")}`);
      return covered(component, box);
    }
    default: return null;
  }
}

// A spoiler is covered until it is pressed.
function covered(component, element) {
  if (!component.spoiler) return element;
  const cover = make("div", { class: "covered" }, element);
  const uncover = () => { cover.classList.remove("covered"); button.remove(); };
  const button = make("button", { type: "button", class: "lid", onclick: uncover }, tell("Spoiler"));
  cover.append(button);
  return cover;
}
