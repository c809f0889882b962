/** Real browsers for the tests, over their own protocols: the script runs where it runs in the product. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";

/** The script, in its two parts. */
const SCRIPT = ["injected.js", "rest.js"]
  .map((name) => readFileSync(new URL(`../../src/generated/${name}`, import.meta.url), "utf8"))
  .join("\n");

/** A page under test. `call` asks the in-page script; `main` evaluates in the page's own world. */
export interface TestPage {
  open(html: string): Promise<void>;
  goto(url: string): Promise<void>;
  call<T = unknown>(method: string, args?: object): Promise<T>;
  raw(method: string, args?: object): Promise<string>;
  /** Evaluates in the script's world; the value must be a string. */
  inside(expression: string): Promise<string>;
  main(expression: string): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  /** Presses a key that gives a character. */
  press(key: string): Promise<void>;
  /** Turns the wheel down by pixels. */
  wheel(x: number, y: number, down: number): Promise<void>;
  /** Hands the closed shadow root of the first match of a selector to the script; false where the protocol cannot. */
  adopt(selector: string): Promise<boolean>;
}

export interface TestBrowser {
  name: "chromium" | "firefox";
  page: TestPage;
  close(): Promise<void>;
}

/** Serves whatever the test set last; other paths of the same origin give the named extra documents. */
export class PageServer {
  html = "";
  extra = new Map<string, string>();
  private server: Server;
  private constructor(server: Server) {
    this.server = server;
  }
  static async start(): Promise<PageServer> {
    const server = createServer((request, response) => {
      const path = (request.url ?? "/").split("?")[0] ?? "/";
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(self.extra.get(path) ?? (path === "/" ? self.html : "<!doctype html><title>other</title>"));
    });
    const self = new PageServer(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return self;
  }
  get url(): string {
    const address = this.server.address();
    return typeof address === "object" && address ? `http://127.0.0.1:${address.port}/` : "";
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((done) => this.server.close(() => done()));
  }
}

type Message = {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
  type?: string;
  sessionId?: string;
};

/** One JSON socket with numbered commands. */
class Wire {
  private next = 1;
  private waiting = new Map<number, (message: Message) => void>();
  private listeners = new Set<(message: Message) => void>();
  private constructor(private socket: WebSocket) {
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id !== undefined && this.waiting.has(message.id)) {
        this.waiting.get(message.id)?.(message);
        this.waiting.delete(message.id);
      } else for (const listener of this.listeners) listener(message);
    });
  }
  static async open(url: string): Promise<Wire> {
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 1 << 28 });
    await new Promise<void>((done, fail) => {
      socket.once("open", () => done());
      socket.once("error", fail);
    });
    return new Wire(socket);
  }
  // biome-ignore lint/suspicious/noExplicitAny: answers of a wire protocol, picked apart by the callers
  send(method: string, params: object = {}, sessionId?: string): Promise<any> {
    const id = this.next++;
    return new Promise((done, fail) => {
      this.waiting.set(id, (message) => {
        if (message.error) fail(new Error(`${method}: ${JSON.stringify(message.error)} ${JSON.stringify(message)}`));
        else done(message.result);
      });
      this.socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  }
  once(match: (message: Message) => boolean): Promise<Message> {
    return new Promise((done) => {
      const listener = (message: Message) => {
        if (!match(message)) return;
        this.listeners.delete(listener);
        done(message);
      };
      this.listeners.add(listener);
    });
  }
  close(): void {
    this.socket.terminate();
  }
}

function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((done, fail) => {
    let seen = "";
    const timer = setTimeout(() => fail(new Error(`the browser did not start: ${seen.slice(-2000)}`)), 60_000);
    child.stderr?.on("data", (data) => {
      seen += String(data);
      const match = pattern.exec(seen);
      if (match?.[1]) {
        clearTimeout(timer);
        done(match[1]);
      }
    });
    child.once("exit", (code) => fail(new Error(`the browser ended with ${code}: ${seen.slice(-2000)}`)));
  });
}

async function end(child: ChildProcess, profile: string): Promise<void> {
  if (child.exitCode === null) {
    const gone = new Promise((done) => child.once("exit", done));
    // The browser leads a process group of its own: its helpers end with it.
    if (child.pid) process.kill(-child.pid, "SIGKILL");
    await gone;
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

function executable(names: string[]): string | undefined {
  for (const name of names)
    for (const folder of (process.env.PATH ?? "").split(":"))
      if (folder && existsSync(join(folder, name))) return join(folder, name);
  return undefined;
}

export const CHROMIUM = executable(["chromium", "google-chrome", "chromium-browser"]);
export const FIREFOX = executable(["firefox-esr", "firefox"]);

export async function chromium(server: PageServer): Promise<TestBrowser> {
  if (!CHROMIUM) throw new Error("no Chromium on the path");
  const profile = mkdtempSync(join(tmpdir(), "injected-chromium-"));
  const child = spawn(
    CHROMIUM,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "--window-size=1280,800",
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const url = await firstMatch(child, /DevTools listening on (ws:\S+)/);
  const wire = await Wire.open(url);
  const { targetInfos } = await wire.send("Target.getTargets");
  const target = targetInfos.find((t: { type: string }) => t.type === "page");
  const { sessionId } = await wire.send("Target.attachToTarget", { targetId: target.targetId, flatten: true });
  const send = (method: string, params: object = {}) => wire.send(method, params, sessionId);
  await send("Page.enable");
  await send("Runtime.enable");
  // As the engine does: a page that is not the front one would hear of no focus.
  await send("Emulation.setFocusEmulationEnabled", { enabled: true });
  let world = 0;
  const evaluate = async (expression: string, contextId?: number) => {
    const answer = await send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
      ...(contextId ? { contextId } : {}),
    });
    if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
    return answer.result.value;
  };
  const page: TestPage = {
    async open(html) {
      server.html = html;
      await page.goto(server.url);
    },
    async goto(address) {
      const loaded = wire.once((m) => m.method === "Page.loadEventFired");
      await send("Page.navigate", { url: address });
      await loaded;
      const { frameTree } = await send("Page.getFrameTree");
      const made = await send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "test" });
      world = made.executionContextId;
      await evaluate(SCRIPT, world);
    },
    inside: (expression) => evaluate(expression, world),
    raw: (method, args = {}) =>
      evaluate(`__uipilot(${JSON.stringify(method)}, ${JSON.stringify(JSON.stringify(args))})`, world),
    async call<T>(method: string, args: object = {}) {
      return JSON.parse(await page.raw(method, args)) as T;
    },
    main: (expression) => evaluate(expression),
    async click(x, y) {
      const event = { x, y, button: "left", clickCount: 1 };
      await Promise.all([
        send("Input.dispatchMouseEvent", { ...event, type: "mouseMoved", button: "none" }),
        send("Input.dispatchMouseEvent", { ...event, type: "mousePressed" }),
        send("Input.dispatchMouseEvent", { ...event, type: "mouseReleased" }),
      ]);
    },
    async press(key) {
      await send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key });
      await send("Input.dispatchKeyEvent", { type: "keyUp", key });
    },
    async wheel(x, y, down) {
      await send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY: down });
    },
    async adopt(selector) {
      const { root } = await send("DOM.getDocument", { depth: 0 });
      const { nodeId } = await send("DOM.querySelector", { nodeId: root.nodeId, selector });
      const { node } = await send("DOM.describeNode", { nodeId, depth: 1, pierce: true });
      const handle = async (backendNodeId: number) =>
        (await send("DOM.resolveNode", { backendNodeId, executionContextId: world })).object.objectId as string;
      const host = await handle(node.backendNodeId);
      const shadow = await handle(node.shadowRoots[0].backendNodeId);
      const answer = await send("Runtime.callFunctionOn", {
        functionDeclaration: "function (...nodes) { return __uipilot.adopt('shadowRoots', ...nodes); }",
        arguments: [{ objectId: host }, { objectId: shadow }],
        executionContextId: world,
        returnByValue: true,
      });
      return answer.result.value === "true";
    },
  };
  return {
    name: "chromium",
    page,
    async close() {
      wire.close();
      await end(child, profile);
    },
  };
}

export async function firefox(server: PageServer): Promise<TestBrowser> {
  if (!FIREFOX) throw new Error("no Firefox on the path");
  const profile = mkdtempSync(join(tmpdir(), "injected-firefox-"));
  const child = spawn(FIREFOX, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  });
  const url = await firstMatch(child, /WebDriver BiDi listening on (ws:\S+)/);
  const wire = await Wire.open(`${url}/session`);
  await wire.send("session.new", { capabilities: {} });
  const { contexts } = await wire.send("browsingContext.getTree");
  const context = contexts[0].context as string;
  await wire.send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 720 } });
  const evaluate = async (expression: string, sandbox?: string) => {
    const answer = await wire.send("script.evaluate", {
      expression,
      awaitPromise: true,
      target: { context, ...(sandbox ? { sandbox } : {}) },
    });
    if (answer.type === "exception") throw new Error(JSON.stringify(answer.exceptionDetails));
    return answer.result.value;
  };
  const page: TestPage = {
    async open(html) {
      server.html = html;
      await page.goto(server.url);
    },
    async goto(address) {
      await wire.send("browsingContext.navigate", { context, url: address, wait: "complete" });
      await evaluate(SCRIPT, "test");
    },
    inside: (expression) => evaluate(expression, "test"),
    raw: (method, args = {}) =>
      evaluate(`__uipilot(${JSON.stringify(method)}, ${JSON.stringify(JSON.stringify(args))})`, "test"),
    async call<T>(method: string, args: object = {}) {
      return JSON.parse(await page.raw(method, args)) as T;
    },
    main: (expression) => evaluate(expression),
    async click(x, y) {
      await wire.send("input.performActions", {
        context,
        actions: [
          {
            type: "pointer",
            id: "mouse",
            actions: [
              { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
              { type: "pointerDown", button: 0 },
              { type: "pointerUp", button: 0 },
            ],
          },
        ],
      });
    },
    async press(key) {
      const actions = ["keyDown", "keyUp"].map((type) => ({ type, value: key }));
      await wire.send("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
    },
    async wheel(x, y, down) {
      const scroll = { type: "scroll", x, y, deltaX: 0, deltaY: down };
      await wire.send("input.performActions", {
        context,
        actions: [{ type: "wheel", id: "wheel", actions: [scroll] }],
      });
    },
    async adopt(selector) {
      const { nodes } = await wire.send("browsingContext.locateNodes", {
        context,
        locator: { type: "css", value: selector },
        serializationOptions: { includeShadowTree: "all", maxDomDepth: 1 },
      });
      const shadow = nodes[0]?.value?.shadowRoot;
      if (!shadow) return false;
      const answer = await wire.send("script.callFunction", {
        functionDeclaration: "(...nodes) => __uipilot.adopt('shadowRoots', ...nodes)",
        arguments: [{ sharedId: nodes[0].sharedId }, { sharedId: shadow.sharedId }],
        awaitPromise: false,
        target: { context, sandbox: "test" },
      });
      return answer.result?.value === "true";
    },
  };
  return {
    name: "firefox",
    page,
    async close() {
      wire.close();
      await end(child, profile);
    },
  };
}
