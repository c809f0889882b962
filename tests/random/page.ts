/**
 * A page that builds itself at random: the same page for the same seed. It changes itself when it is asked to, and records
 * which element received which event.
 *
 * Each operable element has a key, such as `a12q`, which is a word of its name. A frame has its keys, too: the letters
 * before the number name the frame. Functions of the page, for tests: `mutate(seed)`, `report()`.
 */

const STYLE = `
body { margin: 8px; font: 14px sans-serif } .none { display: none } .vh { visibility: hidden } .vis { visibility: visible }
.cont { display: contents } .ptr { cursor: pointer } .clear { opacity: 0 } .flat { height: 0; overflow: hidden }
.away { position: absolute; left: -9999px } .box { border: 1px solid; padding: 4px; margin: 4px }
.scroll { height: 70px; overflow: auto; border: 1px solid } .turn { transform: rotate(3deg) scale(0.9) }
.flex { display: flex; flex-wrap: wrap; gap: 4px } .still { pointer-events: none } .over { position: relative }
.over::after { content: ""; position: absolute; inset: 0; background: #8888 } .small { font-size: 6px }
.on + .after { display: none } li:last-child .last { display: none } input:checked ~ .ticked { visibility: hidden }
.fixed { position: fixed; right: 0; bottom: 0; background: silver } iframe { width: 420px; height: 220px; border: 1px solid }`;

/** Runs in the page. It is plain script: what is written here is what the page gets. */
const SCRIPT = String.raw`
const { seed, prefix, depth } = config;
const random = (start) => {
  let s = (start * 2654435761) % 4294967296 || 1;
  return (n) => { s ^= s << 13; s >>>= 0; s ^= s >>> 17; s ^= s << 5; s >>>= 0; return s % n; };
};
let rnd = random(seed + prefix.length * 7919 + prefix.charCodeAt(prefix.length - 1));
const pick = (list) => list[rnd(list.length)];
const WORDS = ["Save", "Öffnen", "削除する", "حفظ", "שמור", "ลบ", "Удалить", "मिटाएँ", "👩‍👩‍👧 go", "e\u0301te\u0301", "x".repeat(30),
  "say \"no\" \\", "a\u00ad\u200bb", "uid=1_1 button", "&lt;b&gt;", "İstanbul ß", "two  words", "tab\tline\nbreak", "1 – 2 … 3", "\u202eabc"];
const keyed = new Map();
let log = [];
let count = 0;
const TYPES = ["mousedown", "mouseup", "click", "dblclick", "contextmenu", "input", "change", "mouseover"];
const said = new WeakSet();
// Listeners are on the keyed elements: the innermost one that an event reaches counts.
const listen = (el, key) => {
  for (const type of TYPES) el.addEventListener(type, (event) => {
    if (said.has(event)) return;
    said.add(event);
    log.push({ type, key, trusted: event.isTrusted });
  });
};
const newKey = () => prefix + count++ + "q";
const name = (key) => pick(WORDS) + " " + key;
const make = (tag, attributes = {}, ...children) => {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  el.append(...children);
  return el;
};
const keep = (el, key) => { keyed.set(key, el); el.__key = key; listen(el, key); return el; };
const labelled = (control, key) => {
  const text = name(key);
  const label = make("label");
  listen(label, key);
  switch (rnd(6)) {
    case 0: label.append(text, control); return label;
    case 1: label.append(control, text); return label;
    case 2: { const id = "l" + key; control.id = id; label.htmlFor = id; label.append(text); return make("div", {}, label, control); }
    case 3: { const id = "t" + key; control.setAttribute("aria-labelledby", id); return make("div", {}, make("span", { id }, text), control); }
    case 4: control.title = text; return control;
    default: control.setAttribute("aria-label", text); return control;
  }
};
const after = () => { if (rnd(6) === 0) change(); };
const widgets = [
  (key) => { const el = keep(make("button", { type: "button" }, name(key)), key); el.onclick = after; return el; },
  (key) => keep(make("button", { type: "button", "aria-label": name(key) }, "×"), key),
  (key) => keep(make("button", { type: "button" }, make("b", {}, pick(WORDS)), " ", make("i", {}, key)), key),
  // In a frame without an address of its own, a fragment leads to the page around it.
  (key) => { const el = keep(make("a", { href: "#" + key }, name(key)), key); if (prefix !== "a") el.onclick = (event) => event.preventDefault(); return el; },
  (key) => keep(make("div", { role: "button", tabindex: "0" }, name(key)), key),
  (key) => { const el = keep(make("div", { class: "ptr" }, name(key)), key); el.onclick = after; return el; },
  (key) => { const el = keep(make("span", { role: "checkbox", tabindex: "0", "aria-checked": "false" }, name(key)), key);
    el.onclick = () => el.setAttribute("aria-checked", String(el.getAttribute("aria-checked") !== "true")); return el; },
  (key) => { const el = keep(make("button", { type: "button", role: "switch", "aria-checked": "false" }, name(key)), key);
    el.onclick = () => el.setAttribute("aria-checked", String(el.getAttribute("aria-checked") !== "true")); return el; },
  (key) => labelled(keep(make("input", { value: pick(["", "v"]) }), key), key),
  (key) => labelled(keep(make("input", { type: pick(["search", "email", "tel", "url", "password"]) }), key), key),
  (key) => labelled(keep(make("textarea", {}, pick(["", "some\ntext"])), key), key),
  (key) => keep(make("input", { placeholder: name(key) }), key),
  (key) => keep(make("div", { contenteditable: "", role: "textbox", "aria-label": name(key) }, pick(["", "old"])), key),
  (key) => labelled(keep(make("input", { type: "checkbox" }), key), key),
  (key) => { const input = keep(make("input", { type: "checkbox", class: pick(["away", "clear", "vh", "none", "flat"]), id: "c" + key }), key);
    const label = make("label", { for: "c" + key }, name(key)); listen(label, key); return make("div", {}, input, label); },
  (key) => { const group = make("div", { role: "radiogroup" }); const shared = "r" + key;
    for (const one of [key, newKey()]) group.append(labelled(keep(make("input", { type: "radio", name: shared }), one), one)); return group; },
  (key) => labelled(keep(make("select", {}, make("option", {}, "A " + pick(WORDS)), make("option", {}, "B"), make("option", { disabled: "" }, "C"), make("option", {}, "D")), key), key),
  (key) => { const el = make("details", {}, keep(make("summary", {}, name(key)), key), make("p", {}, "Inside ", widget())); el.open = rnd(2) === 0; return el; },
];
const widget = () => { const key = newKey(); return pick(widgets)(key); };
const containers = [
  () => make("div", { class: pick(["", "box", "flex", "scroll", "turn", "cont", "over", "small"]) }),
  () => make("section", { "aria-label": pick(WORDS) }),
  () => make("form", { onsubmit: "return false" }),
  () => make("fieldset", {}, make("legend", {}, pick(WORDS))),
  () => make("div", { class: pick(["none", "vh", "clear", "flat", "away", "still", "fixed"]) }),
  () => make("div", pick([{ hidden: "" }, { inert: "" }, { "aria-hidden": "true" }, { role: "none" }, { role: "group", "aria-label": "G" }])),
  () => make("dialog", { open: "" }),
];
const fill = (box, level) => {
  for (let n = 1 + rnd(4); n > 0; n--) box.append(block(level));
  return box;
};
const block = (level) => {
  const what = rnd(20);
  if (level <= 0 || what < 8) return widget();
  if (what < 9) return make("p", {}, pick(WORDS) + " " + pick(WORDS), make("em", {}, " text"));
  if (what < 10) return make("h" + (1 + rnd(4)), {}, pick(WORDS));
  if (what < 11) { const list = make(pick(["ul", "ol"])); for (let n = rnd(4); n >= 0; n--) list.append(make("li", { class: pick(["", "on", "after"]) }, pick(WORDS) + " ", widget())); return list; }
  if (what < 12) { const table = make("table", {}, make("tr", {}, make("th", {}, "A"), make("th", {}, "B")));
    for (let n = rnd(3); n >= 0; n--) table.append(make("tr", {}, make("td", {}, pick(WORDS)), make("td", {}, widget()))); return table; }
  if (what < 14) { const host = make(pick(["x-card", "div"])); const root = host.attachShadow({ mode: pick(["open", "closed"]) });
    root.append(make("style", {}, ".n { display: none }"), fill(make("div"), level - 1), make("slot"), make("div", { class: pick(["", "n"]) }, make("slot", { name: "s" })));
    for (let n = rnd(3); n >= 0; n--) { const child = widget(); if (rnd(2)) child.slot = "s"; host.append(child); } hosts.push(root); return host; }
  if (what < 15 && depth > 0 && frames < 2) return frame();
  return fill(pick(containers)(), level - 1);
};
const json = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");
const html = (config) => "<!doctype html><title>Frame</title><style>" + style + "</style><body><script>const style = " + json(style) +
  ", config = " + json(config) + ", source = " + json(source) + "; (0, eval)(source);<" + "/script>";
const hosts = [];
// Frames in shadow trees are not among those of the window.
const owners = [];
let frames = 0;
const frame = () => {
  const inner = { seed: seed + frames + 1, prefix: prefix + "abcdefgh"[frames++], depth: depth - 1 };
  const el = make("iframe", { title: pick(WORDS) });
  owners.push(el);
  if (rnd(3) === 0) el.src = config.other + "?" + new URLSearchParams(Object.entries(inner));
  else el.srcdoc = html({ ...inner, other: config.other });
  return el;
};
const alive = () => [...keyed.values()].filter((el) => el.isConnected);
const attributes = [["class", "none"], ["class", "vh"], ["class", "ptr"], ["class", "over"], ["class", "still"], ["class", ""], ["hidden", ""], ["inert", ""],
  ["disabled", ""], ["readonly", ""], ["aria-disabled", "true"], ["aria-hidden", "true"], ["tabindex", "-1"], ["tabindex", "0"], ["aria-expanded", "true"],
  ["required", ""], ["title", "T"], ["slot", "s"], ["slot", ""], ["style", "display: inline-block"], ["style", "margin-top: 40px"], ["draggable", "true"]];
const boxes = () => [document.body, ...document.querySelectorAll("div, section, form, fieldset, li, td"), ...hosts.filter((root) => root.host.isConnected)]
  .filter((box) => box === document.body || !box.__key);
const rename = (el) => {
  const key = el.__key;
  if (el.hasAttribute("aria-label")) el.setAttribute("aria-label", name(key));
  else if (el.hasAttribute("placeholder")) el.setAttribute("placeholder", name(key));
  else if (/^(BUTTON|A|SUMMARY)$/.test(el.tagName)) el.textContent = name(key);
};
const ops = [
  () => { const [name, value] = pick(attributes); pick(alive())?.setAttribute(name, value); },
  () => { const [name, value] = pick(attributes); const box = pick(boxes()); if (box !== document.body) box.setAttribute?.(name, value); },
  () => { const el = pick(rnd(2) ? alive() : boxes()); const names = el?.getAttributeNames?.().filter((name) => !/^(id|type|role|aria-label|aria-labelledby|placeholder|contenteditable|href|name)$/.test(name)) ?? []; if (names.length) el.removeAttribute(pick(names)); },
  () => pick(boxes()).append(widget()),
  () => pick(boxes()).prepend(block(1)),
  () => { const box = pick(boxes()); box.insertBefore(block(1), pick([null, ...box.childNodes])); },
  () => pick(alive())?.remove(),
  () => { const box = pick(boxes()); if (box !== document.body && !box.host && box.querySelectorAll("*").length < 20) box.remove(); },
  () => { const el = pick(alive()); const box = pick(boxes()); if (el && !el.contains(box)) box.append(el); },
  // A label names the first control in it, so no other control comes into one.
  () => { const el = pick(alive()); const other = pick(alive()); if (el && other && !el.contains(other) && !other.closest("label")) other.before(el); },
  () => { const el = pick(alive()); if (el) rename(el); },
  () => { const el = pick(alive()); if (el) rename(el); },
  () => { const el = pick(alive()); if (el && "value" in el && !/checkbox|radio/.test(el.type)) el.value = el.tagName === "SELECT" ? "B" : pick(["", "set", pick(WORDS)]); },
  () => { const el = pick(alive()); if (el && /checkbox|radio/.test(el.type)) el.checked = !el.checked; },
  () => { const el = pick([...document.querySelectorAll("details")]); if (el) el.open = !el.open; },
  () => { const el = pick([...document.querySelectorAll("dialog")]); if (el?.open) el.close(); else el?.show(); },
  () => pick(boxes()).append(pick(WORDS)),
  () => { const walker = document.createTreeWalker(document.body, 4); const texts = []; while (walker.nextNode()) if (!/^(STYLE|SCRIPT)$/.test(walker.currentNode.parentNode.tagName) && !/q/.test(walker.currentNode.data)) texts.push(walker.currentNode); const text = pick(texts); if (text) text.data = pick(["", pick(WORDS)]); },
  () => { const el = pick([...document.querySelectorAll("iframe")]); if (el && rnd(3) === 0) el.remove(); },
  () => { const sheet = document.styleSheets[0]; if (rnd(2)) sheet.insertRule(pick([".box { display: none }", "h2 { visibility: hidden }", "li button { cursor: auto }", ".ptr { cursor: auto }"]), sheet.cssRules.length); else if (sheet.cssRules.length > 22) sheet.deleteRule(sheet.cssRules.length - 1); },
  () => scrollTo(0, rnd(500)),
];
const change = () => { for (let n = 1 + rnd(4); n > 0; n--) pick(ops)(); };
const state = (el) => ({
  connected: el.isConnected,
  value: el.isContentEditable ? el.textContent : el.tagName === "SELECT" ? (el.selectedOptions[0]?.label ?? "") : (el.value ?? ""),
  checked: /checkbox|radio/.test(el.type ?? "") ? el.checked : el.getAttribute("aria-checked") === "true",
});
const own = {
  mutate: (step) => { rnd = random(seed * 31 + step * 17 + prefix.length); change(); return {}; },
  report: () => { const taken = log; log = []; return { log: taken, states: Object.fromEntries([...keyed].map(([key, el]) => [key, state(el)])) }; },
};
const waiting = new Map();
let asked = 0;
addEventListener("message", async ({ data, source: from }) => {
  if (data.answer) waiting.get(data.id)?.(data.answer);
  else if (own[data.ask]) from.postMessage({ id: data.id, answer: await everywhere(data.ask, data.argument) }, "*");
});
/** Asks this document and all frames in it. A frame that was removed meanwhile does not answer. */
const everywhere = async (ask, argument) => {
  const inner = owners.filter((el) => el.contentWindow).map((el) => new Promise((done) => {
    const id = prefix + asked++;
    waiting.set(id, done);
    el.contentWindow.postMessage({ id, ask, argument }, "*");
    setTimeout(() => done({ log: [], states: {} }), 400);
  }));
  const answers = [own[ask](argument), ...(await Promise.all(inner))];
  return { log: answers.flatMap((answer) => answer.log ?? []), states: Object.assign({}, ...answers.map((answer) => answer.states ?? {})) };
};
globalThis.mutate = async (step) => { await everywhere("mutate", step); await new Promise((done) => setTimeout(done, 30)); };
globalThis.report = () => everywhere("report");
for (let n = 3 + rnd(5); n > 0; n--) document.body.append(block(3));
`;

/** What the document of a frame, or of the page, is built from. */
export interface Config {
  seed: number;
  /** What the keys of the document begin with. */
  prefix: string;
  /** How many levels of frames it may have. */
  depth: number;
  /** The address of such documents under another origin. */
  other: string;
}

const json = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The document that builds itself from a seed. */
export function randomPage(config: Config): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page ${config.seed}</title><style>${STYLE}</style><body><script>
    const style = ${json(STYLE)}, config = ${json(config)}, source = ${json(`{${SCRIPT}}`)};
    (0, eval)(source);
  </script>`;
}
