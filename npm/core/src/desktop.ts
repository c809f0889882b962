import type {
  DesktopApplication,
  DesktopAttachOptions,
  DesktopLaunchOptions,
  DesktopPicture,
  DesktopSessionInfo,
  DesktopUiOptions,
  DesktopUiReport,
  DesktopWindow,
  DesktopWindowAction,
  NativeDesktop,
} from "../binding.js";
import { type CallOptions, call } from "./call.js";
import { unwrap } from "./error.js";
import { check, type Shape } from "./input.js";
import { binding } from "./loader.js";
import type { NextStep } from "./next-step.js";
import { CALL } from "./options.js";

/** One node of an application's tree. What is absent is not known or not there. */
export interface UiNode {
  /** `btn_a1b2c3d4`; the same for as long as the element lives. */
  id: string;
  /** The role in the words of web snapshots. */
  role: string;
  title?: string;
  value?: string;
  enabled: boolean;
  focused: boolean;
  bounds?: { x: number; y: number; w: number; h: number };
  states?: string[];
  /** The platform's names of the actions that it offers. */
  actions?: string[];
  source: "ax" | "atspi";
  children?: UiNode[];
}

/** What an action on an application asks for. */
export interface UiActionRequest {
  sessionId: string;
  action: "click" | "set_value" | "type" | "key" | "scroll" | "drag";
  /** The node; needed for all but `key`. */
  id?: string | undefined;
  /** For `set_value`. */
  value?: number | string | boolean | undefined;
  /** For `type`. */
  text?: string | undefined;
  /** For `key`. */
  key?: string | undefined;
  /** For `key`. */
  modifiers?: string[] | undefined;
  /** For `scroll`. */
  direction?: "up" | "down" | "left" | "right" | undefined;
  /** For `scroll`: lines. Default: 3. */
  amount?: number | undefined;
  /** For `drag`. */
  toId?: string | undefined;
  /** Wait at least this long for the interface to follow. Default: 80. */
  settleMs?: number | undefined;
}

/** What an action did. */
export interface UiActionResponse {
  /** Whether it was carried out and nothing speaks against its effect. */
  success: boolean;
  method?: "ax" | "cgevent" | "atspi" | "xtest" | "wayland";
  nodeBefore?: UiNode;
  nodeAfter?: UiNode;
  /** Whether the node itself changed. */
  changed?: boolean;
  /** Why it failed. */
  error?: string;
  /** What to do next after a failure. */
  nextStep?: string;
  /** The same as data. */
  step?: NextStep;
  /** The stable code of the error. */
  code?: string;
  /** What changed in the whole tree. */
  changes?: {
    added?: { id: string; role: string; title?: string }[];
    removed?: { id: string; role: string; title?: string }[];
    changed?: {
      id: string;
      role: string;
      title?: string;
      fields: { field: string; before?: string; after?: string }[];
    }[];
    more?: number;
  };
  /** Whether the effect that was asked for was seen. */
  verified?: boolean | "unverified";
  notices?: string[];
}

/** What to take a picture of. */
export interface DesktopScreenshotOptions extends CallOptions {
  /** A number from {@link Desktop.windows}. Default: the active one. */
  window?: number | undefined;
  /** Put numbers on what can be acted on. */
  marked?: boolean | undefined;
}

/**
 * Desktop applications: programs that it started, and those it was attached to. No other process
 * is touched. Connects to nothing before the first call.
 *
 * @example
 * ```js
 * const desktop = Desktop.open();
 * const { sessionId } = await desktop.launch({ command: "mousepad" });
 * const { text } = await desktop.ui(sessionId);
 * const id = /id=(txt_\S+)/.exec(text)[1];
 * await desktop.act({ sessionId, action: "type", id, text: "Hello" });
 * await desktop.close();
 * ```
 */
export class Desktop {
  readonly #native: NativeDesktop;

  private constructor(native: NativeDesktop) {
    this.#native = native;
  }

  /** @throws {@link UipilotError} `UNSUPPORTED` where there is no backend for the platform */
  static open(): Desktop {
    return new Desktop(unwrap(binding().NativeDesktop.open()));
  }

  /** Starts a program and waits until it can be seen. It ends with its session and with this process. */
  async launch(what: DesktopLaunchOptions, options: CallOptions = {}): Promise<DesktopSessionInfo> {
    check("launch", { what, options }, { what: { optional: LAUNCH }, options: { optional: CALL } });
    return call(options.signal, (cancellation) => this.#native.launch(what, cancellation));
  }

  /** Attaches to an application that runs; it is left alone when its session ends. */
  async attach(to: DesktopAttachOptions, options: CallOptions = {}): Promise<DesktopSessionInfo> {
    const shape: Shape = { to: { optional: { pid: "count?", name: "string?" } }, options: { optional: CALL } };
    check("attach", { to, options }, shape);
    return call(options.signal, (cancellation) => this.#native.attach(to, cancellation));
  }

  /** Switches actions of a session off or on. Reading goes on. */
  enable(sessionId: string, enabled: boolean): DesktopSessionInfo {
    check("enable", { sessionId, enabled }, { sessionId: "string", enabled: "boolean" });
    return unwrap(this.#native.enable(sessionId, enabled));
  }

  /** The tree of a session's application, or what changed in it. */
  async ui(sessionId: string, options: DesktopUiOptions & CallOptions = {}): Promise<DesktopUiReport> {
    check("ui", { sessionId, options }, { sessionId: "string", options: { optional: UI } });
    const { signal, ...what } = options;
    return call(signal, (cancellation) => this.#native.ui(sessionId, what, cancellation));
  }

  /** Carries out an action. What goes wrong with the node is in the answer. */
  async act(request: UiActionRequest, options: CallOptions = {}): Promise<UiActionResponse> {
    check("act", { request, options }, { request: "json", options: { optional: CALL } });
    const text = JSON.stringify(request);
    return JSON.parse(await call(options.signal, (cancellation) => this.#native.act(text, cancellation)));
  }

  /** A picture of a window, as PNG. */
  async screenshot(sessionId: string, options: DesktopScreenshotOptions = {}): Promise<DesktopPicture> {
    const shape: Shape = { window: "ms?", marked: "boolean?", ...CALL };
    check("screenshot", { sessionId, options }, { sessionId: "string", options: { optional: shape } });
    const { window, marked = false, signal } = options;
    return call(signal, (cancellation) => this.#native.screenshot(sessionId, window, marked, cancellation));
  }

  /** Presses a menu item by its path of titles; answers what changed, one line a change. */
  async menu(sessionId: string, path: string[], options: CallOptions = {}): Promise<string> {
    const shape: Shape = { sessionId: "string", path: "strings", options: { optional: CALL } };
    check("menu", { sessionId, path, options }, shape);
    return call(options.signal, (cancellation) => this.#native.menu(sessionId, path, cancellation));
  }

  /** Windows of a session, or all of them, the topmost last. */
  async windows(sessionId?: string, options: CallOptions = {}): Promise<DesktopWindow[]> {
    check("windows", { sessionId, options }, { sessionId: "string?", options: { optional: CALL } });
    return call(options.signal, (cancellation) => this.#native.windows(sessionId, cancellation));
  }

  /** Does something with a window of a session, its active one where none is named. */
  async windowAction(
    sessionId: string,
    action: DesktopWindowAction,
    options: CallOptions & { window?: number | undefined } = {},
  ): Promise<DesktopWindow | undefined> {
    const shape: Shape = { sessionId: "string", action: "json", options: { optional: { window: "ms?", ...CALL } } };
    check("windowAction", { sessionId, action, options }, shape);
    const { window, signal } = options;
    const [left] = await call(signal, (cancellation) =>
      this.#native.windowAction(sessionId, window, action, cancellation),
    );
    return left;
  }

  /** Every application that can be seen. */
  async applications(options: CallOptions = {}): Promise<DesktopApplication[]> {
    check("applications", { options }, { options: { optional: CALL } });
    return call(options.signal, (cancellation) => this.#native.applications(cancellation));
  }

  /** Ends a session, and its program if we started it; answers the last of its output. */
  async stop(sessionId: string): Promise<string> {
    check("stop", { sessionId }, { sessionId: "string" });
    return unwrap(await this.#native.stop(sessionId));
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    unwrap(await this.#native.close());
  }
}

const LAUNCH: Shape = { command: "string", args: "strings?", env: "json?", cwd: "string?" };

const UI: Shape = {
  id: "string?",
  find: "string?",
  role: "string?",
  title: "string?",
  path: "strings?",
  depth: "count?",
  hidden: "boolean?",
  since: "count?",
  maxBytes: "count?",
  format: "string?",
  ...CALL,
};
