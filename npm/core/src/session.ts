import type {
  ActionReport,
  BrowserInfo,
  Described,
  DownloadInfo,
  EvaluateReport,
  ExtensionStatus,
  FindReport,
  FormField,
  FormReport,
  InteractReport,
  NativeSession,
  NavigationReport,
  PageInfo,
  RecentAction,
  ScreenshotReport,
  ScrollReport,
  SelectorReport,
  SnapshotReport,
  WaitReport,
} from "../binding.js";
import { type CallOptions, call } from "./call.js";
import { unwrap } from "./error.js";
import { check, checkEach, type Shape } from "./input.js";
import { binding } from "./loader.js";
import {
  type AcceptDialogOptions,
  CALL,
  type ClickOptions,
  type EvaluateOptions,
  FIND,
  type FindOptions,
  INTERACT,
  type InteractOptions,
  type NavigateOptions,
  type PressKeyOptions,
  SCREENSHOT,
  SCROLL,
  type ScreenshotOptions,
  type ScrollOptions,
  SESSION,
  type SessionOptions,
  SNAPSHOT,
  type SnapshotOptions,
  TYPE,
  type TypeOptions,
  WAIT,
  type WaitOptions,
} from "./options.js";

/**
 * One connection to one browser.
 *
 * Every method may be called at any time, also while others run. Each rejects with a
 * {@link UipilotError} and takes an `AbortSignal` as `signal` in its last argument. The browser is
 * started by the first call that needs it.
 *
 * @example
 * ```js
 * const session = Session.open({ launch: { browser: "firefox" } });
 * await session.newPage("https://example.org");
 * const { text } = await session.snapshot();
 * await session.click(/uid=(\S+) link/.exec(text)[1]);
 * await session.close();
 * ```
 */
export class Session {
  readonly #native: NativeSession;

  private constructor(native: NativeSession) {
    this.#native = native;
  }

  /**
   * Checks the options; starts nothing.
   *
   * @throws {@link UipilotError} `INVALID_INPUT`
   */
  static open(options: SessionOptions = {}): Session {
    check("open", { options }, { options: { optional: SESSION } });
    const { webdriver, ...rest } = options;
    if (webdriver === undefined) return new Session(unwrap(binding().NativeSession.open(rest)));
    const { capabilities, ...driver } = webdriver;
    const native = capabilities === undefined ? driver : { ...driver, capabilities: JSON.stringify(capabilities) };
    return new Session(unwrap(binding().NativeSession.open({ ...rest, webdriver: native })));
  }

  /** Starts or connects to the browser now. Other calls do it themselves when it is needed. */
  async start(options: CallOptions = {}): Promise<BrowserInfo> {
    checkCall("start", {}, {}, options);
    return call(options.signal, (cancellation) => this.#native.start(cancellation));
  }

  /** The open pages. */
  async pages(options: CallOptions = {}): Promise<PageInfo[]> {
    checkCall("pages", {}, {}, options);
    return call(options.signal, (cancellation) => this.#native.pages(cancellation));
  }

  /** Opens a page, selects it and navigates to `url`. */
  async newPage(url: string, options: CallOptions = {}): Promise<NavigationReport> {
    checkCall("newPage", { url }, { url: "string" }, options);
    return call(options.signal, (cancellation) => this.#native.newPage(url, cancellation));
  }

  /** Makes a page the one that calls go to. */
  async selectPage(page: number, options: CallOptions = {}): Promise<PageInfo> {
    checkCall("selectPage", { page }, { page: "count" }, options);
    return call(options.signal, (cancellation) => this.#native.selectPage(page, cancellation));
  }

  /** Closes a page without asking it, and answers the pages that are left. */
  async closePage(page: number, options: CallOptions = {}): Promise<PageInfo[]> {
    checkCall("closePage", { page }, { page: "count" }, options);
    return call(options.signal, (cancellation) => this.#native.closePage(page, cancellation));
  }

  /** Loads `url` in a page. UIDs of the old document become stale. */
  async navigate(url: string, options: NavigateOptions = {}): Promise<NavigationReport> {
    checkCall("navigate", { url }, { url: "string" }, options, NAVIGATE);
    return this.#navigate("to", url, options);
  }

  /** One step back or forward in the history, or the same address loaded again. */
  async navigateHistory(
    direction: "back" | "forward" | "reload",
    options: NavigateOptions = {},
  ): Promise<NavigationReport> {
    checkCall("navigateHistory", { direction }, { direction: "string" }, options, NAVIGATE);
    return this.#navigate(direction, undefined, options);
  }

  #navigate(
    direction: "to" | "back" | "forward" | "reload",
    url: string | undefined,
    { page, timeoutMs, signal }: NavigateOptions,
  ): Promise<NavigationReport> {
    return call(signal, (cancellation) => this.#native.navigate(direction, url, page, timeoutMs, cancellation));
  }

  /** The selected page as a text tree, with a UID on every line; or what has changed since one. */
  async snapshot(options: SnapshotOptions = {}): Promise<SnapshotReport> {
    check("snapshot", { options }, { options: { optional: SNAPSHOT } });
    const { signal, ...what } = options;
    return call(signal, (cancellation) => this.#native.snapshot(what, cancellation));
  }

  /** Lines of the selected page that fit all that is given, without the page. */
  async find(options: FindOptions): Promise<FindReport> {
    check("find", { options }, { options: { optional: FIND } });
    const { signal, ...what } = options;
    return call(signal, (cancellation) => this.#native.find(what, cancellation));
  }

  /** Makes all UIDs stale and answers how many there were. */
  async clearSnapshot(options: CallOptions = {}): Promise<number> {
    checkCall("clearSnapshot", {}, {}, options);
    return call(options.signal, (cancellation) => this.#native.clearSnapshot(cancellation));
  }

  /** A unique CSS selector for the element, with its way through frames and shadow trees. */
  async resolveUidToSelector(uid: string, options: CallOptions = {}): Promise<SelectorReport> {
    checkCall("resolveUidToSelector", { uid }, { uid: "string" }, options);
    return call(options.signal, (cancellation) => this.#native.resolveUidToSelector(uid, cancellation));
  }

  /**
   * What one element is to assistive technology: its role, name, description and states as the accessibility
   * specifications have them. Takes a UID, or a CSS selector of the main frame, whose first match is meant.
   *
   * @example
   * ```js
   * const { role, name, states } = await session.describe("input[name=agree]");
   * // "checkbox", "I agree", { checked: "false", required: true }
   * ```
   */
  async describe(uidOrSelector: string, options: CallOptions = {}): Promise<Described> {
    checkCall("describe", { uidOrSelector }, { uidOrSelector: "string" }, options);
    return call(options.signal, (cancellation) => this.#native.describe(uidOrSelector, cancellation));
  }

  /** Clicks the element once it is visible, enabled, at rest and not covered. */
  async click(uid: string, options: ClickOptions = {}): Promise<ActionReport> {
    checkCall("click", { uid }, { uid: "string" }, options, { double: "boolean?", ...CALL });
    const { double = false, signal } = options;
    return call(signal, (cancellation) => this.#native.click(uid, double, cancellation));
  }

  /** Moves the mouse over the element. */
  async hover(uid: string, options: CallOptions = {}): Promise<ActionReport> {
    checkCall("hover", { uid }, { uid: "string" }, options);
    return call(options.signal, (cancellation) => this.#native.hover(uid, cancellation));
  }

  /**
   * Sets the value of a field: text; `true` or `false` for a checkbox or radio button; the value
   * or label of an option for a select; `YYYY-MM-DD` and the like for date and time fields.
   */
  async fill(uid: string, value: string, options: CallOptions = {}): Promise<ActionReport> {
    checkCall("fill", { uid, value }, { uid: "string", value: "string" }, options);
    return call(options.signal, (cancellation) => this.#native.fill(uid, value, cancellation));
  }

  /** Fills several fields, in order; stops at the first that cannot be filled. */
  async fillForm(fields: FormField[], options: CallOptions = {}): Promise<FormReport> {
    checkEach("fillForm", "fields", fields, { uid: "string", value: "string" });
    checkCall("fillForm", {}, {}, options);
    return call(options.signal, (cancellation) => this.#native.fillForm(fields, cancellation));
  }

  /** Drags one element onto another. */
  async drag(fromUid: string, toUid: string, options: CallOptions = {}): Promise<ActionReport> {
    checkCall("drag", { fromUid, toUid }, { fromUid: "string", toUid: "string" }, options);
    return call(options.signal, (cancellation) => this.#native.drag(fromUid, toUid, cancellation));
  }

  /** Puts files into a file input. Paths are local to the browser. */
  async upload(uid: string, files: string[], options: CallOptions = {}): Promise<ActionReport> {
    checkCall("upload", { uid, files }, { uid: "string", files: "strings" }, options);
    return call(options.signal, (cancellation) => this.#native.upload(uid, files, cancellation));
  }

  /** Presses a key or a combination, for example `Enter`, `a`, `Control+Shift+K`. */
  async pressKey(key: string, options: PressKeyOptions = {}): Promise<ActionReport> {
    checkCall("pressKey", { key }, { key: "string" }, options, { uid: "string?", ...CALL });
    return call(options.signal, (cancellation) => this.#native.pressKey(key, options.uid, cancellation));
  }

  /** Scrolls an element into view; or, with a direction, the page or what holds the element, by the wheel. */
  async scroll(options: ScrollOptions): Promise<ScrollReport> {
    check("scroll", { options }, { options: { optional: SCROLL } });
    const { signal, ...what } = options;
    return call(signal, (cancellation) => this.#native.scroll(what, cancellation));
  }

  /**
   * Runs a function or an expression in the page's own world, which can do all that the page can. What
   * it returns comes as JSON that the page made; what it throws is an answer too.
   */
  async evaluate(script: string, options: EvaluateOptions = {}): Promise<EvaluateReport> {
    checkCall("evaluate", { script }, { script: "string" }, options, { uid: "string?", timeoutMs: "ms?", ...CALL });
    const { uid, timeoutMs, signal } = options;
    return call(signal, (cancellation) => this.#native.evaluate(script, uid, timeoutMs, cancellation));
  }

  /** The downloads since the browser was started or connected to, those of closed pages too. */
  async downloads(options: CallOptions = {}): Promise<DownloadInfo[]> {
    checkCall("downloads", {}, {}, options);
    return call(options.signal, (cancellation) => this.#native.downloads(cancellation));
  }

  /**
   * Types a text with key events, after what the element holds or where the focus is: for pages that
   * listen to keys. {@link Session.fill} is quicker, and replaces.
   */
  async typeText(text: string, options: TypeOptions = {}): Promise<ActionReport> {
    checkCall("typeText", { text }, { text: "string" }, options, TYPE);
    const { signal, ...how } = options;
    return call(signal, (cancellation) => this.#native.typeText(text, how, cancellation));
  }

  /** Chooses options of a native select by value or label, and no others. */
  async selectOption(uid: string, values: string[], options: CallOptions = {}): Promise<ActionReport> {
    checkCall("selectOption", { uid, values }, { uid: "string", values: "strings" }, options);
    return call(options.signal, (cancellation) => this.#native.selectOption(uid, values, cancellation));
  }

  /** Checks or unchecks a checkbox, radio button or switch, with a click where it is not so yet. */
  async setChecked(uid: string, checked: boolean, options: CallOptions = {}): Promise<ActionReport> {
    checkCall("setChecked", { uid, checked }, { uid: "string", checked: "boolean" }, options);
    return call(options.signal, (cancellation) => this.#native.setChecked(uid, checked, cancellation));
  }

  /**
   * Finds an element by what it means, waits until it can be acted on, acts, and waits for what
   * follows. Errors have an `attempt` that says how far it came.
   *
   * @example
   * ```js
   * await session.interact({ action: "click", target: { by: "role", value: "button", name: "Save" } });
   * ```
   */
  async interact(options: InteractOptions): Promise<InteractReport> {
    check("interact", { options }, { options: { optional: INTERACT } });
    const { signal, ...what } = options;
    return call(signal, (cancellation) => this.#native.interact(what, cancellation));
  }

  /** The last actions, newest first; at most 100 are kept. Values of fields are not. */
  recentActions(limit = 20): RecentAction[] {
    check("recentActions", { limit }, { limit: "count" });
    return this.#native.recentActions(limit);
  }

  /** A picture of the viewport, the document or one element. */
  async screenshot(options: ScreenshotOptions = {}): Promise<ScreenshotReport> {
    check("screenshot", { options }, { options: { optional: SCREENSHOT } });
    const { signal, ...what } = options;
    return call(signal, (cancellation) => this.#native.screenshot(what, cancellation));
  }

  /** Accepts the open dialog. */
  async acceptDialog(options: AcceptDialogOptions = {}): Promise<ActionReport> {
    checkCall("acceptDialog", {}, {}, options, { text: "string?", ...CALL });
    return call(options.signal, (cancellation) => this.#native.answerDialog(true, options.text, cancellation));
  }

  /** Dismisses the open dialog. */
  async dismissDialog(options: CallOptions = {}): Promise<ActionReport> {
    checkCall("dismissDialog", {}, {}, options);
    return call(options.signal, (cancellation) => this.#native.answerDialog(false, undefined, cancellation));
  }

  /** Waits until everything that is given holds. */
  async waitFor(options: WaitOptions): Promise<WaitReport> {
    check("waitFor", { options }, { options: { optional: WAIT } });
    const { signal, ...what } = options;
    return call(signal, (cancellation) => this.#native.waitFor(what, cancellation));
  }

  /**
   * For a session that works in the user's own browser: who is connected, and the code that pairs
   * another extension. Waits for nobody.
   */
  async extensionStatus(options: CallOptions = {}): Promise<ExtensionStatus> {
    checkCall("extensionStatus", {}, {}, options);
    return call(options.signal, (cancellation) => this.#native.extensionStatus(cancellation));
  }

  /** Ends a browser of our own, and leaves alone one that was attached to. Idempotent. */
  async close(): Promise<void> {
    unwrap(await this.#native.close());
  }
}

const NAVIGATE: Shape = { page: "count?", timeoutMs: "ms?", ...CALL };

/** Checks the arguments of a call together with its options. */
function checkCall(name: string, given: Record<string, unknown>, shape: Shape, options: unknown, allowed = CALL): void {
  check(name, { ...given, options }, { ...shape, options: { optional: allowed } });
}
