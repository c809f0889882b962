/**
 * A person at a browser that is attached to: real input of the browser that does not come through the server's session. In
 * Chromium by a second DevTools client, in Firefox by commands that a proxy adds.
 */

import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { WebSocket, WebSocketServer } from "ws";
import { OwnChromium } from "./chromium.ts";
import { OwnFirefox } from "./firefox.ts";
import type { BrowserName } from "./pilot.ts";
import { sleep, until } from "./wait.ts";

/** What a person does. */
export interface Person {
  /** Arguments with which a server attaches to their browser. */
  readonly args: string[];
  click(selector: string): Promise<void>;
  /** Presses on the middle of an element, and pulls the pointer through points from there. */
  pull(selector: string, ...path: [x: number, y: number][]): Promise<void>;
  /** Types where the focus is. Keys with names stand in braces: `{Tab}`. */
  type(text: string): Promise<void>;
  /** Goes to an address by the browser's own controls. */
  go(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Accepts the dialog that is open, or opens. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** A person at a browser that shows `url`. */
export const personAt = (browser: BrowserName, url: string): Promise<Person> =>
  browser === "chromium" ? AtChromium.start(url) : AtFirefox.start(url);

/** A text as single keys. */
const keysOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}|./gsu)].map(([key, name]) => name ?? key);

class AtChromium implements Person {
  private dialog: (() => Promise<void>) | undefined;

  private constructor(
    private readonly own: OwnChromium,
    private readonly browser: Browser,
    private readonly page: Page,
  ) {
    page.on("dialog", (dialog) => {
      this.dialog = () => dialog.accept();
    });
  }

  static async start(url: string): Promise<Person> {
    const own = await OwnChromium.start(url);
    const browser = await chromium.connectOverCDP(own.endpoint);
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error("Chromium has no page");
    await page.waitForURL(url);
    return new AtChromium(own, browser, page);
  }

  get args(): string[] {
    return ["--cdp-endpoint", this.own.endpoint];
  }

  async click(selector: string): Promise<void> {
    const frame = selector.startsWith("iframe ") ? this.page.frameLocator("iframe") : this.page;
    const element = frame.locator(selector.replace(/^iframe /, ""));
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    if (box === null) throw new Error(`${selector} is not shown`);
    // A click of Playwright's waits for what a dialog holds back.
    await Promise.race([
      this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2),
      until("a dialog", () => this.dialog).catch(() => undefined),
    ]);
  }

  async pull(selector: string, ...path: [x: number, y: number][]): Promise<void> {
    const element = this.page.locator(selector);
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    if (box === null) throw new Error(`${selector} is not shown`);
    const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.page.mouse.move(left, top);
    await this.page.mouse.down();
    for (const [x, y] of path) await this.page.mouse.move(left + x, top + y, { steps: 4 });
    await this.page.mouse.up();
  }

  async type(text: string): Promise<void> {
    for (const key of keysOf(text)) await this.page.keyboard.press(key === " " ? "Space" : key);
  }

  async go(url: string): Promise<void> {
    await this.page.goto(url);
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  async back(): Promise<void> {
    await this.page.goBack({ waitUntil: "commit" });
  }

  async accept(): Promise<void> {
    const accept = await until("a dialog", () => this.dialog);
    this.dialog = undefined;
    await accept();
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.own.close();
  }
}

/** The keys of WebDriver. */
const KEYS: Record<string, string> = { Tab: "\ue004", Enter: "\ue007", ArrowDown: "\ue015", Escape: "\ue00c" };

/** The numbers of the person's commands, which the server does not use. */
const FIRST = 1_000_000_000;

/** The one session that Firefox offers goes through a proxy, which lets a person in beside the server. */
class AtFirefox implements Person {
  private upstream: WebSocket | undefined;
  private readonly waiting = new Map<number, (reply: { error?: string; message?: string; result?: unknown }) => void>();
  private next = FIRST;

  private constructor(
    private readonly own: OwnFirefox,
    private readonly proxy: WebSocketServer,
  ) {
    proxy.on("connection", (socket, request) => {
      const upstream = new WebSocket(`${own.endpoint}${request.url ?? ""}`, { perMessageDeflate: false });
      const early: string[] = [];
      this.upstream = upstream;
      socket.on("message", (data) => {
        if (upstream.readyState === WebSocket.OPEN) upstream.send(String(data));
        else early.push(String(data));
      });
      upstream.once("open", () => {
        for (const text of early.splice(0)) upstream.send(text);
      });
      upstream.on("message", (data) => this.heard(String(data), socket));
      upstream.once("close", () => socket.close());
      socket.once("close", () => upstream.close());
    });
  }

  static async start(url: string): Promise<Person> {
    const own = await OwnFirefox.start(url, { args: ["-remote-allow-system-access"] });
    const proxy = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
    await new Promise((resolve) => proxy.once("listening", resolve));
    return new AtFirefox(own, proxy);
  }

  get args(): string[] {
    const { port } = this.proxy.address() as AddressInfo;
    return ["--bidi-endpoint", `ws://127.0.0.1:${port}`, "--action-timeout", "20000"];
  }

  private heard(text: string, server: WebSocket): void {
    const { id = 0, ...reply } = JSON.parse(text) as { id?: number };
    const answer = this.waiting.get(id);
    if (answer === undefined) server.send(text);
    else answer(reply);
    this.waiting.delete(id);
  }

  private async send<T>(method: string, params: object): Promise<T> {
    const id = this.next++;
    const upstream = await until("the server to connect", () => this.upstream);
    const reply = await new Promise<{ error?: string; message?: string; result?: unknown }>((resolve) => {
      this.waiting.set(id, resolve);
      upstream.send(JSON.stringify({ id, method, params }));
    });
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error}: ${reply.message}`);
    return reply.result as T;
  }

  /** The page, and the frame in it. */
  private async contexts(): Promise<{ page: string; frame: string }> {
    const { contexts } = await this.send<{ contexts: Tree[] }>("browsingContext.getTree", {});
    const page = contexts[0]?.context ?? "";
    return { page, frame: contexts[0]?.children?.[0]?.context ?? page };
  }

  private async perform(context: string, source: object): Promise<void> {
    // What opens a dialog is answered once that is closed.
    await Promise.race([this.send("input.performActions", { context, actions: [source] }), sleep(1_000)]);
  }

  async click(selector: string): Promise<void> {
    await this.press(selector);
  }

  async pull(selector: string, ...path: [x: number, y: number][]): Promise<void> {
    await this.press(selector, path);
  }

  private async press(selector: string, path: [x: number, y: number][] = []): Promise<void> {
    const { page, frame } = await this.contexts();
    const context = selector.startsWith("iframe ") ? frame : page;
    const found = await this.send<{ result: { value: string } }>("script.callFunction", {
      functionDeclaration: `(selector) => {
        const element = document.querySelector(selector);
        element.scrollIntoView({ block: "center" });
        const { left, top, width, height } = element.getBoundingClientRect();
        return JSON.stringify([left + width / 2, top + height / 2].map(Math.round));
      }`,
      arguments: [{ type: "string", value: selector.replace(/^iframe /, "") }],
      target: { context, sandbox: "person" },
      awaitPromise: false,
    });
    const [x, y] = JSON.parse(found.result.value) as [number, number];
    const actions = [
      { type: "pointerMove", x, y },
      { type: "pointerDown", button: 0 },
      ...path.map(([toX, toY]) => ({ type: "pointerMove", x: x + toX, y: y + toY, duration: 100 })),
      { type: "pointerUp", button: 0 },
    ];
    await this.perform(context, { type: "pointer", id: "hand", actions });
  }

  async type(text: string): Promise<void> {
    const { page } = await this.contexts();
    const actions = keysOf(text).flatMap((key) => [
      { type: "keyDown", value: KEYS[key] ?? key },
      { type: "keyUp", value: KEYS[key] ?? key },
    ]);
    await this.perform(page, { type: "key", id: "keys", actions });
  }

  /** A script in the browser's own window. */
  private async inWindow(script: string): Promise<void> {
    const { contexts } = await this.send<{ contexts: Tree[] }>("browsingContext.getTree", { "moz:scope": "chrome" });
    const target = { context: contexts[0]?.context };
    await this.send("script.evaluate", { expression: script, target, awaitPromise: false });
  }

  private async shows(url: string): Promise<void> {
    const look = async (): Promise<boolean | undefined> => {
      const { contexts } = await this.send<{ contexts: Tree[] }>("browsingContext.getTree", {});
      return contexts[0]?.url === url ? true : undefined;
    };
    await until(`the page to show ${url}`, look);
  }

  /** Types the address into the address bar. */
  async go(url: string): Promise<void> {
    await this.inWindow(`gURLBar.focus(); gURLBar.value = ${JSON.stringify(url)}; gURLBar.handleCommand();`);
    await this.shows(url);
  }

  async reload(): Promise<void> {
    await this.inWindow("gBrowser.reload();");
  }

  async back(): Promise<void> {
    await this.inWindow("gBrowser.goBack();");
  }

  async accept(): Promise<void> {
    const { page } = await this.contexts();
    const answer = (): Promise<boolean | undefined> =>
      this.send("browsingContext.handleUserPrompt", { context: page, accept: true }).then(
        () => true,
        () => undefined,
      );
    await until("a dialog", answer);
  }

  async close(): Promise<void> {
    this.proxy.close();
    await this.own.close();
  }
}

interface Tree {
  context: string;
  url: string;
  children?: Tree[];
}
