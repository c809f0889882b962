// Steps with everything that can be done and expected.

import { inComment } from "../src/record/written/literal.ts";
import type { Action, Expected, Step, Target } from "../src/record/written/step.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become code
export const HOSTILE = '"; ${process.exit(7)} `x` */ // \\ \n\r\u2028\u202e\u0000 {{}} #{}';

export const target = (more: Partial<Target> = {}): Target => ({
  target: 'button "Save"',
  uid: "1_4",
  page: 1,
  locator: { by: "role", value: "button", name: "Save", exact: true },
  unique: true,
  steps: [{ by: "role", value: "button", name: "Save" }],
  frames: [],
  path: ["#save"],
  native: { using: "css", value: "#save" },
  closed: false,
  role: "button",
  name: "Save",
  tag: "button",
  type: "",
  secret: false,
  text: "Save",
  ...more,
});

export const field = target({
  locator: { by: "label", value: '"Name"', exact: true, within: 'form "Order"', frameSelector: "#shop" },
  steps: [
    { by: "role", value: "form", name: "Order" },
    { by: "label", value: "Name" },
  ],
  frames: [["#host", "#shop"]],
  path: ["#app", "#name"],
  native: { using: "css", value: "#name" },
  tag: "input",
  type: "text",
});

/** One whose locator is short. */
export const small = target({ locator: { by: "css", value: "#a" }, native: { using: "css", value: "#a" } });

const plain = { modifiers: [] };
const share = { x: 0.5, y: 0.1, share: true };
const file = { path: "dot.png", type: "image/png" };

/** Everything that can be done. */
export const actions: Action[] = [
  { do: "open", url: "data:text/html,<h1>Shop</h1>", page: 1 },
  { do: "goto", url: "data:text/html,<h1>Shop</h1>" },
  { do: "history", direction: "back" },
  { do: "history", direction: "forward" },
  { do: "history", direction: "reload" },
  { do: "resize", width: 900, height: 700 },
  { do: "click", target: target(), count: 1, button: "left", ...plain },
  { do: "click", target: target(), count: 2, button: "left", ...plain },
  { do: "click", target: target(), count: 3, button: "left", modifiers: ["Shift"], at: { x: 4, y: 2.5 } },
  { do: "click", target: small, count: 1, button: "middle", ...plain },
  { do: "click", target: small, count: 1, button: "left", holdMs: 700, ...plain },
  { do: "hover", target: small, ...plain, at: { x: 3, y: 3 } },
  { do: "focus", target: field },
  { do: "fill", target: field, value: { text: HOSTILE } },
  { do: "fill", target: field, value: { env: "SHOP_PASSWORD" } },
  { do: "check", target: target({ type: "checkbox" }), checked: true },
  { do: "select", target: target({ tag: "select" }), values: ["Red"] },
  { do: "select", target: target({ tag: "select" }), values: ["Red", "Blue"] },
  { do: "type", target: field, value: { text: "abc" } },
  { do: "type", value: { text: "abc" } },
  { do: "press", target: field, key: "Control+A" },
  { do: "press", key: "Enter" },
  { do: "keyDown", key: "Shift" },
  { do: "keyUp", key: "Shift" },
  { do: "keyDown", key: "w" },
  { do: "keyUp" },
  { do: "press", key: "h", holdMs: 500 },
  { do: "press", target: small, key: "h", holdMs: 500 },
  { do: "type", value: { text: "abc" }, delayMs: 20 },
  { do: "type", target: small, value: { env: "CODE" }, delayMs: 20 },
  { do: "click", target: small, count: 1, button: "left", force: true, ...plain },
  { do: "click", target: small, count: 2, button: "left", ...plain, at: share },
  { do: "click", target: small, count: 1, button: "back", ...plain },
  { do: "wheel", by: { x: 0, y: 400 }, ...plain },
  { do: "wheel", target: small, by: { x: -20, y: 0 }, ...plain },
  { do: "wheel", target: small, by: { x: -20, y: 30 }, modifiers: ["Control"], at: { x: 4, y: 2.5 } },
  { do: "scrollUntil", text: HOSTILE, by: { x: 0, y: 300 } },
  { do: "scrollUntil", target: small, text: "Row 70", by: { x: -100, y: 0 } },
  { do: "scrollTo", target: small },
  {
    do: "drag",
    target: small,
    to: target({ uid: "1_5", nth: 1, locator: { by: "css", value: "li", nth: 1 } }),
    ...plain,
  },
  {
    do: "drag",
    target: small,
    to: small,
    toAt: share,
    at: { x: 1, y: 2 },
    durationMs: 300,
    modifiers: ["ControlOrMeta"],
  },
  { do: "dragBy", target: small, path: [{ x: 5, y: -5 }], button: "left", durationMs: 300, ...plain, at: share },
  {
    do: "dragBy",
    target: small,
    button: "right",
    modifiers: ["Alt", "Shift"],
    path: [
      { x: 20, y: 0.5 },
      { x: 40, y: 10 },
    ],
  },
  { do: "upload", target: target({ type: "file" }), files: ["a.pdf", "b.pdf"] },
  { do: "upload", target: small, files: ["a.pdf"] },
  { do: "touch", target: small, gesture: "tap" },
  { do: "touch", target: small, gesture: "doubleTap", at: { x: 3, y: 4 } },
  { do: "touch", target: small, gesture: "longPress", durationMs: 900 },
  { do: "touch", target: small, gesture: "swipe", by: { x: -60, y: 20 }, at: share },
  { do: "touch", target: small, gesture: "pinch", scale: 0.5 },
  {
    do: "paste",
    target: small,
    content: { text: { text: HOSTILE }, html: HOSTILE, url: "https://a.example/", files: [file] },
  },
  { do: "paste", target: small, content: { text: { env: "CODE" }, files: [] } },
  { do: "drop", target: small, content: { url: "https://a.example/", files: [] }, at: { x: 3, y: 4 } },
  { do: "drop", target: small, content: { text: { text: "a" }, html: HOSTILE, files: [file] } },
  { do: "selectText", target: small, part: {} },
  { do: "selectText", target: small, part: { text: HOSTILE, nth: -1, unit: "word" } },
  { do: "selectText", target: small, part: { from: 2, to: 5, caret: "after" } },
  { do: "evaluate", script: "() => document.title // `x`" },
  {
    do: "emulate",
    given: {
      reset: true,
      device: "Pixel 7",
      viewport: { width: 300, height: 400 },
      deviceScaleFactor: 2,
      mobile: true,
      touch: false,
      userAgent: HOSTILE,
      colorScheme: "dark",
      reducedMotion: "no-preference",
      contrast: "less",
      forcedColors: "none",
      media: "print",
      timezone: "Europe/Berlin",
      locale: "de-DE",
      geolocation: { latitude: 1.5, longitude: -2, accuracy: 1 },
      permissions: [
        { name: "camera", state: "granted", origin: "https://a.example" },
        { name: "midi", state: "denied" },
      ],
      cpuThrottling: 4,
    },
  },
  { do: "network", given: { offline: true } },
  { do: "network", given: { offline: false, latencyMs: 20, downloadKbytes: 0.5, uploadKbytes: 30 } },
  { do: "route", route: { url: "https://a.example/*?a", action: "block", method: "post", kind: "fetch", times: 2 } },
  {
    do: "route",
    route: { url: HOSTILE, action: "fulfill", status: 503, headers: { "x-a": HOSTILE }, text: HOSTILE },
  },
  { do: "route", route: { url: "*", action: "fulfill", file: "answer.json", headers: {} } },
  {
    do: "route",
    route: { url: "*", action: "continue", headers: { "x-b": "c" }, removeHeaders: ["Accept-Language"] },
  },
  { do: "route", route: { url: "*", action: "delay", delayMs: 300, kind: "image" } },
  { do: "route", route: { url: "*", action: "fail", reason: "timedOut" } },
  { do: "unroute" },
  {
    do: "setCookie",
    value: { env: "SID" },
    cookie: {
      name: "sid",
      domain: ".a.example",
      path: "/",
      expires: 2e9,
      httpOnly: true,
      secure: true,
      sameSite: "Strict",
    },
  },
  { do: "deleteCookies", filter: { name: "sid" } },
  { do: "deleteCookies", filter: { domain: "a.example", path: "/a" } },
  { do: "note", text: `Left out: ${inComment(HOSTILE)}` },
  { do: "look" },
];

export const expected: Expected[] = [
  { see: "url", url: "https://shop.example/" },
  { see: "urlPart", part: "/done" },
  { see: "element", target: target() },
  { see: "textIn", target: target({ role: "status" }), text: HOSTILE },
  { see: "value", target: small, value: HOSTILE },
  { see: "checked", target: small, checked: true },
  { see: "checked", target: small, checked: false },
  { see: "count", of: { by: "css", value: ".row" }, count: 3 },
  { see: "count", of: { by: "role", value: "row" }, count: 3 },
  { see: "count", of: { by: "testid", value: 'a"b' }, count: 3 },
  { see: "count", of: { by: "text", value: "Row" }, count: 3 },
  { see: "true", script: "document.title === 'x'" },
  { see: "text", text: "Thank you" },
  { see: "noText", text: "Loading" },
  { see: "selector", selector: "#done" },
];

export const steps: Step[] = actions.map((action) => ({ action, page: 1, expected: [], opens: [], notes: [] }));
const last = steps[steps.length - 1] as Step;
last.expected = expected;
export const click = steps[6] as Step;
click.opens = [2, 3];
click.dialogs = [
  { kind: "prompt", message: HOSTILE, answer: { accept: true, text: HOSTILE } },
  { kind: "confirm", message: "Sure?", answer: { accept: false } },
];
steps.push({ action: { do: "closePage", page: 2 }, page: 2, expected: [], opens: [], notes: [] });
steps.push({ action: click.action, page: 3, expected: [], opens: [], closes: true, notes: [] });

export const about = { version: "0.0.0", browser: "a browser", at: new Date(0) };
