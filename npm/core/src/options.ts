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
 * How a session is opened. At most one of `launch`, `attach` and `webdriver` is given; none means
 * `launch` with its defaults.
 */
export interface SessionOptions extends Omit<Binding.SessionOptions, "webdriver"> {
  /** Use a WebDriver server. */
  webdriver?: WebDriverOptions;
}

/** What to snapshot and how much of it to give. */
export interface SnapshotOptions extends Binding.SnapshotOptions, CallOptions {}

/** What to take a picture of. */
export interface ScreenshotOptions extends Binding.ScreenshotOptions, CallOptions {}

/** What to wait for: all that is given must hold. */
export interface WaitOptions extends Binding.WaitOptions, CallOptions {}

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
  actionTimeoutMs: "ms?",
  navigationTimeoutMs: "ms?",
  allowFileUrls: "boolean?",
  viewport: { optional: { width: "count", height: "count" } },
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
  ...CALL,
};

export const SCREENSHOT: Shape = {
  uid: "string?",
  fullPage: "boolean?",
  jpegQuality: "count?",
  maxSide: "count?",
  maxBytes: "count?",
  ...CALL,
};

export const WAIT: Shape = {
  text: "string?",
  textGone: "string?",
  selector: "string?",
  url: "string?",
  timeoutMs: "ms?",
  ...CALL,
};
