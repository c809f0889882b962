// Options in the form that callers write, and what each may hold.

import type * as Binding from "../binding.js";
import type { CallOptions } from "./call.js";
import type { Shape } from "./input.js";

/** A W3C WebDriver server: chromedriver, geckodriver, safaridriver, a grid. */
export interface WebDriverOptions extends Omit<Binding.WebDriverOptions, "capabilities"> {
  /** Capabilities of a new session (`alwaysMatch`). */
  capabilities?: Record<string, unknown>;
}

/**
 * How a session is opened. At most one of `launch`, `attach`, `webdriver` and `extension` is given;
 * none means `launch` with its defaults.
 */
export interface SessionOptions extends Omit<Binding.SessionOptions, "webdriver"> {
  /** Use a WebDriver server. */
  webdriver?: WebDriverOptions;
}

/** What to snapshot and how much of it to give. */
export interface SnapshotOptions extends Binding.SnapshotOptions, CallOptions {}

/** What to look for: all that is given has to fit, and something has to be given. */
export interface FindOptions extends Binding.FindOptions, CallOptions {}

/** What to take a picture of. */
export interface ScreenshotOptions extends Binding.ScreenshotOptions, CallOptions {}

/** What to wait for: all that is given must hold. */
export interface WaitOptions extends Binding.WaitOptions, CallOptions {}

/** What to do with an element, and what to wait for. */
export interface InteractOptions extends Binding.InteractOptions, CallOptions {}

/** Options of a navigation. */
export interface NavigateOptions extends CallOptions {
  /** The page to navigate. Default: the selected one. */
  page?: number | undefined;
  /** How long it may take, in milliseconds. Default: the session's navigation timeout. */
  timeoutMs?: number | undefined;
}

/** Options of a click. */
export interface ClickOptions extends CallOptions {
  /** Two clicks in quick succession. Default: false. */
  double?: boolean | undefined;
}

/** Options of a key press. */
export interface PressKeyOptions extends CallOptions {
  /** Focus this element first. Default: the key goes to what has the focus. */
  uid?: string | undefined;
}

/** What to scroll: `uid` alone is scrolled into view. */
export interface ScrollOptions extends Binding.ScrollOptions, CallOptions {}

/** Options of a script. */
export interface EvaluateOptions extends CallOptions {
  /** Run it in this element's frame, and give the element to a function. Default: the main frame. */
  uid?: string | undefined;
  /** How long it may take, in milliseconds. Default: the session's action timeout. */
  timeoutMs?: number | undefined;
}

/** How to type a text. */
export interface TypeOptions extends Binding.TypeOptions, CallOptions {}

/** Options of accepting a dialog. */
export interface AcceptDialogOptions extends CallOptions {
  /** The answer to a prompt. */
  text?: string | undefined;
}

export const SESSION: Shape = {
  launch: {
    optional: {
      browser: "string?",
      executable: "string?",
      headless: "boolean?",
      profile: "string?",
      arguments: "strings?",
      timeoutMs: "ms?",
    },
  },
  attach: { optional: { endpoint: "string" } },
  webdriver: { optional: { url: "string", session: "string?", capabilities: "json?" } },
  extension: { optional: { port: "count?", state: "string?" } },
  actionTimeoutMs: "ms?",
  navigationTimeoutMs: "ms?",
  allowFileUrls: "boolean?",
  viewport: { optional: { width: "count", height: "count" } },
  testIdAttribute: "string?",
};

export const CALL: Shape = { signal: "signal?" };

export const SNAPSHOT: Shape = {
  uid: "string?",
  selector: "string?",
  find: "string?",
  maxLines: "count?",
  maxBytes: "count?",
  cursor: "string?",
  format: "string?",
  interactiveOnly: "boolean?",
  maxDepth: "count?",
  includeText: "boolean?",
  includeAttributes: "boolean?",
  includeAll: "boolean?",
  bounds: "boolean?",
  since: "count?",
  settle: "boolean?",
  ...CALL,
};

export const FIND: Shape = {
  text: "string?",
  regex: "string?",
  role: "string?",
  name: "string?",
  limit: "count?",
  context: "count?",
  cursor: "string?",
  ...CALL,
};

export const SCREENSHOT: Shape = {
  uid: "string?",
  fullPage: "boolean?",
  jpegQuality: "count?",
  maxSide: "count?",
  maxBytes: "count?",
  marks: "boolean?",
  ...CALL,
};

export const INTERACT: Shape = {
  action: "string",
  target: {
    optional: {
      by: "string?",
      value: "string",
      name: "string?",
      exact: "boolean?",
      nth: "integer?",
      within: "string?",
      frameSelector: "string?",
    },
  },
  to: "string?",
  value: "string?",
  files: "strings?",
  timeoutMs: "ms?",
  waitForVisible: "boolean?",
  waitForEnabled: "boolean?",
  waitForNetworkIdleMs: "ms?",
  screenshot: "boolean?",
  fallbackToCdp: "boolean?",
  ...CALL,
};

export const WAIT: Shape = {
  text: "string?",
  textGone: "string?",
  selector: "string?",
  url: "string?",
  loadState: "string?",
  function: "string?",
  timeoutMs: "ms?",
  ...CALL,
};

export const SCROLL: Shape = { uid: "string?", direction: "string?", amount: "pixels?", ...CALL };

export const TYPE: Shape = { uid: "string?", delayMs: "ms?", submitKey: "string?", ...CALL };
