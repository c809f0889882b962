import { expect, test } from "vitest";
import { commandToBrowser, commandToTab } from "../src/policy/commands.ts";
import { Denied } from "../src/policy/denied.ts";
import { redactEvent } from "../src/policy/events.ts";
import { type FrameBranch, Frames } from "../src/policy/frames.ts";
import { documentOf, Handles, Unknown } from "../src/policy/handles.ts";

const ROUNDS = 5_000;
const SECRET = "S3CRET";

/** Random numbers from a seed (mulberry32). */
function random(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  const of = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return { next, below, of };
}

type Random = ReturnType<typeof random>;

const METHODS = [
  "DOM.describeNode",
  "DOM.getFrameOwner",
  "DOM.resolveNode",
  "Input.dispatchMouseEvent",
  "Input.dispatchKeyEvent",
  "Input.dispatchDragEvent",
  "Page.addScriptToEvaluateOnNewDocument",
  "Page.captureScreenshot",
  "Page.createIsolatedWorld",
  "Page.navigate",
  "Runtime.callFunctionOn",
  "Runtime.evaluate",
  "Runtime.getProperties",
  "Target.setAutoAttach",
  "Target.createTarget",
  "Network.enable",
  "Network.getCookies",
  "__proto__",
  "constructor",
  "toString",
  "",
];

const NAMES = [
  ...[
    "url",
    "frameId",
    "objectId",
    "contextId",
    "expression",
    "functionDeclaration",
    "arguments",
    "source",
    "worldName",
  ],
  ...[
    "runImmediately",
    "grantUniveralAccess",
    "pierce",
    "depth",
    "backendNodeId",
    "nodeId",
    "type",
    "x",
    "y",
    "button",
  ],
  ...[
    "format",
    "clip",
    "fromSurface",
    "autoAttach",
    "flatten",
    "returnByValue",
    "includeCommandLineAPI",
    "data",
    "key",
  ],
  ...["uniqueContextId", "executionContextId", "throwOnSideEffect", "__proto__", "toString", "referrer", "text"],
];

/** The only parameters that a command may have after the check. */
const FORBIDDEN =
  /grantUniv|pierce|nodeId"|fromSurface|includeCommandLineAPI|uniqueContextId|throwOnSideEffect|referrer|toString/;

function value(chance: Random, depth = 0): unknown {
  const plain = [
    "0",
    "",
    "1.2.3",
    "uipilot",
    "mousePressed",
    "keyDown",
    "png",
    "left",
    "http://localhost/",
    "x".repeat(300),
  ];
  switch (chance.below(depth > 3 ? 6 : 8)) {
    case 0:
      return chance.of(plain);
    case 1:
      return chance.of([0, 1, -1, 2 ** 31, 1e308, 0.5, Number.MAX_SAFE_INTEGER]);
    case 2:
      return chance.next() < 0.5;
    case 3:
      return null;
    case 4:
      return `${SECRET}${chance.below(10)}`;
    case 5:
      return chance.below(1000);
    case 6:
      return Array.from({ length: chance.below(4) }, () => value(chance, depth + 1));
    default:
      return object(chance, depth + 1);
  }
}

function object(chance: Random, depth = 0): Record<string, unknown> {
  const entries = Array.from({ length: chance.below(6) }, () => [chance.of(NAMES), value(chance, depth)]);
  // As a message brings it: `__proto__` is a field then.
  return JSON.parse(`{${entries.map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)}`).join()}}`);
}

test("no command makes the policy fail, and none passes with a parameter that it does not know", {
  timeout: 60_000,
}, () => {
  const chance = random(12);
  let passed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const method = chance.of(METHODS);
    const params = chance.next() < 0.9 ? object(chance) : value(chance);
    for (const check of [
      () => commandToTab(method, params, chance.next() < 0.5).params,
      () => commandToBrowser(method, params),
    ]) {
      try {
        const checked = check();
        passed++;
        expect(JSON.stringify(checked), `${method} ${JSON.stringify(params)}`).not.toMatch(FORBIDDEN);
      } catch (error) {
        if (!(error instanceof Denied)) throw new Error(`${method} ${JSON.stringify(params)}`, { cause: error });
      }
    }
  }
  expect(passed).toBeGreaterThan(ROUNDS / 200);
});

/** Where a frame may go. What is foreign has the secret in its address. */
const PLACES = [
  "http://localhost/ours",
  `http://bank.test/${SECRET}`,
  `https://bank.test/?${SECRET}`,
  "about:blank",
  "about:srcdoc",
  `data:text/html,${SECRET}`,
  `blob:http://bank.test/${SECRET}`,
  `chrome://settings/${SECRET}`,
  "",
];

test("whatever the frames do, no event tells an address of others, and no handle outlives its document", {
  timeout: 60_000,
}, () => {
  const chance = random(2026);
  for (let run = 0; run < 200; run++) {
    const frames = new Frames("top", "http://localhost/ours", false);
    const handles = new Handles(frames);
    const ids = ["top", "a", "b", "c", "d"];
    const sessions = [undefined, "s1", "s2"];
    let loader = 0;
    for (let step = 0; step < 60; step++) {
      const [id, parent, url] = [chance.of(ids), chance.of(ids), chance.of(PLACES)];
      const session = chance.of(sessions);
      const frame = { id, parentId: id === "top" ? undefined : parent, loaderId: `l${loader++}`, url };
      const events: [string, Record<string, unknown>][] = [
        ["Page.frameNavigated", { frame, type: "Navigation" }],
        ["Page.frameAttached", { frameId: id, parentFrameId: parent }],
        ["Page.frameDetached", { frameId: id === "top" ? "a" : id, reason: chance.of(["swap", "remove"]) }],
        ["Page.navigatedWithinDocument", { frameId: id, url }],
        ["Page.frameRequestedNavigation", { frameId: id, url, reason: "anchorClick", disposition: "currentTab" }],
        ["Page.javascriptDialogOpening", { url, type: "prompt", message: url, defaultPrompt: url, frameId: id }],
        ["Page.downloadWillBegin", { frameId: id, guid: "g", url, suggestedFilename: url }],
        ["Network.requestWillBeSent", { frameId: id, requestId: "1", request: { url, headers: { cookie: SECRET } } }],
        ["Network.responseReceivedExtraInfo", { requestId: "1", headers: { cookie: SECRET } }],
        ["Target.attachedToTarget", { sessionId: session ?? "s1", targetInfo: { targetId: id, url, title: url } }],
        ["Target.detachedFromTarget", { sessionId: session ?? "s1" }],
      ];
      const before = new Map(frames.all().map((known) => [known.id, known.document]));
      const known = frames.get(id);
      if (known !== undefined) handles.add("s", "object", id, documentOf(known));
      const [method, params] = chance.of(events);
      frames.note(session, method, params);
      if (chance.next() < 0.1) {
        const branch: FrameBranch = { frame: { ...frame, parentId: parent }, childFrames: [] };
        frames.merge(session, branch);
      }
      // A document answers the question for its origin in its own time.
      const asked = frames.get(chance.of(ids));
      if (asked !== undefined) asked.origin = chance.of(["null", "http://bank.test", "http://localhost"]);

      const origins: string[] = [];
      for (const { id: each, url: shown } of frames.all()) {
        const isForeign = /bank|chrome:|blob:/.test(shown);
        if (isForeign) expect(frames.allows(each, origins), `${each} at ${shown}`).toBe(false);
        const changed = before.get(each) !== frames.get(each)?.document;
        if (each === id && changed && known !== undefined) {
          expect(() => handles.find("s", "object", id)).toThrow(Unknown);
        }
      }
      const place = {
        frame: (of: unknown) => frames.allows(String(of), origins),
        dialog: (dialog: Record<string, unknown>) => frames.allowsDialog(dialog, origins),
        world: () => false,
        origins,
      };
      const at = String(params.frameId ?? (params.frame as { id?: string } | undefined)?.id ?? id);
      if (!frames.allows(at, origins)) {
        const told = JSON.stringify(redactEvent(method, params, place) ?? null);
        expect(told, `${method} of ${at}`).not.toContain(SECRET);
      }
    }
  }
});
