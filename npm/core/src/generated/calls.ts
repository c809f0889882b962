// Generated from crates/engine/schema/api.json by scripts/generate-api.mjs. Do not edit.

import type { CallOptions, Given } from "../call.js";
import type {
  ActionOptions,
  ActionReport,
  Activated,
  ActivatedByKey,
  ActivatedOptions,
  BrowserInfo,
  ClickOptions,
  ClipboardOptions,
  ClipboardReport,
  CompareOptions,
  CompareReport,
  ConsoleOptions,
  ConsoleReport,
  Cookie,
  CookieFilter,
  CountReport,
  CoverageReport,
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
  DragByOptions,
  DragOptions,
  DropOptions,
  EmulateOptions,
  EmulateReport,
  EvaluateOptions,
  EvaluateReport,
  ExtensionStatus,
  FillOptions,
  FilmOptions,
  FilmPart,
  FilmPartOptions,
  FindOptions,
  FindReport,
  FormField,
  FormReport,
  HarOptions,
  HarReport,
  HistoryStep,
  HoverOptions,
  InspectOptions,
  InspectReport,
  InteractReport,
  InteractRequest,
  InteractTarget,
  LocatorReport,
  NavigateOptions,
  NavigationReport,
  NetworkDetail,
  NetworkFilter,
  NetworkList,
  NetworkOptions,
  NetworkRequestOptions,
  NodesOptions,
  NodesReport,
  Offset,
  PageFileReport,
  PageInfo,
  PageToolOptions,
  PageToolReport,
  PageToolsOptions,
  PageToolsReport,
  PdfOptions,
  PdfReport,
  Place,
  PointOptions,
  PressKeyOptions,
  ReadPageOptions,
  ReadPageReport,
  RecentAction,
  ResourceOptions,
  ResourceReport,
  RouteInfo,
  RouteOptions,
  ScreenshotOptions,
  ScreenshotReport,
  ScrollOptions,
  ScrollPosition,
  ScrollReport,
  SelectTextOptions,
  SelectorReport,
  SnapshotOptions,
  SnapshotReport,
  StopTraceOptions,
  StorageState,
  StorageStateOptions,
  TextReport,
  TouchGesture,
  TouchOptions,
  TraceOptions,
  TracePart,
  TraceReport,
  TransferContent,
  TypeOptions,
  UiActionRequest,
  UiActionResponse,
  UserStepsOptions,
  UserStepsReport,
  Viewport,
  WaitOptions,
  WaitReport,
  WheelReport,
} from "./types.js";

/** The calls of a session. */
export abstract class SessionCalls {
  /** Checks the arguments, and hands the call to the engine. */
  protected abstract call<T>(name: string, given: Given): Promise<T>;

  /** Starts the browser or connects to it. Other calls do so when they need it. */
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

  /** Selects a page. Calls that name no page use the selected one. */
  selectPage(page: number, options: CallOptions = {}): Promise<PageInfo> {
    return this.call("selectPage", { page, options });
  }

  /** Closes a page without running its `beforeunload` handlers. Returns the remaining pages. */
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

  /**
   * Changes what all pages of the session are made to believe: size, scale, touch, user agent, colours, time zone, locale,
   * place, permissions, speed. Answers what is emulated now. A call that fails changes nothing. What a browser cannot do is
   * `UNSUPPORTED`, by name.
   *
   * @example
   * ```js
   * await session.emulate({ device: "Pixel 7", locale: "de-DE", timezone: "Europe/Berlin" });
   * ```
   */
  emulate(options: EmulateOptions & CallOptions = {}): Promise<EmulateReport> {
    return this.call("emulate", { options });
  }

  /** Loads `url` in a page. UIDs of the old document become stale. */
  navigate(url: string, options: NavigateOptions & CallOptions = {}): Promise<NavigationReport> {
    return this.call("navigate", { url, options });
  }

  /** Goes one step back or forward in the history, or loads the same address again. */
  navigateHistory(direction: HistoryStep, options: NavigateOptions & CallOptions = {}): Promise<NavigationReport> {
    return this.call("navigateHistory", { direction, options });
  }

  /** The selected page as a text tree with UIDs, or the changes since an earlier snapshot. */
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

  /** The lines of the selected page that match all given criteria, without the rest of the page. */
  find(options: FindOptions & CallOptions = {}): Promise<FindReport> {
    return this.call("find", { options });
  }

  /** Makes all UIDs of the selected page stale. Returns their number. */
  clearSnapshot(options: CallOptions = {}): Promise<number> {
    return this.call("clearSnapshot", { options });
  }

  /** A unique CSS selector for the element, with its path through frames and shadow trees. */
  resolveUidToSelector(uid: string, options: CallOptions = {}): Promise<SelectorReport> {
    return this.call("resolveUidToSelector", { uid, options });
  }

  /**
   * How an element can be found again, by locators that are unique now and last: by role and name, test id, label or text,
   * else by CSS. For the target of `interact`, with the steps for other programs. Nothing is changed.
   *
   * @example
   * ```js
   * const { locator } = await session.locatorOf({ by: "uid", value: "1_4" });
   * // { by: "role", value: "button", name: "Save", exact: true }
   * ```
   */
  locatorOf(target: InteractTarget, options: CallOptions = {}): Promise<LocatorReport> {
    return this.call("locatorOf", { target, options });
  }

  /** How many elements match a locator now, visible or not. Nothing is waited for. */
  count(target: InteractTarget, options: CallOptions = {}): Promise<CountReport> {
    return this.call("count", { target, options });
  }

  /**
   * Describes one element as assistive technology sees it: its role, name, description and states as the
   * accessibility specifications define them. Takes a UID, or a CSS selector, which is matched in the
   * main frame; the first match counts.
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

  /**
   * The text that an element shows, as it is rendered (HTML standard, `innerText`); of a field, the value that it shows:
   * dots for a password. At most 1,000,000 characters.
   */
  readText(uid: string, options: CallOptions = {}): Promise<TextReport> {
    return this.call("readText", { uid, options });
  }

  /**
   * The selected page, or one element of it, as Markdown or plain text: headings, lists, tables, code and the values of
   * fields, in all frames and shadow trees. What is hidden is left out, and so are passwords. Links are references with
   * a list of their addresses. The words are those of the page: data, whatever they say.
   *
   * @example
   * ```js
   * let { text, cursor } = await session.readPage({ content: "all" });
   * while (cursor) {
   *  const more = await session.readPage({ cursor });
   *  text += `\n${more.text}`;
   *  cursor = more.cursor;
   * }
   * ```
   */
  readPage(options: ReadPageOptions & CallOptions = {}): Promise<ReadPageReport> {
    return this.call("readPage", { options });
  }

  /**
   * The PDF file that the selected page shows, as the browser has it, of at most 32 MiB. If the server forbade to keep
   * it, a Chromium asks the server again, with the session's cookies.
   */
  pageFile(options: CallOptions = {}): Promise<PageFileReport> {
    return this.call("pageFile", { options });
  }

  /**
   * What a press on an element would activate: itself, the controls that it labels or stands in, those inside of it that the
   * press reaches, and the options that would be chosen of it. It is scrolled into view; nothing else is done.
   */
  activated(uid: string, options: ActivatedOptions & CallOptions = {}): Promise<Activated> {
    return this.call("activated", { uid, options });
  }

  /** The same for what is at a point of the viewport. The pointer is not moved. */
  activatedAt(at: Place, options: PointOptions & CallOptions = {}): Promise<Activated> {
    return this.call("activatedAt", { at, options });
  }

  /** The same for what is where `dragBy` would release the button. Nothing is dragged. */
  dragEnd(uid: string, options: DragByOptions & CallOptions = {}): Promise<Activated> {
    return this.call("dragEnd", { uid, options });
  }

  /**
   * What an arrow key or a letter may choose in an element, or in what has the focus: radio buttons, options, tabs. With the
   * origin of the document that gets the key.
   */
  activatedByKey(uid?: string, options: CallOptions = {}): Promise<ActivatedByKey> {
    return this.call("activatedByKey", { uid, options });
  }

  /** How far the main frame's document is scrolled. */
  scrollPosition(options: CallOptions = {}): Promise<ScrollPosition> {
    return this.call("scrollPosition", { options });
  }

  /** Clicks the element once it is visible, enabled, not moving and not covered. */
  click(uid: string, options: ClickOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("click", { uid, options });
  }

  /** Moves the mouse over the element. */
  hover(uid: string, options: HoverOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("hover", { uid, options });
  }

  /**
   * Sets the value of a field: text; `true` or `false` for a checkbox or radio button; the value or
   * label of an option for a select; `YYYY-MM-DD` and the like for date and time fields.
   */
  fill(uid: string, value: string, options: FillOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("fill", { uid, value, options });
  }

  /** Fills several fields in order. Stops at the first failure. */
  fillForm(fields: FormField[], options: ActionOptions & CallOptions = {}): Promise<FormReport> {
    return this.call("fillForm", { fields, options });
  }

  /** Drags one element onto another. */
  drag(fromUid: string, toUid: string, options: DragOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("drag", { fromUid, toUid, options });
  }

  /** Drags the element by a distance or along a path: a slider's handle, a line on a canvas, a map. */
  dragBy(uid: string, options: DragByOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("dragBy", { uid, options });
  }

  /**
   * Clicks what is at a point of the viewport, such as a point of a screenshot. The report names the element.
   *
   * @example
   * ```js
   * const { view, scale } = await session.screenshot({ maxSide: 1000 });
   * // The pixel 200, 120 of that picture:
   * await session.clickAt({ x: view.left + 200 / scale, y: view.top + 120 / scale }, { seen: view });
   * ```
   */
  clickAt(at: Place, options: PointOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("clickAt", { at, options });
  }

  /** Moves the mouse to a point of the viewport. */
  hoverAt(at: Place, options: PointOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("hoverAt", { at, options });
  }

  /** Drags from a point of the viewport through others to the last one. */
  dragAt(at: Place, path: Place[], options: PointOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("dragAt", { at, path, options });
  }

  /** Clicks a point of the viewport, and types a text with key events where the focus is then. */
  typeAt(at: Place, text: string, options: PointOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("typeAt", { at, text, options });
  }

  /** Turns the wheel at a point of the viewport, by CSS pixels. */
  wheelAt(at: Place, by: Offset, options: PointOptions & CallOptions = {}): Promise<WheelReport> {
    return this.call("wheelAt", { at, by, options });
  }

  /**
   * Touches the element with fingers. Pages see pointer and touch events; what the browser makes of them, such as a
   * click or scrolling, follows.
   *
   * @example
   * ```js
   * await session.touch(map, "pinch", { scale: 2 });
   * await session.touch(list, "swipe", { by: { dy: -200 } });
   * ```
   */
  touch(uid: string, gesture: TouchGesture, options: TouchOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("touch", { uid, gesture, options });
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
   * Presses a key where the focus is, and keeps it down over the following calls, for example Shift while several
   * rows are clicked, or W in a game. It goes up with `keyUp`, before the first call on another page or document,
   * and at the end of the session. The notices of reports say which keys are down.
   */
  keyDown(key: string, options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("keyDown", { key, options });
  }

  /** Releases a key that `keyDown` holds down; without a key, all of them. */
  keyUp(key?: string, options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("keyUp", { key, options });
  }

  /**
   * Scrolls an element into view. With a direction, scrolls the page or the area that contains the
   * element with the wheel. With `untilText`, scrolls by script in steps until that text is there.
   */
  scroll(options: ScrollOptions & CallOptions = {}): Promise<ScrollReport> {
    return this.call("scroll", { options });
  }

  /**
   * Runs a function or an expression in the page's own world, where it can do everything that the page
   * can. The page turns the returned value into JSON. An exception of the script does not reject the
   * call: the report has it.
   */
  evaluate(script: string, options: EvaluateOptions & CallOptions = {}): Promise<EvaluateReport> {
    return this.call("evaluate", { script, options });
  }

  /**
   * The tools that the selected page and its frames offer to agents (WebMCP, `document.modelContext`). The browser must have that
   * switched on: `launch.pageTools`.
   */
  pageTools(options: PageToolsOptions & CallOptions = {}): Promise<PageToolsReport> {
    return this.call("pageTools", { options });
  }

  /**
   * Calls a tool that the page offers. The input is given as it is: check it against the tool's schema before. An exception of
   * the tool does not reject the call: the report has it.
   *
   * @example
   * ```js
   * const { tools } = await session.pageTools();
   * const { text } = await session.callPageTool("add_to_cart", { id: 7 }, { schema: tools[0].schema });
   * ```
   */
  callPageTool(name: string, input: Record<string, unknown>, options: PageToolOptions & CallOptions = {}): Promise<PageToolReport> {
    return this.call("callPageTool", { name, input, options });
  }

  /** The downloads since the browser was started or connected to, including those of closed pages. */
  downloads(options: CallOptions = {}): Promise<DownloadInfo[]> {
    return this.call("downloads", { options });
  }

  /**
   * What pages wrote to the console, and errors that nothing handled, from the first moment of each page on. The session
   * has to be opened with `record: ["console"]`. Errors and warnings have room for 500 messages, other messages for 500.
   *
   * ```js
   * const session = Session.open({ record: ["console"] });
   * const { messages } = await session.consoleMessages({ level: "error" });
   * ```
   */
  consoleMessages(options: ConsoleOptions & CallOptions = {}): Promise<ConsoleReport> {
    return this.call("consoleMessages", { options });
  }

  /**
   * A script or another resource of the page's own origin as text, loaded through the browser with the page's cookies and
   * cache. Chromium only.
   */
  pageResource(url: string, options: ResourceOptions & CallOptions = {}): Promise<ResourceReport> {
    return this.call("pageResource", { url, options });
  }

  /**
   * Types a text with key events, at the end of the element's text or where the focus is. It is for
   * pages that listen to keys. `fill` is faster, and replaces the text.
   */
  typeText(text: string, options: TypeOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("typeText", { text, options });
  }

  /**
   * Selects a part of an element's text, or puts the caret there: in a field, an editor, or plain text. The page sees
   * a real selection and its events.
   *
   * @example
   * ```js
   * await session.selectText(editor, { text: "draft", unit: "line" });
   * await session.pressKey("Control+B");
   * ```
   */
  selectText(uid: string, options: SelectTextOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("selectText", { uid, options });
  }

  /**
   * Pastes content into the element, after giving it the focus. The page gets a `paste` event that carries the
   * content, set by script. If no handler takes it, a field or an editor gets its text or markup. The clipboard is
   * not touched. `pressKey` copies, cuts and pastes with it, as in `Control+C`.
   *
   * @example
   * ```js
   * await session.paste(editor, { html: "<b>bold</b>", text: "bold" });
   * await session.paste(editor, { files: ["/data/chart.png"] });
   * ```
   */
  paste(uid: string, content: TransferContent, options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("paste", { uid, content, options });
  }

  /**
   * Drops content on the element, as if it was dragged from outside of the page: files on a drop zone, a text, a link.
   * The page gets the events of a drag that carries the content, dispatched by script.
   */
  dropOn(uid: string, content: TransferContent, options: DropOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("dropOn", { uid, content, options });
  }

  /**
   * What the browser's clipboard holds: what a page copied or cut last. It is read by a paste into an empty page, so
   * no page of the session notices. A headless Firefox keeps no pictures in it. Only for a headless browser that the session started: the clipboard of any other
   * browser can be the user's.
   *
   * @example
   * ```js
   * await session.click(copyButton);
   * const { text } = await session.readClipboard();
   * ```
   */
  readClipboard(options: ClipboardOptions & CallOptions = {}): Promise<ClipboardReport> {
    return this.call("readClipboard", { options });
  }

  /**
   * The session's cookies that fit; all of them without a filter. Partitioned ones, which belong to a site within
   * another one, are left out. Not in the user's own tabs (`UNSUPPORTED`).
   */
  cookies(options: CookieFilter & CallOptions = {}): Promise<Cookie[]> {
    return this.call("cookies", { options });
  }

  /** Sets cookies, in the place of those with the same name, domain and path. */
  setCookies(cookies: Cookie[], options: CallOptions = {}): Promise<void> {
    return this.call("setCookies", { cookies, options });
  }

  /** Deletes the cookies that fit; all of them without a filter. Answers how many there were. */
  deleteCookies(options: CookieFilter & CallOptions = {}): Promise<number> {
    return this.call("deleteCookies", { options });
  }

  /**
   * The session's cookies and the local storage of origins, with `indexedDB` also their databases, as Playwright keeps
   * them in files. `leftOut` of the answer names what could not be saved, such as a `Blob` or a `CryptoKey`. No server
   * is asked for anything. Not in the user's own tabs (`UNSUPPORTED`).
   *
   * @example
   * ```js
   * await writeFile("state.json", JSON.stringify(await session.storageState()), { mode: 0o600 });
   * ```
   */
  storageState(options: StorageStateOptions & CallOptions = {}): Promise<StorageState> {
    return this.call("storageState", { options });
  }

  /**
   * Adds cookies, local storage and databases to those of the session, in the place of those with the same names. Open
   * pages use them once they are loaded again.
   */
  setStorageState(state: StorageState, options: CallOptions = {}): Promise<void> {
    return this.call("setStorageState", { state, options });
  }

  /**
   * The recorded requests of pages that fit, newest first. A session records them if it was opened with
   * `record: ["network"]`, from the first moment of each page on, at most 2,000 of them.
   *
   * @example
   * ```js
   * const { requests } = await session.networkRequests({ type: "fetch", status: "5xx" });
   * const { body } = await session.networkRequest(requests[0].id, { body: "response", path: "error.code" });
   * ```
   */
  networkRequests(options: NetworkFilter & CallOptions = {}): Promise<NetworkList> {
    return this.call("networkRequests", { options });
  }

  /**
   * All that is known of a recorded request: its headers, times and cause, and a body if the options ask for one.
   * Credentials are masked unless they are asked for.
   */
  networkRequest(id: number, options: NetworkRequestOptions & CallOptions = {}): Promise<NetworkDetail> {
    return this.call("networkRequest", { id, options });
  }

  /**
   * The recorded requests as an HTTP Archive (HAR 1.2). Credentials are masked unless they are asked for.
   *
   * @example
   * ```js
   * const { har } = await session.har({ bodies: true });
   * await writeFile("shop.har", JSON.stringify(har));
   * ```
   */
  har(options: HarOptions & CallOptions = {}): Promise<HarReport> {
    return this.call("har", { options });
  }

  /**
   * Selects exactly these options of a native select, by label or value. In a custom list, chooses one
   * option.
   */
  selectOption(uid: string, values: string[], options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("selectOption", { uid, values, options });
  }

  /** Checks or unchecks a checkbox, radio button or switch, with a click if its state differs. */
  setChecked(uid: string, checked: boolean, options: ActionOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("setChecked", { uid, checked, options });
  }

  /**
   * Finds an element by a locator, waits until it can be acted on, acts, and waits for the effects.
   * Errors have an `attempt` that shows the progress of the call.
   *
   * @example
   * ```js
   * await session.interact({ action: "click", target: { by: "role", value: "button", name: "Save" } });
   * ```
   */
  interact(request: InteractRequest, options: CallOptions = {}): Promise<InteractReport> {
    return this.call("interact", { request, options });
  }

  /** The last actions, newest first. At most 100 are kept, without the values of fields. */
  recentActions(limit?: number, options: CallOptions = {}): Promise<RecentAction[]> {
    return this.call("recentActions", { limit, options });
  }

  /**
   * Adds a route: what happens to requests of the session's pages that fit. It lasts as long as the session.
   *
   * @example
   * ```js
   * await session.addRoute({ url: "https://shop.example/api/*", action: "fulfill", status: 503, text: "down" });
   * ```
   */
  addRoute(route: RouteOptions, options: CallOptions = {}): Promise<RouteInfo> {
    return this.call("addRoute", { route, options });
  }

  /** The routes, oldest first. */
  routes(options: CallOptions = {}): Promise<RouteInfo[]> {
    return this.call("routes", { options });
  }

  /** Removes the route with this number, or all routes. Returns those that were removed, with their hits. */
  removeRoutes(id?: number, options: CallOptions = {}): Promise<RouteInfo[]> {
    return this.call("removeRoutes", { id, options });
  }

  /**
   * Sets how the session's pages see the network, until it is set again. Without options it is as it is. Returns how many
   * pages do not answer, and may see it later.
   */
  setNetwork(options: NetworkOptions & CallOptions = {}): Promise<number> {
    return this.call("setNetwork", { options });
  }

  /**
   * Runs a script in our own world of each frame of the selected page, where no script of the page sees it. The script is an
   * expression for a function of `args` and of `{ root, mark, later }`; `mark(element)` gives an element a place in the list
   * of UIDs that is reported beside its JSON, and `later(run, ms)` is `setTimeout` that also runs where a sandbox forbids
   * scripts. A document keeps the first script of a name. Not in the user's own tabs, and not with classic WebDriver
   * (`UNSUPPORTED`).
   *
   * @example
   * ```js
   * const script = "(_, { mark }) => [...document.images].filter((image) => !image.alt).map(mark)";
   * const { frames } = await session.inspect("no-alt", script);
   * ```
   */
  inspect(name: string, script: string, options: InspectOptions & CallOptions = {}): Promise<InspectReport> {
    return this.call("inspect", { name, script, options });
  }

  /**
   * Begins to note which code of the selected page runs, and which rules of its style sheets apply. Chromium only
   * (`UNSUPPORTED`).
   */
  startCoverage(options: CallOptions = {}): Promise<void> {
    return this.call("startCoverage", { options });
  }

  /** Ends that, and tells what was used of each file. */
  stopCoverage(options: CallOptions = {}): Promise<CoverageReport> {
    return this.call("stopCoverage", { options });
  }

  /**
   * Begins to note what the user does by hand in the pages of the session, or ends that. Chromium and Firefox, and the
   * user's own tabs; `UNSUPPORTED` over classic `WebDriver`.
   */
  watchUser(on: boolean, options: CallOptions = {}): Promise<void> {
    return this.call("watchUser", { on, options });
  }

  /**
   * What the user did by hand since a step, each with a locator from the moment before the page changed by it. What this
   * session does is left out.
   */
  userSteps(options: UserStepsOptions & CallOptions = {}): Promise<UserStepsReport> {
    return this.call("userSteps", { options });
  }

  /** Begins a performance trace of the selected page. Chromium only (`UNSUPPORTED`). */
  startTrace(options: TraceOptions & CallOptions = {}): Promise<void> {
    return this.call("startTrace", { options });
  }

  /** Ends the trace. `readTrace` gives its text. */
  stopTrace(options: StopTraceOptions & CallOptions = {}): Promise<TraceReport> {
    return this.call("stopTrace", { options });
  }

  /**
   * The next part of the trace that was ended, as JSON in UTF-8; empty after the last one.
   *
   * @example
   * ```js
   * await session.startTrace();
   * await session.navigate({ url: "https://shop.example" });
   * await session.stopTrace();
   * for (let part = await session.readTrace(); part.data.length > 0; part = await session.readTrace()) file.write(part.data);
   * ```
   */
  readTrace(options: CallOptions = {}): Promise<TracePart> {
    return this.call("readTrace", { options });
  }

  /**
   * Begins a film of the selected page, and of the one that is selected later. `script` is an expression for an object whose
   * methods get the film's parts and answer a text, or the promise of one: `begin()`; `frame({ data, at })` for each
   * frame, a JPEG in base64, and when it was drawn, in ms since 1970, or null for now; `end()`. They run in a page of their own
   * in the same browser. Chromium only (`UNSUPPORTED`).
   */
  startFilm(script: string, options: FilmOptions & CallOptions = {}): Promise<FilmPart> {
    return this.call("startFilm", { script, options });
  }

  /** The next frame of the film. Frames come when the page draws something else, at most one for each call. */
  filmPart(options: FilmPartOptions & CallOptions = {}): Promise<FilmPart> {
    return this.call("filmPart", { options });
  }

  /** Ends the film. */
  stopFilm(options: CallOptions = {}): Promise<FilmPart> {
    return this.call("stopFilm", { options });
  }

  /** A picture of the viewport, the document or one element. */
  screenshot(options: ScreenshotOptions & CallOptions = {}): Promise<ScreenshotReport> {
    return this.call("screenshot", { options });
  }

  /**
   * The selected page as it is printed, as PDF. Headers and footers in Chromium only.
   *
   * @example
   * ```js
   * await writeFile("page.pdf", (await session.pdf({ format: "Letter", background: true })).data);
   * ```
   */
  pdf(options: PdfOptions & CallOptions = {}): Promise<PdfReport> {
    return this.call("pdf", { options });
  }

  /**
   * Compares an earlier picture with the selected page as it is now, or with a later picture: the share of pixels that
   * changed, boxes around them, and the elements in these. Anti-aliased edges do not count.
   *
   * @example
   * ```js
   * const { data } = await session.screenshot();
   * // …
   * const { share, boxes } = await session.compare(data);
   * ```
   */
  compare(before: Uint8Array, options: CompareOptions & CallOptions = {}): Promise<CompareReport> {
    return this.call("compare", { before, options });
  }

  /** Accepts the open dialog. */
  acceptDialog(options: DialogOptions & CallOptions = {}): Promise<ActionReport> {
    return this.call("acceptDialog", { options });
  }

  /** Dismisses the open dialog. */
  dismissDialog(options: CallOptions = {}): Promise<ActionReport> {
    return this.call("dismissDialog", { options });
  }

  /** Waits until all given conditions hold. */
  waitFor(options: WaitOptions & CallOptions = {}): Promise<WaitReport> {
    return this.call("waitFor", { options });
  }

  /**
   * For a session in the user's own browser: the connected browsers, and the code that pairs another
   * extension. Does not wait for a connection.
   */
  extensionStatus(options: CallOptions = {}): Promise<ExtensionStatus> {
    return this.call("extensionStatus", { options });
  }

  /**
   * Ends the session, and its browser if the session launched it. A browser that it attached to keeps
   * running. Idempotent. Later calls fail with `SESSION_ENDED`.
   */
  close(options: CallOptions = {}): Promise<void> {
    return this.call("close", { options });
  }
}

/** The calls of the desktop. */
export abstract class DesktopCalls {
  /** Checks the arguments, and hands the call to the engine. */
  protected abstract call<T>(name: string, given: Given): Promise<T>;

  /**
   * Starts a program and waits until its user interface can be read. The program ends with its session
   * and with this process.
   */
  launch(what: DesktopLaunchOptions, options: CallOptions = {}): Promise<DesktopSessionInfo> {
    return this.call("launch", { what, options });
  }

  /**
   * Attaches to a running application, by its process id or by its name. The application keeps running
   * when the session ends.
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

  /** Carries out an action. The answer reports a failure at the node. */
  act(request: UiActionRequest, options: CallOptions = {}): Promise<UiActionResponse> {
    return this.call("act", { request, options });
  }

  /** A picture of a window, as PNG. */
  screenshot(sessionId: string, options: DesktopScreenshotOptions & CallOptions = {}): Promise<DesktopPicture> {
    return this.call("screenshot", { sessionId, options });
  }

  /** Presses a menu item by its path of titles. Returns the changes, one line each. */
  menu(sessionId: string, path: string[], options: CallOptions = {}): Promise<string> {
    return this.call("menu", { sessionId, path, options });
  }

  /** The windows of a session, or of all applications. The topmost window is last. */
  windows(sessionId?: string, options: CallOptions = {}): Promise<DesktopWindow[]> {
    return this.call("windows", { sessionId, options });
  }

  /** Operates a window of a session. Returns the window's new state, or nothing if the window is gone. */
  windowAction(sessionId: string, action: DesktopWindowAction, options: DesktopWindowOptions & CallOptions = {}): Promise<DesktopWindow | undefined> {
    return this.call("windowAction", { sessionId, action, options });
  }

  /** All running applications that can be read. */
  applications(options: CallOptions = {}): Promise<DesktopApplication[]> {
    return this.call("applications", { options });
  }

  /** Ends a session, and its program if the session launched it. Returns the end of the program's output. */
  stop(sessionId: string, options: CallOptions = {}): Promise<string> {
    return this.call("stop", { sessionId, options });
  }

  /** Ends all sessions. */
  close(options: CallOptions = {}): Promise<void> {
    return this.call("close", { options });
  }
}
