import { expect, test } from "vitest";
import { commandToBrowser, commandToTab } from "../src/policy/commands.ts";
import { redactEvent } from "../src/policy/events.ts";
import { type Framed, isAllowed, isFrameAllowed, originOf, parseOrigin } from "../src/policy/policy.ts";

test("this machine's servers are allowed, and names that only look like it are not", () => {
  for (const url of [
    "http://localhost/",
    "https://localhost:3000/a?b#c",
    "http://127.0.0.1:8080/",
    "http://[::1]:1/",
    "http://app.localhost/",
    "about:blank",
    "about:srcdoc",
    "blob:http://localhost/1-2",
  ]) {
    expect(isAllowed(url, []), url).toBe(true);
  }
  for (const url of [
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
    "http://evil.example/localhost",
    "http://localhost@evil.example/",
    "http://notlocalhost/",
    "http://127.0.0.2/",
    "file:///etc/passwd",
    "ftp://localhost/",
    "chrome://settings/",
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:https://evil.example/1",
    "about:config",
    "not an address",
  ]) {
    expect(isAllowed(url, []), url).toBe(false);
  }
});

test("an origin is allowed as a whole and exactly", () => {
  const origins = ["https://example.com"];
  expect(isAllowed("https://example.com/a/b", origins)).toBe(true);
  expect(isAllowed("https://example.com:443/", origins)).toBe(true);
  for (const url of ["http://example.com/", "https://www.example.com/", "https://example.com:8443/"]) {
    expect(isAllowed(url, origins), url).toBe(false);
  }
});

test("a frame without an address of its own is its parent's", () => {
  const frames: Record<string, Framed> = {
    top: { url: "http://localhost/" },
    data: { url: "data:text/html,x", parent: "top" },
    deep: { url: "about:srcdoc", parent: "data" },
    shop: { url: "https://shop.example/", parent: "top" },
    empty: { url: "", parent: "shop" },
    written: { url: "about:srcdoc", parent: "shop" },
    text: { url: "data:text/html,secret", parent: "shop" },
    back: { url: "http://localhost/inner", parent: "shop" },
    alone: { url: "data:text/html,x" },
    loop: { url: "about:blank", parent: "loop" },
  };
  const allowed = (id: string, origins: string[] = []) => isFrameAllowed(id, (frame) => frames[frame], origins);
  for (const id of ["top", "data", "deep", "back"]) expect(allowed(id), id).toBe(true);
  for (const id of ["shop", "empty", "written", "text", "alone", "loop", "unknown"])
    expect(allowed(id), id).toBe(false);
  for (const id of ["shop", "empty", "written", "text"]) expect(allowed(id, ["https://shop.example"]), id).toBe(true);
});

test("what a user types becomes an origin, or is refused", () => {
  expect(parseOrigin("example.com")).toBe("https://example.com");
  expect(parseOrigin("http://Example.com:8080/path")).toBe("http://example.com:8080");
  for (const typed of ["", "file:///x", "chrome://settings", "https://", "*", `https://${"x".repeat(400)}.example`]) {
    expect(parseOrigin(typed), typed).toBeUndefined();
  }
  expect(originOf("data:text/html,x")).toBeUndefined();
});

declare const GATE: string;
declare const HANDS: string;

const passes = (method: string, params: unknown, root = true) => {
  try {
    commandToTab(method, params, root);
    return true;
  } catch {
    return false;
  }
};

test("commands are passed on with their own parameters only", () => {
  expect(passes("Page.navigate", { url: "http://localhost/" })).toBe(true);
  expect(passes("Runtime.callFunctionOn", { objectId: "1.2.3", functionDeclaration: "f", returnByValue: true })).toBe(
    true,
  );
  expect(passes("Runtime.evaluate", { expression: "0" })).toBe(true);
  // The engine's own gate is the only script for new documents.
  const closing = (guard: string) => `${GATE}\nglobalThis.__uipilotGate?.close?.(5000, '${guard}');`;
  for (const source of [...["input", "presses", "wheel"].map(closing), "globalThis.__uipilotGate?.open?.();"]) {
    const gate = { source, worldName: "uipilot", runImmediately: true };
    expect(passes("Page.addScriptToEvaluateOnNewDocument", gate), source.slice(-40)).toBe(true);
  }
  // So is that which tells what the user does.
  const telling = (source: string) =>
    passes("Page.addScriptToEvaluateOnNewDocument", { source, worldName: "uipilot", runImmediately: true });
  expect(telling(`${HANDS}"data-testid" });`)).toBe(true);
  expect(telling("globalThis.__uipilotHands?.stop?.();")).toBe(true);
  for (const end of ['"data-testid" });steal()', '"" });', '"a" + steal() });', `"\\u0022" });`, ""])
    expect(telling(HANDS + end), end).toBe(false);
  expect(passes("Runtime.addBinding", { name: "__uipilotTell", executionContextName: "uipilot" })).toBe(true);
  const refused: [string, unknown][] = [
    ["Runtime.addBinding", { name: "__uipilotTell" }],
    ["Runtime.addBinding", { name: "fetch", executionContextName: "uipilot" }],
    ["Runtime.addBinding", { name: "__uipilotTell", executionContextName: "other" }],
    ["Runtime.removeBinding", { name: "other" }],
    ["Runtime.enable", { x: 1 }],
    ["Network.getCookies", {}],
    ["Storage.getCookies", {}],
    ["Browser.close", {}],
    ["Page.addScriptToEvaluateOnNewDocument", { source: "x" }],
    ["Page.addScriptToEvaluateOnNewDocument", { source: "globalThis.__uipilotGate?.open?.();" }],
    [
      "Page.addScriptToEvaluateOnNewDocument",
      { source: "globalThis.__uipilotGate?.open?.();steal()", worldName: "uipilot" },
    ],
    ["Page.addScriptToEvaluateOnNewDocument", { source: `${GATE}\nsteal()`, worldName: "uipilot" }],
    [
      "Page.addScriptToEvaluateOnNewDocument",
      { source: "globalThis.__uipilotGate?.open?.();", worldName: "uipilot", includeCommandLineAPI: true },
    ],
    ["constructor", {}],
    ["__proto__", {}],
    ["", {}],
    ["Page.navigate", { url: "http://localhost/", frameId: "F" }],
    ["Page.navigate", { url: "http://localhost/", referrer: "http://localhost/" }],
    ["Page.navigate", { url: 1 }],
    ["Page.navigate", { url: "x".repeat(100_001) }],
    ["Page.enable", { x: 1 }],
    ["Page.enable", "text"],
    ["Page.enable", []],
    ["Page.enable", JSON.parse('{"__proto__": {}, "x": 1}')],
    ["Page.createIsolatedWorld", { frameId: "F", worldName: "uipilot", grantUniveralAccess: true }],
    ["Page.createIsolatedWorld", { frameId: "F", worldName: "other" }],
    ["Runtime.evaluate", { expression: "document.title" }],
    ["Runtime.evaluate", { expression: "1", contextId: 1, includeCommandLineAPI: true }],
    ["Runtime.evaluate", { expression: "1", uniqueContextId: "1.2" }],
    ["Runtime.callFunctionOn", { functionDeclaration: "f", executionContextId: 1 }],
    [
      "Runtime.callFunctionOn",
      { objectId: "1.2.3", functionDeclaration: "f", arguments: [{ unserializableValue: "1n" }] },
    ],
    ["DOM.describeNode", { objectId: "1.2.3", depth: -1, pierce: true }],
    ["DOM.describeNode", { backendNodeId: 1 }],
    ["DOM.describeNode", { nodeId: 1 }],
    ["DOM.resolveNode", { nodeId: 1 }],
    ["DOM.setFileInputFiles", { files: ["/etc/passwd"], backendNodeId: 1 }],
    ["Input.dispatchMouseEvent", { type: "mousePressed", x: 1e9, y: 0 }],
    ["Input.dispatchMouseEvent", { type: "mousePressed", x: 1, y: 0, timestamp: 1 }],
    ["Page.captureScreenshot", { fromSurface: false }],
    ["Network.enable", { maxTotalBufferSize: 1_000_000 }],
  ];
  for (const [method, params] of refused)
    expect(passes(method, params), `${method} ${JSON.stringify(params)}`).toBe(false);
  // What is for the tab as a whole is not for the session of a frame.
  expect(passes("Page.captureScreenshot", {}, false)).toBe(false);
  expect(passes("Input.insertText", { text: "x" }, false)).toBe(false);
  for (const [method, params] of [
    ["Target.createTarget", { url: "https://bank.example/" }],
    ["Target.createTarget", { url: "about:blank", browserContextId: "x" }],
    ["Target.exposeDevToolsProtocol", { targetId: "x" }],
    ["Browser.setDownloadBehavior", { behavior: "allow", downloadPath: "/home" }],
  ] as const) {
    expect(() => commandToBrowser(method, params), method).toThrow("is not passed on");
  }
});

test("an answer holds only what the engine reads", () => {
  const answer = (method: string, params: unknown, result: Record<string, unknown>) =>
    commandToTab(method, params, true).rule.answer(result);
  const entries = [{ id: 7, url: "https://bank.example/secret", userTypedURL: "secret", title: "Secret" }];
  expect(answer("Page.getNavigationHistory", {}, { currentIndex: 0, entries })).toEqual({
    currentIndex: 0,
    entries: [{ id: 7 }],
  });
  const node = {
    backendNodeId: 5,
    nodeName: "IFRAME",
    contentDocument: { documentURL: "https://bank.example/secret" },
    shadowRoots: [{ backendNodeId: 6, shadowRootType: "closed", children: [{ nodeValue: "Secret" }] }],
  };
  expect(answer("DOM.describeNode", { objectId: "1.2.3" }, { node })).toEqual({
    node: { backendNodeId: 5, shadowRoots: [{ backendNodeId: 6, shadowRootType: "closed" }] },
  });
});

test("events tell nothing of frames that are not allowed", () => {
  const place = { frame: (id: unknown) => id === "ours", dialog: () => false, world: () => false, origins: [] };
  const secret = "https://bank.example/secret?token=1";
  const told = (method: string, params: unknown) => JSON.stringify(redactEvent(method, params, place) ?? null);
  const cases: [string, unknown][] = [
    [
      "Page.frameNavigated",
      { frame: { id: "theirs", loaderId: "L", name: "secret", url: secret, urlFragment: "#secret" } },
    ],
    ["Page.frameNavigated", { frame: { id: "ours", loaderId: "L", url: "http://localhost/", unreachableUrl: secret } }],
    ["Page.navigatedWithinDocument", { frameId: "theirs", url: secret }],
    ["Page.frameRequestedNavigation", { frameId: "ours", url: secret, disposition: "currentTab" }],
    ["Page.frameStartedNavigating", { frameId: "theirs", url: "http://localhost/?token=secret" }],
    ["Page.windowOpen", { url: secret, windowName: "secret" }],
    ["Page.downloadWillBegin", { frameId: "theirs", guid: "g", url: secret, suggestedFilename: "secret.pdf" }],
    ["Page.javascriptDialogOpening", { url: secret, type: "prompt", message: "secret", defaultPrompt: "secret" }],
    ["Page.javascriptDialogClosed", { result: true, userInput: "secret" }],
    ["Network.requestWillBeSent", { frameId: "theirs", requestId: "1", request: { url: secret } }],
    [
      "Network.requestWillBeSent",
      { frameId: "ours", requestId: "1", request: { url: secret, headers: { a: "secret" } } },
    ],
    ["Network.requestWillBeSentExtraInfo", { requestId: "1", headers: { cookie: "secret" } }],
    ["Network.responseReceivedExtraInfo", { requestId: "1", headers: { "set-cookie": "secret" } }],
    ["Runtime.consoleAPICalled", { args: [{ value: "secret" }] }],
    ["Runtime.bindingCalled", { name: "__uipilotTell", payload: "secret", executionContextId: 1 }],
    ["Runtime.executionContextCreated", { context: { id: 1, name: "", origin: "https://secret.example" } }],
    [
      "Runtime.executionContextCreated",
      { context: { id: 1, name: "uipilot", origin: "https://secret.example", auxData: { frameId: "theirs" } } },
    ],
    ["Runtime.exceptionThrown", { exceptionDetails: { text: "secret" } }],
    ["Log.entryAdded", { entry: { text: "secret" } }],
    ["Target.attachedToTarget", { sessionId: "S", targetInfo: { targetId: "theirs", url: secret, title: "secret" } }],
    ["Target.targetInfoChanged", { targetInfo: { url: secret, title: "secret" } }],
  ];
  for (const [method, params] of cases) expect(told(method, params), method).not.toContain("secret");
  expect(told("Page.frameNavigated", { frame: { id: "ours", loaderId: "L", url: "http://localhost/a" } })).toContain(
    "/a",
  );
});

test("a touch is over when no finger is left, and not where the end of a single one is told", () => {
  const does = (type: string, ...ids: number[]) => {
    const touchPoints = ids.map((id) => ({ x: 0, y: 0, id }));
    const { rule, params } = commandToTab("Input.dispatchTouchEvent", { type, touchPoints }, true);
    return rule.input?.(params);
  };
  expect(does("touchStart", 0, 1)).toEqual({ kind: "mouse", down: "button touch" });
  expect(does("touchEnd", 10)).toEqual({ kind: "mouse" });
  for (const type of ["touchEnd", "touchCancel"]) expect(does(type)).toEqual({ kind: "mouse", up: "button touch" });
});
