// Generated from crates/engine/schema/api.json by scripts/generate-api.mjs. Do not edit.

import type { CallOptions, Given } from "../call.js";
import type {
  ActionOptions,
  ActionReport,
  BrowserInfo,
  ClickOptions,
  Described,
  DesktopApplication,
  DesktopAttachOptions,
  DesktopLaunchOptions,
  DesktopPicture,
  DesktopScreenshotOptions,
  DesktopSessionInfo,
  DesktopUiOptions,
  DesktopUiReport,
  DesktopWindow,
  DesktopWindowAction,
  DesktopWindowOptions,
  DialogOptions,
  DownloadInfo,
  EvaluateOptions,
  EvaluateReport,
  ExtensionStatus,
  FindOptions,
  FindReport,
  FormField,
  FormReport,
  HistoryStep,
  InteractReport,
  InteractRequest,
  NavigateOptions,
  NavigationReport,
  NodesOptions,
  NodesReport,
  PageInfo,
  PressKeyOptions,
  RecentAction,
  ScreenshotOptions,
  ScreenshotReport,
  ScrollOptions,
  ScrollReport,
  SelectorReport,
  SnapshotOptions,
  SnapshotReport,
  TypeOptions,
  UiActionRequest,
  UiActionResponse,
  Viewport,
  WaitOptions,
  WaitReport,
} from "./types.js";

/** The calls of a session. */
export abstract class SessionCalls {
  /** Checks the arguments, and hands the call to the engine. */
  protected abstract call<T>(name: string, given: Given): Promise<T>;

  /** Starts or connects to the browser now. Other calls do it themselves when they need it. */
  start(options: CallOptions = {}): Promise<BrowserInfo> {
    return this.call("start", { options });
  }

  /** The open pages. */
  pages(options: CallOptions = {}): Promise<PageInfo[]> {
    return this.call("pages", { options });
  }

  /** Opens a page, selects it and navigates to `url`. */
  newPage(url: string, options: CallOptions = {}): Promise<NavigationReport> {
    return this.call("newPage", { url, options });
  }

  /** Makes a page the one that calls without a page go to. */
  selectPage(page: number, options: CallOptions = {}): Promise<PageInfo> {
    return this.call("selectPage", { page, options });
  }

  /** Closes a page without asking it (no `beforeunload`), and answers the pages that are left. */
  closePage(page: number, options: CallOptions = {}): Promise<PageInfo[]> {
    return this.call("closePage", { page, options });
  }

  /**
   * Sets the size of the selected page's viewport in CSS pixels, each side 1 to 10,000, and answers the
   * size that the page has then.
   */
  resizePage(width: number, height: number, options: CallOptions = {}): Promise<Viewport> {
    return this.call("resizePage", { width, height, options });
  }

  /** Loads `url` in a page. UIDs of the old document become stale. */
  navigate(url: string, options: NavigateOptions & CallOptions = {}): Promise<NavigationReport> {
    return this.call("navigate", { url, options });
  }

  /** One step back or forward in the history, or the same address loaded again. */
  navigateHistory(direction: HistoryStep, options: NavigateOptions & CallOptions = {}): Promise<NavigationReport> {
    return this.call("navigateHistory", { direction, options });
  }

  /** The selected page as a text tree, with UIDs; or what changed since an earlier snapshot. */
  snapshot(options: SnapshotOptions & CallOptions = {}): Promise<SnapshotReport> {
    return this.call("snapshot", { options });
  }

  /**
   * The selected page as data: every node with its UID, role, name, states and values. For programs;
   * `snapshot` is for readers.
   *
   * @example
   * ```js
   * const { nodes } = await session.nodes();
   * const save = nodes.find(({ role, name }) => role === "button" && name === "Save");
   * if (save?.uid) await session.click(save.uid);
   * ```
   */
  nodes(options: NodesOptions & CallOptions = {}): Promise<NodesReport> {
    return this.call("nodes", { options });
  }

  /** Lines of the selected page that match all that is given, without the rest of the page. */
  find(options: FindOptions & CallOptions = {}): Promise<FindReport> {
    return this.call("find", { options });
  }

  /** Makes all UIDs of the selected page stale and answers how many there were. */
  clearSnapshot(options: CallOptions = {}): Promise<number> {
    return this.call("clearSnapshot", { options });
  }

  /** A unique CSS selector for the element, with its path through frames and shadow trees. */
  resolveUidToSelector(uid: string, options: CallOptions = {}): Promise<SelectorReport> {
    return this.call("resolveUidToSelector", { uid, options });
  }

  /**
   * What one element is to assistive technology: its role, name, description and states as the
   * accessibility specifications define them. Takes a UID, or a CSS selector of the main frame, whose
   * first match is described.
   *
   * @example
   * ```js
   * const { role, name, states } = await session.describe("input[name=agree]");
   * // "checkbox", "I agree", { checked: "false", required: true }
   * ```
   */
  describe(uidOrSelector: string, options: CallOptions = {}): Promise<Described> {
    return this.call("describe", { uidOrSelector, options });
  }

  /** Clicks the element once it is visible, enabled, at rest and not covered. */
  click(uid: string, options: ClickOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("click", { uid, options });
  }

  /** Moves the mouse over the element. */
  hover(uid: string, options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("hover", { uid, options });
  }

  /**
   * Sets the value of a field: text; `true` or `false` for a checkbox or radio button; the value or
   * label of an option for a select; `YYYY-MM-DD` and the like for date and time fields.
   */
  fill(uid: string, value: string, options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("fill", { uid, value, options });
  }

  /** Fills several fields, in order; stops at the first that cannot be filled. */
  fillForm(fields: FormField[], options: ActionOptions & CallOptions = {}): Promise<FormReport> {
    return this.call("fillForm", { fields, options });
  }

  /** Drags one element onto another. */
  drag(fromUid: string, toUid: string, options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("drag", { fromUid, toUid, options });
  }

  /** Puts files into a file input. Paths are local to the browser. */
  upload(uid: string, files: string[], options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("upload", { uid, files, options });
  }

  /** Presses a key or a combination, for example `Enter`, `a`, `Control+Shift+K`. */
  pressKey(key: string, options: PressKeyOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("pressKey", { key, options });
  }

  /**
   * Scrolls an element into view; or, with a direction, the page or what holds the element, by the
   * wheel.
   */
  scroll(options: ScrollOptions & CallOptions = {}): Promise<ScrollReport> {
    return this.call("scroll", { options });
  }

  /**
   * Runs a function or an expression in the page's own world, where it can do all that the page can.
   * What it returns comes as JSON that the page made; what it throws is an answer too.
   */
  evaluate(script: string, options: EvaluateOptions & CallOptions = {}): Promise<EvaluateReport> {
    return this.call("evaluate", { script, options });
  }

  /** The downloads since the browser was started or connected to, those of closed pages too. */
  downloads(options: CallOptions = {}): Promise<DownloadInfo[]> {
    return this.call("downloads", { options });
  }

  /**
   * Types a text with key events, after what the element holds or where the focus is: for pages that
   * listen to keys. `fill` is quicker, and replaces.
   */
  typeText(text: string, options: TypeOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("typeText", { text, options });
  }

  /** Chooses options of a native select by value or label, and no others. */
  selectOption(uid: string, values: string[], options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("selectOption", { uid, values, options });
  }

  /** Checks or unchecks a checkbox, radio button or switch, with a click where its state differs. */
  setChecked(uid: string, checked: boolean, options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("setChecked", { uid, checked, options });
  }

  /**
   * Finds an element by its meaning, waits until it can be acted on, acts, and waits for what follows.
   * Errors have an `attempt` that says how far the call came.
   *
   * @example
   * ```js
   * await session.interact({ action: "click", target: { by: "role", value: "button", name: "Save" } });
   * ```
   */
  interact(request: InteractRequest, options: CallOptions = {}): Promise<InteractReport> {
    return this.call("interact", { request, options });
  }

  /** The last actions, newest first; at most 100 are kept. Values of fields are not. */
  recentActions(limit?: number, options: CallOptions = {}): Promise<RecentAction[]> {
    return this.call("recentActions", { limit, options });
  }

  /** A picture of the viewport, the document or one element. */
  screenshot(options: ScreenshotOptions & CallOptions = {}): Promise<ScreenshotReport> {
    return this.call("screenshot", { options });
  }

  /** Accepts the open dialog. */
  acceptDialog(options: DialogOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("acceptDialog", { options });
  }

  /** Dismisses the open dialog. */
  dismissDialog(options: CallOptions = {}): Promise<ActionReport> {
    return this.call("dismissDialog", { options });
  }

  /** Waits until everything that is given holds. */
  waitFor(options: WaitOptions & CallOptions = {}): Promise<WaitReport> {
    return this.call("waitFor", { options });
  }

  /**
   * For a session that works in the user's own browser: which browsers are connected, and the code that
   * pairs another extension. Answers at once.
   */
  extensionStatus(options: CallOptions = {}): Promise<ExtensionStatus> {
    return this.call("extensionStatus", { options });
  }

  /**
   * Ends a browser of the session's own, and leaves alone one that was attached to. Idempotent; later
   * calls fail with `SESSION_ENDED`.
   */
  close(options: CallOptions = {}): Promise<void> {
    return this.call("close", { options });
  }
}

/** The calls of the desktop. */
export abstract class DesktopCalls {
  /** Checks the arguments, and hands the call to the engine. */
  protected abstract call<T>(name: string, given: Given): Promise<T>;

  /** Starts a program and waits until it can be seen. It ends with its session and with this process. */
  launch(what: DesktopLaunchOptions, options: CallOptions = {}): Promise<DesktopSessionInfo> {
    return this.call("launch", { what, options });
  }

  /**
   * Attaches to a running application, by its process id or by its name. It keeps running when its
   * session ends.
   */
  attach(to: DesktopAttachOptions, options: CallOptions = {}): Promise<DesktopSessionInfo> {
    return this.call("attach", { to, options });
  }

  /** Switches the actions of a session off or on. Reading stays possible. */
  enable(sessionId: string, enabled: boolean, options: CallOptions = {}): Promise<DesktopSessionInfo> {
    return this.call("enable", { sessionId, enabled, options });
  }

  /** The tree of a session's application, or what changed in it. */
  ui(sessionId: string, options: DesktopUiOptions & CallOptions = {}): Promise<DesktopUiReport> {
    return this.call("ui", { sessionId, options });
  }

  /** Carries out an action. Failures of the node are in the answer. */
  act(request: UiActionRequest, options: CallOptions = {}): Promise<UiActionResponse> {
    return this.call("act", { request, options });
  }

  /** A picture of a window, as PNG. */
  screenshot(sessionId: string, options: DesktopScreenshotOptions & CallOptions = {}): Promise<DesktopPicture> {
    return this.call("screenshot", { sessionId, options });
  }

  /** Presses a menu item by its path of titles; answers what changed, one line for each change. */
  menu(sessionId: string, path: string[], options: CallOptions = {}): Promise<string> {
    return this.call("menu", { sessionId, path, options });
  }

  /** The windows of a session, or of all applications, the topmost last. */
  windows(sessionId?: string, options: CallOptions = {}): Promise<DesktopWindow[]> {
    return this.call("windows", { sessionId, options });
  }

  /** Operates a window of a session; answers the window as it is afterwards, if it is still there. */
  windowAction(sessionId: string, action: DesktopWindowAction, options: DesktopWindowOptions & CallOptions = {}): Promise<DesktopWindow | undefined> {
    return this.call("windowAction", { sessionId, action, options });
  }

  /** Every application that can be seen. */
  applications(options: CallOptions = {}): Promise<DesktopApplication[]> {
    return this.call("applications", { options });
  }

  /** Ends a session, and its program if it was launched here; answers the last of the program's output. */
  stop(sessionId: string, options: CallOptions = {}): Promise<string> {
    return this.call("stop", { sessionId, options });
  }

  /** Ends all sessions. */
  close(options: CallOptions = {}): Promise<void> {
    return this.call("close", { options });
  }
}
