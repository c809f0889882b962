// The commands that are passed on, with their parameters and with what of the browser's answer goes back. Everything that
// is not named here is refused or left out.

import * as z from "zod/mini";
import type { InputKind } from "../shield/shield.ts";
import { Denied } from "./denied.ts";
import { WORLD } from "./worlds.ts";

// The extension's pages may not make functions from text, and zod would try.
z.config({ jitless: true });

/** `anywhere`: it reveals and changes nothing of a document, so that the engine can leave a page. */
export type Scope = "anywhere" | "at-allowed-origins";

type Fields = Record<string, unknown>;

/** How a command is checked, and what of its answer is passed back. */
export interface Rule {
  scope: Scope;
  params: z.ZodMiniType<Fields>;
  /** Whether it is for the tab's own session only. */
  root: boolean;
  answer: (result: Fields) => Fields;
  /** For input: as what it is counted where a document stops it, and what is down after it or up again. */
  input?: (params: Fields) => InputOf;
}

/** What input does. */
export interface InputOf {
  kind: InputKind;
  down?: string;
  up?: string;
}

/** The text of the engine's gate, which keeps input out of documents for some seconds; the build puts it in. */
declare const GATE: string;

/** The beginning of the engine's script that tells what the user does; the build puts it in. */
declare const HANDS: string;
/** The build puts a text of 170 kB in wherever that is named. */
const TELLING: string = HANDS;

/** Ends what that script begins. */
const LEAVE_HANDS = "globalThis.__uipilotHands?.stop?.();";

/** The function that the script calls with each message. */
const TELL = "__uipilotTell";

/** The engine's gates, see crates/engine/src/backend/agent.rs. */
const GATES = [
  ...["input", "presses", "wheel", "touch"].map(
    (guard) => `${GATE}\nglobalThis.__uipilotGate?.close?.(5000, '${guard}');`,
  ),
  "globalThis.__uipilotGate?.open?.();",
];

/** Whether a text is one of the engine's scripts, the only ones that are run in new documents. */
function isOurs(source: string): boolean {
  if (GATES.includes(source) || source === LEAVE_HANDS) return true;
  // What follows is the name of the attribute with test ids.
  return source.startsWith(TELLING) && /^"[\w:.-]{1,100}" \}\);$/.test(source.slice(TELLING.length));
}

const nothing = z.strictObject({});
const flag = z.boolean();
const text = (most: number) => z.string().check(z.maxLength(most));
const between = (least: number, most: number) => z.number().check(z.gte(least), z.lte(most));
const whole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const list = <T extends z.ZodMiniType>(item: T, most: number) => z.array(item).check(z.maxLength(most));

const MEGA = 1024 * 1024;
const id = text(200);
const handle = text(200);
const group = text(100);
const coordinate = between(-1e6, 1e6);
const modifiers = whole(0, 15);
const script = text(8 * MEGA);

/** Picks fields of an object; those that are absent stay absent. */
export function pick(from: unknown, ...names: string[]): Fields {
  const given = (typeof from === "object" && from !== null ? from : {}) as Fields;
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

const fields =
  (...names: string[]) =>
  (result: Fields) =>
    pick(result, ...names);

/** What a script returned or threw. */
function scriptAnswer({ result, exceptionDetails }: Fields): Fields {
  const answer: Fields = { result: pick(result, "type", "value", "objectId") };
  if (exceptionDetails !== undefined) {
    const { exception } = exceptionDetails as Fields;
    answer.exceptionDetails = { ...pick(exceptionDetails, "text"), exception: pick(exception, "description") };
  }
  return answer;
}

/** A node by its number, with its closed shadow roots. */
function nodeAnswer({ node }: Fields): Fields {
  const roots = ((node as Fields).shadowRoots ?? []) as Fields[];
  const shadowRoots = roots.map((root) => pick(root, "backendNodeId", "shadowRootType"));
  return { node: { ...pick(node, "backendNodeId"), shadowRoots } };
}

/** The elements of a list. */
function elements({ result }: Fields): Fields {
  const properties = (result as Fields[]).filter(({ name }) => /^\d+$/.test(String(name)));
  return {
    result: properties.map(({ name, value }) => ({ name, value: { type: "object", ...pick(value, "objectId") } })),
  };
}

const history = ({ currentIndex, entries }: Fields): Fields => ({
  currentIndex,
  // Addresses and titles of other pages are the user's.
  entries: (entries as Fields[]).map((entry) => pick(entry, "id")),
});

/** A command that puts input into whatever is under the pointer or has the focus. */
const input = (params: z.ZodMiniType<Fields>, kind: Rule["input"]): Rule => ({
  ...rule("at-allowed-origins", params, undefined, true),
  ...(kind === undefined ? {} : { input: kind }),
});

function rule(scope: Scope, params: z.ZodMiniType<Fields>, answer: Rule["answer"] = () => ({}), root = false): Rule {
  return { scope, params, root, answer };
}

/** A command of the tab's own session. */
const ofTab = (scope: Scope, params: z.ZodMiniType<Fields>, answer?: Rule["answer"]): Rule =>
  rule(scope, params, answer, true);

const filter = list(z.union([z.strictObject({ type: text(30) }), z.strictObject({ exclude: z.literal(true) })]), 10);

const mouse = z.strictObject({
  type: z.enum(["mouseMoved", "mousePressed", "mouseReleased", "mouseWheel"]),
  x: coordinate,
  y: coordinate,
  button: z.optional(z.enum(["none", "left", "middle", "right", "back", "forward"])),
  buttons: z.optional(whole(0, 31)),
  clickCount: z.optional(whole(0, 10)),
  deltaX: z.optional(coordinate),
  deltaY: z.optional(coordinate),
  modifiers: z.optional(modifiers),
  pointerType: z.optional(z.enum(["mouse", "pen"])),
  force: z.optional(between(0, 1)),
});

const key = z.strictObject({
  type: z.enum(["keyDown", "rawKeyDown", "keyUp"]),
  modifiers: z.optional(modifiers),
  key: z.optional(text(40)),
  code: z.optional(text(40)),
  windowsVirtualKeyCode: z.optional(whole(0, 65_535)),
  location: z.optional(whole(0, 3)),
  isKeypad: z.optional(flag),
  autoRepeat: z.optional(flag),
  text: z.optional(text(40)),
  unmodifiedText: z.optional(text(40)),
  commands: z.optional(list(z.string().check(z.regex(/^[a-zA-Z]{1,60}$/)), 5)),
});

const touch = z.strictObject({
  type: z.enum(["touchStart", "touchMove", "touchEnd", "touchCancel"]),
  touchPoints: list(
    z.strictObject({ x: coordinate, y: coordinate, id: whole(0, 20), force: z.optional(between(0, 1)) }),
    10,
  ),
});

/** What is down while fingers touch. Like a mouse with a button down, they stay with what they touched first. */
const FINGERS = "button touch";

const drag = z.strictObject({
  type: z.enum(["dragEnter", "dragOver", "drop", "dragCancel"]),
  x: coordinate,
  y: coordinate,
  modifiers: z.optional(modifiers),
  // The extension puts in what the browser reported.
  data: z.record(z.string(), z.unknown()),
});

const picture = z.strictObject({
  format: z.optional(z.enum(["png", "jpeg", "webp"])),
  quality: z.optional(whole(0, 100)),
  optimizeForSpeed: z.optional(flag),
  captureBeyondViewport: z.optional(flag),
  clip: z.optional(
    z.strictObject({
      x: coordinate,
      y: coordinate,
      width: between(0, 1e5),
      height: between(0, 1e5),
      scale: between(0, 20),
    }),
  ),
});

const argument = z.union([
  z.strictObject({ objectId: handle }),
  z.strictObject({ value: z.union([text(32 * MEGA), z.number(), flag, z.null()]) }),
]);

const COMMANDS: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    "DOM.describeNode": rule(
      "at-allowed-origins",
      z.strictObject({ objectId: handle, depth: z.optional(z.literal(0)) }),
      nodeAnswer,
    ),
    "DOM.getFrameOwner": rule("at-allowed-origins", z.strictObject({ frameId: id }), fields("backendNodeId")),
    "DOM.resolveNode": rule(
      "at-allowed-origins",
      z.strictObject({
        backendNodeId: whole(0, 2 ** 31),
        executionContextId: z.optional(whole(0, 2 ** 31)),
        objectGroup: z.optional(group),
      }),
      ({ object }) => ({ object: pick(object, "type", "objectId") }),
    ),
    "DOM.setFileInputFiles": rule(
      "at-allowed-origins",
      z.strictObject({ objectId: handle, files: list(text(4096), 1000) }),
    ),
    "Emulation.setDeviceMetricsOverride": ofTab(
      "at-allowed-origins",
      z.strictObject({
        width: whole(0, 20_000),
        height: whole(0, 20_000),
        deviceScaleFactor: between(0, 10),
        mobile: flag,
      }),
    ),
    "Emulation.setFocusEmulationEnabled": ofTab("anywhere", z.strictObject({ enabled: flag })),
    "Input.dispatchDragEvent": input(drag, ({ type }) => ({
      kind: "drag",
      ...(type === "dragCancel" ? { up: "drag" } : { down: "drag" }),
    })),
    "Input.dispatchKeyEvent": input(key, ({ type, code, key }) => {
      const name = `key ${code ?? key}`;
      return { kind: "key", ...(type === "keyUp" ? { up: name } : { down: name }) };
    }),
    "Input.dispatchMouseEvent": input(mouse, ({ type, button }) => {
      if (type === "mouseWheel") return { kind: "wheel" };
      const name = `button ${button}`;
      const change = { mousePressed: { down: name }, mouseReleased: { up: name }, mouseMoved: {} };
      return { kind: "mouse", ...change[type as keyof typeof change] };
    }),
    "Input.dispatchTouchEvent": input(touch, ({ type, touchPoints }) => {
      // An end that names fingers leaves the others down.
      const ends = (type === "touchEnd" || type === "touchCancel") && (touchPoints as unknown[]).length === 0;
      return { kind: "mouse", ...(ends ? { up: FINGERS } : type === "touchStart" ? { down: FINGERS } : {}) };
    }),
    "Input.insertText": input(z.strictObject({ text: text(32 * MEGA) }), () => ({ kind: "text" })),
    "Input.setInterceptDrags": ofTab("at-allowed-origins", z.strictObject({ enabled: flag })),
    "Network.disable": rule("at-allowed-origins", nothing),
    "Network.enable": rule(
      "at-allowed-origins",
      z.strictObject({ maxTotalBufferSize: z.optional(z.literal(0)), maxResourceBufferSize: z.optional(z.literal(0)) }),
    ),
    "Page.addScriptToEvaluateOnNewDocument": rule(
      "anywhere",
      z.strictObject({
        source: z.string().check(z.refine(isOurs)),
        worldName: z.literal(WORLD),
        runImmediately: z.optional(flag),
      }),
      fields("identifier"),
    ),
    "Page.bringToFront": ofTab("anywhere", nothing),
    "Page.captureScreenshot": ofTab("at-allowed-origins", picture, fields("data")),
    "Page.createIsolatedWorld": rule(
      "at-allowed-origins",
      z.strictObject({ frameId: id, worldName: z.literal(WORLD) }),
      fields("executionContextId"),
    ),
    "Page.enable": rule("anywhere", nothing),
    "Page.getFrameTree": rule("anywhere", nothing),
    "Page.getLayoutMetrics": ofTab(
      "at-allowed-origins",
      nothing,
      fields(
        "layoutViewport",
        "visualViewport",
        "contentSize",
        "cssLayoutViewport",
        "cssVisualViewport",
        "cssContentSize",
      ),
    ),
    "Page.getNavigationHistory": ofTab("anywhere", nothing, history),
    "Page.handleJavaScriptDialog": ofTab(
      "anywhere",
      z.strictObject({ accept: flag, promptText: z.optional(text(MEGA)) }),
    ),
    "Page.navigate": ofTab(
      "anywhere",
      z.strictObject({ url: text(100_000) }),
      fields("frameId", "loaderId", "errorText", "isDownload"),
    ),
    "Page.navigateToHistoryEntry": ofTab("anywhere", z.strictObject({ entryId: whole(0, 2 ** 31) })),
    "Page.reload": ofTab("at-allowed-origins", z.strictObject({ ignoreCache: z.optional(flag) })),
    "Page.removeScriptToEvaluateOnNewDocument": rule("anywhere", z.strictObject({ identifier: id })),
    "Page.setInterceptFileChooserDialog": rule(
      "at-allowed-origins",
      z.strictObject({ enabled: flag, cancel: z.optional(flag) }),
    ),
    "Page.setLifecycleEventsEnabled": rule("anywhere", z.strictObject({ enabled: flag })),
    "Page.stopLoading": ofTab("anywhere", nothing),
    "Runtime.addBinding": rule(
      "anywhere",
      z.strictObject({ name: z.literal(TELL), executionContextName: z.literal(WORLD) }),
    ),
    "Runtime.callFunctionOn": rule(
      "at-allowed-origins",
      z.strictObject({
        objectId: handle,
        functionDeclaration: script,
        arguments: z.optional(list(argument, 10_000)),
        returnByValue: z.optional(flag),
        awaitPromise: z.optional(flag),
        objectGroup: z.optional(group),
      }),
      scriptAnswer,
    ),
    "Runtime.disable": rule("anywhere", nothing),
    "Runtime.enable": rule("anywhere", nothing),
    "Runtime.evaluate": rule(
      "at-allowed-origins",
      z.strictObject({ expression: script, contextId: whole(0, 2 ** 31) }),
      scriptAnswer,
    ),
    "Runtime.getProperties": rule(
      "at-allowed-origins",
      z.strictObject({ objectId: handle, ownProperties: z.literal(true) }),
      elements,
    ),
    "Runtime.releaseObjectGroup": rule("anywhere", z.strictObject({ objectGroup: group })),
    "Runtime.removeBinding": rule("anywhere", z.strictObject({ name: z.literal(TELL) })),
    "Runtime.terminateExecution": rule("at-allowed-origins", nothing),
    "Target.setAutoAttach": rule(
      "anywhere",
      z.strictObject({
        autoAttach: z.literal(true),
        waitForDebuggerOnStart: z.optional(z.literal(false)),
        flatten: z.literal(true),
        filter: z.optional(filter),
      }),
    ),
  }),
);

/** A question whose answer says only that the page's thread answers. */
const PROBE = rule("anywhere", z.strictObject({ expression: z.literal("0") }));

const target = z.strictObject({ targetId: id });

/** The commands to the browser itself, which the extension carries out. */
const BROWSER: ReadonlyMap<string, z.ZodMiniType<Fields>> = new Map(
  Object.entries({
    "Browser.getVersion": nothing,
    "Browser.setDownloadBehavior": z.strictObject({
      behavior: z.literal("default"),
      eventsEnabled: z.optional(flag),
    }),
    "Target.attachToTarget": z.strictObject({ targetId: id, flatten: z.literal(true) }),
    "Target.closeTarget": target,
    "Target.createTarget": z.strictObject({ url: z.literal("about:blank"), background: z.optional(flag) }),
    "Target.detachFromTarget": z.strictObject({ sessionId: id }),
    "Target.getTargets": z.strictObject({ filter: z.optional(filter) }),
    "Target.setDiscoverTargets": z.strictObject({ discover: z.literal(true), filter: z.optional(filter) }),
  }),
);

/** Longest method name in an error. */
const MAX_NAME = 200;

const notPassed = (method: string) => new Denied("command", `${method.slice(0, MAX_NAME)} is not passed on`);

/** Reads parameters. The result is a copy. */
function read(method: string, schema: z.ZodMiniType<Fields>, params: unknown): Fields {
  const { success, data } = schema.safeParse(params);
  if (!success) throw new Denied("command", `${method} is not passed on with these parameters`);
  return data;
}

/** The rule for a command to a tab, and its parameters. Throws for commands that are never passed on. */
export function commandToTab(method: string, params: unknown, root: boolean): { rule: Rule; params: Fields } {
  const found = method === "Runtime.evaluate" && PROBE.params.safeParse(params).success ? PROBE : COMMANDS.get(method);
  if (found === undefined || (found.root && !root)) throw notPassed(method);
  return { rule: found, params: read(method, found.params, params) };
}

/** The parameters of a command to the browser. Throws for commands that are not known. */
export function commandToBrowser(method: string, params: unknown): Fields {
  const schema = BROWSER.get(method);
  if (schema === undefined) throw notPassed(method);
  return read(method, schema, params);
}
