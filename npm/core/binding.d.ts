// Generated from crates/node-binding by scripts/build-addon.mjs. Do not edit.

/** Cancels the calls it was passed to. */
export declare class Cancellation {
  /** A cancellation that was not asked for yet. */
  constructor()
  /** Ends the calls it was passed to; each answers the fault `CANCELLED`. Idempotent. */
  cancel(): void
}

/** Desktop applications, by sessions. */
export declare class NativeDesktop {
  /** Connects to nothing yet. */
  static open(): NativeDesktop | Fault
  /** Starts a program and waits until it can be seen. */
  launch(options: DesktopLaunchOptions, cancellation?: Cancellation | undefined | null): Promise<DesktopSessionInfo | Fault>
  /** Attaches to an application that runs. */
  attach(options: DesktopAttachOptions, cancellation?: Cancellation | undefined | null): Promise<DesktopSessionInfo | Fault>
  /** Switches actions of a session off or on; reading goes on. */
  enable(sessionId: string, enabled: boolean): DesktopSessionInfo | Fault
  /** The tree of a session's application. */
  ui(sessionId: string, options: DesktopUiOptions, cancellation?: Cancellation | undefined | null): Promise<DesktopUiReport | Fault>
  /** Carries out an action: request and answer are JSON in the form of `debug_ui_action`. */
  act(request: string, cancellation?: Cancellation | undefined | null): Promise<string | Fault>
  /** A picture of a window. */
  screenshot(sessionId: string, window: number | undefined | null, marked: boolean, cancellation?: Cancellation | undefined | null): Promise<DesktopPicture | Fault>
  /** Presses a menu item by its path; answers what changed. */
  menu(sessionId: string, path: Array<string>, cancellation?: Cancellation | undefined | null): Promise<string | Fault>
  /** Windows of a session, or all of them. */
  windows(sessionId?: string | undefined | null, cancellation?: Cancellation | undefined | null): Promise<Array<DesktopWindow> | Fault>
  /** Does something with a window of a session; answers it as it is afterwards, if it is there. */
  windowAction(sessionId: string, window: number | undefined | null, action: DesktopWindowAction, cancellation?: Cancellation | undefined | null): Promise<Array<DesktopWindow> | Fault>
  /** Every application that can be seen. */
  applications(cancellation?: Cancellation | undefined | null): Promise<Array<DesktopApplication> | Fault>
  /** Ends a session, and its program if we started it; answers the last of its output. */
  stop(sessionId: string): Promise<string | Fault>
  /** Ends all sessions. */
  close(): Promise<undefined | Fault>
}

/** One connection to one browser. */
export declare class NativeSession {
  /** Checks the options; starts nothing. */
  static open(options: SessionOptions): NativeSession | Fault
  /** Starts or connects to the browser now. Idempotent; other calls do it themselves. */
  start(cancellation?: Cancellation | undefined | null): Promise<BrowserInfo | Fault>
  /** The open pages. */
  pages(cancellation?: Cancellation | undefined | null): Promise<Array<PageInfo> | Fault>
  /** Opens a page, selects it and navigates. */
  newPage(url: string, cancellation?: Cancellation | undefined | null): Promise<NavigationReport | Fault>
  /** Makes a page the one that calls go to. */
  selectPage(page: number, cancellation?: Cancellation | undefined | null): Promise<PageInfo | Fault>
  /** Closes a page and answers what is left. */
  closePage(page: number, cancellation?: Cancellation | undefined | null): Promise<Array<PageInfo> | Fault>
  /** Navigates a page, the selected one where none is named. */
  navigate(direction: 'to' | 'back' | 'forward' | 'reload', url?: string | undefined | null, page?: number | undefined | null, timeoutMs?: number | undefined | null, cancellation?: Cancellation | undefined | null): Promise<NavigationReport | Fault>
  /** A snapshot of the selected page. */
  snapshot(options: SnapshotOptions, cancellation?: Cancellation | undefined | null): Promise<SnapshotReport | Fault>
  /** Lines of the selected page that fit. */
  find(options: FindOptions, cancellation?: Cancellation | undefined | null): Promise<FindReport | Fault>
  /** Forgets all UIDs; answers how many became stale. */
  clearSnapshot(cancellation?: Cancellation | undefined | null): Promise<number | Fault>
  /** A unique CSS selector for the element. */
  resolveUidToSelector(uid: string, cancellation?: Cancellation | undefined | null): Promise<SelectorReport | Fault>
  /** What the element of a UID or a CSS selector is to assistive technology. */
  describe(uidOrSelector: string, cancellation?: Cancellation | undefined | null): Promise<Described | Fault>
  /** Clicks, or double-clicks. */
  click(uid: string, double: boolean, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Moves the mouse over the element. */
  hover(uid: string, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Sets the value of a field. */
  fill(uid: string, value: string, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Fills several fields, in order. */
  fillForm(fields: Array<FormField>, cancellation?: Cancellation | undefined | null): Promise<FormReport | Fault>
  /** Drags one element onto another. */
  drag(fromUid: string, toUid: string, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Puts files into a file input. */
  upload(uid: string, files: Array<string>, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Presses a key or a combination, on the element or on what has the focus. */
  pressKey(key: string, uid?: string | undefined | null, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Scrolls into view, or in a direction. */
  scroll(options: ScrollOptions, cancellation?: Cancellation | undefined | null): Promise<ScrollReport | Fault>
  /** Runs a function or an expression in the page's own world. */
  evaluate(script: string, uid?: string | undefined | null, timeoutMs?: number | undefined | null, cancellation?: Cancellation | undefined | null): Promise<EvaluateReport | Fault>
  /** The downloads of the browser, oldest first. */
  downloads(cancellation?: Cancellation | undefined | null): Promise<Array<DownloadInfo> | Fault>
  /** Types a text with key events. */
  typeText(text: string, options: TypeOptions, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Chooses options of a native select, and no others. */
  selectOption(uid: string, values: Array<string>, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Checks or unchecks. */
  setChecked(uid: string, checked: boolean, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Finds an element by what it means, acts on it, and waits for what follows. */
  interact(options: InteractOptions, cancellation?: Cancellation | undefined | null): Promise<InteractReport | Fault>
  /** The last actions, newest first. */
  recentActions(limit: number): Array<RecentAction>
  /** A picture of the viewport, the document or one element. */
  screenshot(options: ScreenshotOptions, cancellation?: Cancellation | undefined | null): Promise<ScreenshotReport | Fault>
  /** Accepts or dismisses the open dialog. */
  answerDialog(accept: boolean, text?: string | undefined | null, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Waits until all that is given holds. */
  waitFor(options: WaitOptions, cancellation?: Cancellation | undefined | null): Promise<WaitReport | Fault>
  /** Who is connected to a session for the extension, and the code that pairs another one. */
  extensionStatus(cancellation?: Cancellation | undefined | null): Promise<ExtensionStatus | Fault>
  /** Ends the browser if it is ours. Later calls answer `SESSION_ENDED`. */
  close(): Promise<undefined | Fault>
}

/** The answer to an action on an element. */
export interface ActionReport {
  /** The element as the snapshot showed it, quoted: `button "Save"`. */
  target: string
  /** The protocol that carried the input. */
  protocol: 'cdp' | 'bidi' | 'webdriver' | 'dom'
  /** Whether the page got trusted events. False: the value or event was set by script. */
  trusted: boolean
  /** Whether the page changed, where that is known. */
  changed?: boolean
  /** For checkboxes, radio buttons and switches: the state afterwards. */
  checked?: boolean
  /** For fields that hold another value than the one given: what they hold. */
  valueNow?: string
  /** What else happened. */
  effects: Effects
  /** How long the whole call took, in milliseconds. */
  durationMs: number
}

/** A running Chromium, over the Chrome DevTools Protocol. It is left alone when the session ends. */
export interface AttachOptions {
  /** `ws://…`, `http://host:port`, or a port. */
  endpoint: string
}

/** How far a call with a locator came before it failed. */
export interface Attempt {
  /** The locator as it was understood, in its text form. */
  selector: string
  /** By what was looked for, in this order. */
  tried: Array<string>
  /** The element that was found, where exactly one was. */
  uid?: string
  /** How many elements matched. */
  matchedCount: number
  /** Where it was, in its frame's viewport. */
  boundingBox?: BoundingBox
}

/** A box in CSS pixels. */
export interface BoundingBox {
  /** From the left edge of the frame's viewport. */
  x: number
  /** From its top edge. */
  y: number
  /** Width. */
  width: number
  /** Height. */
  height: number
}

/** What the session is connected to. */
export interface BrowserInfo {
  /** Product and version. */
  product: string
  /** The protocol in use. */
  protocol: 'cdp' | 'bidi' | 'webdriver'
  /** The browser's process, where we started it. */
  pid?: number
}

/** What has changed between two snapshots, counted in lines. */
export interface Changes {
  /** Number of the earlier snapshot. */
  since: number
  /** Lines that were not there. */
  added: number
  /** Lines that are gone. */
  removed: number
  /** Lines of elements, or texts, that read otherwise. */
  changed: number
}

/** A browser whose extension is connected. */
export interface ConnectedBrowser {
  /** What the extension calls its browser: quote it before showing it. */
  name: string
  /** How many tabs the user has granted. */
  tabs: number
  /** For how long it has been connected, in milliseconds. */
  connectedMs: number
}

/** What an element is to assistive technology (accname, html-aam, svg-aam, wai-aria). */
export interface Described {
  /** The computed role: `generic` and `none` where there is no meaning. */
  role: string
  /** The computed name, empty where there is none or the element is hidden. */
  name: string
  /** The computed description, empty likewise. */
  description: string
  /** The states that its role supports. */
  states: States
}

/** A running application that can be seen. */
export interface DesktopApplication {
  /** Its process. */
  pid: number
  /** Its name, as it gives it: quote it before showing it. */
  name: string
  /** Its toolkit, where it tells. */
  toolkit?: string
  /** How many windows it has. */
  windows: number
}

/** An application that runs: one of the two is given. */
export interface DesktopAttachOptions {
  /** Its process. */
  pid?: number
  /** Its name, in any case. */
  name?: string
}

/** A program to start. */
export interface DesktopLaunchOptions {
  /** A path, or a name that is looked for on the path. */
  command: string
  /** Its arguments. */
  args?: Array<string>
  /** Variables beside those of this process. */
  env?: Record<string, string>
  /** Its working folder. */
  cwd?: string
}

/** A picture of a window. */
export interface DesktopPicture {
  /** PNG. */
  data: Buffer
  /** For a marked picture: each number with its node. */
  legend: string
}

/** A session with one application. */
export interface DesktopSessionInfo {
  /** Its name in later calls. */
  sessionId: string
  /** The process. */
  pid: number
  /** Whether we started it: then it ends with its session. */
  launched: boolean
}

/** What to tell of an application's tree. */
export interface DesktopUiOptions {
  /** Only this node and what is in it. */
  id?: string
  /** Only nodes whose role, title or value has this text. */
  find?: string
  /** Only nodes with this role. */
  role?: string
  /** Only nodes with exactly this title. */
  title?: string
  /** Only the node at the end of these titles, from the outside in. */
  path?: Array<string>
  /** Levels below the first. */
  depth?: number
  /** Also what is not showing. */
  hidden?: boolean
  /** Only what changed since the tree with this number. */
  since?: number
  /** Bytes of text. */
  maxBytes?: number
  /** Which form. */
  format?: 'text' | 'json'
}

/** An application's tree, or what changed in it. */
export interface DesktopUiReport {
  /** The number of this tree, for `since`. */
  tree: number
  /** The tree or the changes; the application's text in it is quoted. */
  text: string
  /** Nodes in the tree. */
  nodes: number
}

/** A window. */
export interface DesktopWindow {
  /** The platform's number of it. */
  window: number
  /** The process it belongs to, where the platform tells. */
  pid?: number
  /** Its title: quote it before showing it. */
  title: string
  /** Left edge of its contents on the screen, where the platform tells: then the next three too. */
  x?: number
  /** Top edge. */
  y?: number
  /** Width. */
  width?: number
  /** Height. */
  height?: number
  /** Whether it has the keyboard. */
  active: boolean
  /** Whether it is minimised or on another desktop. */
  hidden: boolean
}

/** What to do with a window. */
export interface DesktopWindowAction {
  /** Which. */
  action: 'raise' | 'move' | 'resize' | 'close'
  /** For `move`. */
  x?: number
  /** For `move`. */
  y?: number
  /** For `resize`. */
  width?: number
  /** For `resize`. */
  height?: number
}

/** A JavaScript dialog. Its texts are the page's: quote them before showing them. */
export interface DialogInfo {
  /** Which of the four. */
  kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload'
  /** Its text. */
  message: string
  /** What a prompt offers as its answer. */
  defaultText?: string
}

/** A download that an action began. */
export interface Download {
  /** The suggested file name, as the server gave it. */
  name: string
  /** Where the file is, once it is there. */
  path?: string
  /** Whether it has ended; without `path` it failed. */
  finished: boolean
}

/** A download of the browser, as far as it has come. */
export interface DownloadInfo {
  /** The suggested file name, as the server gave it. */
  name: string
  /** How far it has come. */
  state: 'running' | 'finished' | 'failed'
  /** Where the file is, once it is there. */
  path?: string
  /** Its size in bytes, or what has come of it; where that is known. */
  size?: number
}

/** What happened beside the thing that was asked for. */
export interface Effects {
  /** The main frame shows another document or address now: its address. */
  navigatedTo?: string
  /** Pages that were opened. */
  opened: Array<OpenedPage>
  /** The dialog that is open now. */
  dialog?: DialogInfo
  /** Downloads that began. */
  downloads: Array<Download>
  /** Plain sentences about the session, for example that the browser had to be started again. */
  notices: Array<string>
}

/** The answer to a script. */
export interface EvaluateReport {
  /** What it gave, as JSON that the page made: valid, but not to be trusted. */
  json?: string
  /** What it threw, in the page's words; absent where it gave something. */
  error?: string
  /** What else happened. */
  effects: Effects
  /** How long the whole call took, in milliseconds. */
  durationMs: number
}

/** The tabs that the user granted in their own browser, through the uipilot extension in it. */
export interface ExtensionOptions {
  /**
   * Listen on this port. Default: the first free one of 38401 to 38410, where the extension
   * looks by itself.
   */
  port?: number
  /** Folder for what is remembered of paired extensions. Default: the user's own for such state. */
  state?: string
}

/** Who is connected, and the code that pairs another extension. */
export interface ExtensionStatus {
  /** The port of 127.0.0.1 that is listened on. */
  port: number
  /** The code to enter in the extension's popup; it changes when it was used, and with time. */
  pairingCode: string
  /** How many extensions are paired. */
  paired: number
  /** Who is connected now, the one in use last. */
  browsers: Array<ConnectedBrowser>
}

/** Why a call did not do what it was asked for. */
export interface Fault {
  /** The stable code, for example `STALE_UID`. Branch on this. */
  code: string
  /** What was tried and what was found, without a final stop. May be reworded in any release. */
  message: string
  /** What a caller does next, in words. */
  nextStep: string
  /** The same step as data. */
  step: unknown
  /** How far the call came, where it began with a locator. */
  attempt?: Attempt
  /** Tells a fault from an answer, which never has this field. */
  isFault: true
}

/** What to look for: all that is given has to fit, and something has to be given. */
export interface FindOptions {
  /** Text in a line's name, role or values, in any case. */
  text?: string
  /** Regular expression (of the Rust crate `regex`) that the name or a value matches. */
  regex?: string
  /** The role. */
  role?: string
  /** Text in the name, in any case. */
  name?: string
  /** At most this many hits. Default: 20; at most 500. */
  limit?: number
  /** Lines given before and after each hit. Default: 0; at most 50. */
  context?: number
  /** Go on where an earlier answer ended, with the same arguments. */
  cursor?: string
}

/** What was found. */
export interface FindReport {
  /** Number of the snapshot that was searched. */
  snapshotId: number
  /** The page's number. */
  page: number
  /**
   * How many hits there are, and those given, each below its nearest named ancestor. Hits are
   * marked with `*`.
   */
  text: string
  /** All hits there are. */
  total: number
  /** Hits given. */
  shown: number
  /** Pass as `cursor` to go on; absent when nothing is left. */
  cursor?: string
  /** Frames that could not be read, and so were not searched. */
  framesLeftOut: number
  /** What else is to be said. */
  effects: Effects
  /** How long the whole call took, in milliseconds. */
  durationMs: number
}

/** A field and what to put into it. */
export interface FormField {
  /** The field's UID. */
  uid: string
  /** Its value, in the form which `fill` takes. */
  value: string
}

/** The answer to filling a form. */
export interface FormReport {
  /** A report for each field, in the order given. */
  fields: Array<ActionReport>
  /** What else happened, over all fields. */
  effects: Effects
}

/**
 * Sends the engine's log to `receiver`, for the whole process. A later call replaces level and
 * receiver. False: another part of the process took the log before.
 */
export declare function initLogging(level: 'off' | 'error' | 'warn' | 'info' | 'debug' | 'trace', receiver: (record: LogRecord) => void): boolean

/** What to do with an element. */
export interface InteractOptions {
  /** What to do. */
  action: 'click' | 'doubleClick' | 'rightClick' | 'pressAndHold' | 'hover' | 'type' | 'clear' | 'select' | 'check' | 'uncheck' | 'keypress' | 'scroll' | 'focus' | 'drag' | 'upload' | 'waitForSelector'
  /** On what. A key press goes without, to what has the focus, and a scroll of the page. */
  target?: InteractTarget
  /** Where to drag to: a UID, or a locator in its text form. */
  to?: string
  /** The text, option, key, milliseconds to hold, or direction to scroll in: `down`, `left 200`. */
  value?: string
  /** Files to upload. */
  files?: Array<string>
  /**
   * How long finding the element and waiting until it can be acted on may take together, in
   * milliseconds. Default: 5,000.
   */
  timeoutMs?: number
  /** Wait until it is visible. Default: true. */
  waitForVisible?: boolean
  /** Wait until it is enabled. Default: where the action needs it. */
  waitForEnabled?: boolean
  /**
   * Wait afterwards until no request has been open for this many milliseconds, for `timeoutMs` at
   * most; long polls, event streams and sockets do not count. Default: not waited for.
   */
  waitForNetworkIdleMs?: number
  /** Take a picture of the viewport afterwards. Default: false. */
  screenshot?: boolean
  /**
   * In the user's own tab: whether the browser's debugger may be used; where not, the action is done by
   * script alone or fails. It means nothing in other browsers. Default: true.
   */
  fallbackToCdp?: boolean
}

/** What came of it. */
export interface InteractReport {
  /** What the action did. */
  report: ActionReport
  /** The locator by which the element was found, in its text form. */
  selectorUsed?: string
  /** The element's UID; absent where the action was done by script alone. */
  uid?: string
  /** How many elements matched. */
  matchedCount: number
  /** Where it was when it was found, in its frame's viewport. */
  boundingBox?: BoundingBox
  /** How far the wheel went, in CSS pixels, where it was turned. */
  moved?: number
  /** How much further it goes in this direction; absent as `moved` is. */
  remaining?: number
  /** Whether the network was idle in the end, where that was waited for. */
  networkIdle?: boolean
  /** The viewport afterwards. */
  picture?: ScreenshotReport
}

/** An element, by what it means or by its UID. */
export interface InteractTarget {
  /**
   * By what. Default: by everything in turn (test id, role with this name, label, placeholder,
   * name, alt, title, text, CSS, `XPath`).
   */
  by?: 'uid' | 'testid' | 'role' | 'label' | 'text' | 'placeholder' | 'name' | 'alt' | 'title' | 'css' | 'xpath'
  /** What: a UID, a text, a role, a selector; or a chain of locators with ` >> ` between. */
  value: string
  /** With a role: the accessible name. */
  name?: string
  /**
   * `true`: the whole text, case and all; `false`: any part. Default: the whole text if something
   * has it, else a part.
   */
  exact?: boolean
  /** Which of several matches, from 0; from the last one where negative. */
  nth?: number
  /** Only inside this UID, or the matches of this locator. */
  within?: string
  /** Only in this frame: a CSS selector, with ` >> ` between those of nested frames. Default: all. */
  frameSelector?: string
}

/** A browser of our own; it ends with the session. */
export interface LaunchOptions {
  /**
   * Which browser: `chromium` (default: any of the Chromium family), `chrome`, `chrome-beta`,
   * `chrome-dev`, `chrome-canary`, `msedge`, `msedge-beta`, `msedge-dev`, `msedge-canary`,
   * `brave`, `brave-beta`, `brave-nightly`, `firefox`, `firefox-beta`, `firefox-dev`,
   * `firefox-nightly`.
   */
  browser?: string
  /** This executable instead of looking for one. */
  executable?: string
  /** Without a window. Default: true. */
  headless?: boolean
  /**
   * Folder for the browser's data, made if it is missing and kept. Default: a fresh one that is
   * removed when the browser ends.
   */
  profile?: string
  /** Further arguments for the browser. */
  arguments?: Array<string>
  /** How long the browser may take to start, in milliseconds. Default: 30,000. */
  timeoutMs?: number
}

/** One line of the engine's log. */
export interface LogRecord {
  /** How much it matters. */
  level: 'error' | 'warn' | 'info' | 'debug' | 'trace'
  /** The module that wrote it. */
  target: string
  /** The message with its fields. */
  message: string
}

/** The answer to a navigation. */
export interface NavigationReport {
  /** The page's number. */
  page: number
  /** The address now. */
  url: string
  /** The title now. */
  title: string
  /**
   * How far it had loaded when the call returned: `committed` means that the document was
   * still being parsed.
   */
  loadState: 'committed' | 'domcontentloaded' | 'load'
  /** What else happened. */
  effects: Effects
  /** How long the whole call took, in milliseconds. */
  durationMs: number
}

/** A page that an action opened. */
export interface OpenedPage {
  /** Its number. */
  page: number
  /** Its address, if known yet; else empty. */
  url: string
}

/** A page of the session. Its texts are the page's: quote them before showing them. */
export interface PageInfo {
  /** The page's number, never given to another page of the session. */
  page: number
  /** Its address. */
  url: string
  /** Its title. */
  title: string
  /** Whether calls that name no page go to this one. */
  selected: boolean
  /** The dialog that is open in it. */
  dialog?: DialogInfo
}

/** A number on a picture. */
export interface PictureMark {
  /** The number, from 1. */
  number: number
  /** The node's UID. */
  uid: string
  /** The node, quoted: `button "Save"`. */
  target: string
}

/** An action that has ended. Values of fields and keys are not kept. */
export interface RecentAction {
  /** When it ended, in milliseconds since the epoch. */
  at: number
  /** Its name. */
  action: string
  /** The element as it was shown, quoted; empty where none was found. */
  target: string
  /** The page's number. */
  page: number
  /** The protocol that carried it. */
  method: 'cdp' | 'bidi' | 'webdriver' | 'dom'
  /** Whether the page got trusted events. */
  trusted: boolean
  /** The code of the error; absent where it went well. */
  error?: string
  /** How long it took, in milliseconds. */
  durationMs: number
}

/** What to take a picture of. */
export interface ScreenshotOptions {
  /** Only this element. */
  uid?: string
  /** The whole document, not only the viewport. Default: false. */
  fullPage?: boolean
  /** JPEG with this quality, 1 to 100, instead of PNG. */
  jpegQuality?: number
  /** The longer side has at most this many pixels. Default: no limit. */
  maxSide?: number
  /** The encoded picture has at most this many bytes. Default: no limit. */
  maxBytes?: number
  /** Draw numbered boxes around the interactive nodes that are seen. Default: false. */
  marks?: boolean
}

/** A picture. */
export interface ScreenshotReport {
  /** The encoded bytes. */
  data: Buffer
  /** How they are encoded. */
  mimeType: 'image/png' | 'image/jpeg'
  /** Width of the captured area in CSS pixels. */
  width: number
  /** Height of the captured area in CSS pixels. */
  height: number
  /** Output pixels for a CSS pixel. */
  scale: number
  /** Whether something was cut off to keep within the limits. */
  cut: boolean
  /** What the numbers on it mean. */
  marks: Array<PictureMark>
  /** Nodes that were not marked because there are too many. */
  marksLeftOut: number
  /** What else happened. */
  effects: Effects
}

/** What to scroll. `uid` alone is scrolled into view. */
export interface ScrollOptions {
  /** What holds this element, in place of the page. */
  uid?: string
  /** Where to. */
  direction?: 'up' | 'down' | 'left' | 'right'
  /** How far, in CSS pixels. Default: about four fifths of what is seen. */
  amount?: number
}

/** The answer to a scroll. */
export interface ScrollReport {
  /** What was scrolled or scrolled to, quoted: `the page`, `what holds option "Row 7"`. */
  target: string
  /** How far it moved, in CSS pixels; absent where an element was scrolled into view. */
  moved?: number
  /** How much further it goes in this direction; absent as `moved` is. */
  remaining?: number
  /** Whether the wheel did it. False: it was scrolled by script. */
  trusted: boolean
  /** What else happened. */
  effects: Effects
  /** How long the whole call took, in milliseconds. */
  durationMs: number
}

/** A path to an element in CSS selectors. */
export interface SelectorReport {
  /**
   * The path as one string: a plain selector where the element is in the main frame and in no
   * shadow tree; else steps joined with ` >>> ` (into a shadow tree) and ` >>frame>> ` (into a
   * frame).
   */
  selector: string
  /**
   * Selectors of the frame owners on the way, outermost first, each a path through shadow
   * trees.
   */
  frames: Array<Array<string>>
  /** The path inside the last frame: one selector a shadow tree, outermost first. */
  path: Array<string>
}

/**
 * How a session is opened. At most one of `launch`, `attach`, `webdriver` and `extension` is
 * given; none means `launch` with its defaults.
 */
export interface SessionOptions {
  /** Start a browser. */
  launch?: LaunchOptions
  /** Attach to a running Chromium. */
  attach?: AttachOptions
  /** Use a WebDriver server. */
  webdriver?: WebDriverOptions
  /** Work in the user's own browser. */
  extension?: ExtensionOptions
  /**
   * How long an action waits until its element can be acted on, in milliseconds.
   * Default: 5,000.
   */
  actionTimeoutMs?: number
  /** How long a navigation and a wait may take, in milliseconds. Default: 30,000. */
  navigationTimeoutMs?: number
  /** Whether `file:` addresses may be opened. Default: false. */
  allowFileUrls?: boolean
  /** The viewport's size. Default: the browser's own. */
  viewport?: Viewport
  /** The attribute that holds test ids. Default: `data-testid`. */
  testIdAttribute?: string
}

/** What to snapshot and how much of it to give. */
export interface SnapshotOptions {
  /** Only the subtree of this UID. */
  uid?: string
  /** Only the subtree of the first match of this CSS selector in the main frame. */
  selector?: string
  /** Only lines that contain this text (any case), with their ancestors. */
  find?: string
  /** At most this many lines; the budget in bytes holds too. */
  maxLines?: number
  /** At most about this many bytes of text. Default: 20,000; no limit where 0. */
  maxBytes?: number
  /** Go on where an earlier answer of the same snapshot was cut. */
  cursor?: string
  /** One line a node, or a JSON tree. Default: `text`. */
  format?: 'text' | 'json'
  /** Only what can be operated, and the named containers around it. Default: false. */
  interactiveOnly?: boolean
  /** Levels below the first line; of what is deeper the count is said. Default: all. */
  maxDepth?: number
  /** Whether text is given that nothing can be done with. Default: true. */
  includeText?: boolean
  /** Every attribute of the elements, and addresses and descriptions whole. Default: false. */
  includeAttributes?: boolean
  /** Every visible element, each on a line of its own, nothing folded or cut. Default: false. */
  includeAll?: boolean
  /** Where each element is drawn: `bounds=x,y,width,height`, CSS pixels in its frame's viewport. Default: false. */
  bounds?: boolean
  /**
   * Only what has changed since the snapshot with this number, 0 for the last one: of the whole
   * page, as text. The whole tree where that is shorter; the text says so.
   */
  since?: number
  /** With `since`: wait first, for at most half a second, until the page has stopped changing. */
  settle?: boolean
}

/** A snapshot. */
export interface SnapshotReport {
  /** Number of the snapshot in this session: the first part of the UIDs that are new in it. */
  snapshotId: number
  /** The page's number. */
  page: number
  /**
   * The tree, with the page's text quoted; if it was cut, its last line says what was left out
   * and how to get it.
   */
  text: string
  /** What has changed, where that was asked for and the text says only that. */
  changes?: Changes
  /** Lines of the whole tree (after `find`). */
  totalLines: number
  /** Lines given. */
  shownLines: number
  /** Pass as `cursor` to go on; absent when nothing is left. */
  cursor?: string
  /** Frames that could not be read: they navigated away or crashed meanwhile. */
  framesLeftOut: number
  /** What else is to be said. */
  effects: Effects
  /** How long the whole call took, in milliseconds. */
  durationMs: number
}

/** The states of an element: only those that apply to it are there. */
export interface States {
  /** `true`, `false` or `mixed`. */
  checked?: 'true' | 'false' | 'mixed'
  /** Of a toggle button: `true`, `false` or `mixed`. */
  pressed?: 'true' | 'false' | 'mixed'
  /** Of what can be chosen. */
  selected?: boolean
  /** Of what opens and closes. */
  expanded?: boolean
  /** By itself, its fieldset, or an ancestor. */
  disabled?: boolean
  /** A value has to be given. */
  required?: boolean
  /** The value can be read and not changed. */
  readonly?: boolean
  /** A field of several lines. */
  multiline?: boolean
  /** More than one item can be selected. */
  multiselectable?: boolean
  /** What is around it cannot be used. */
  modal?: boolean
  /** It is being changed. */
  busy?: boolean
  /** It has the keyboard. */
  focused?: boolean
  /** Assistive technology is not told of it: not rendered, `aria-hidden`, or inert. */
  hidden?: boolean
  /** `true`, `grammar` or `spelling`. */
  invalid?: 'true' | 'grammar' | 'spelling'
  /** `true`, `page`, `step`, `location`, `date` or `time`. */
  current?: 'true' | 'page' | 'step' | 'location' | 'date' | 'time'
  /** `menu`, `listbox`, `tree`, `grid` or `dialog`. */
  haspopup?: 'menu' | 'listbox' | 'tree' | 'grid' | 'dialog'
  /** `horizontal` or `vertical`. */
  orientation?: 'horizontal' | 'vertical'
  /** Of headings and items, from 1. */
  level?: number
  /** The least value. */
  valuemin?: number
  /** The greatest value. */
  valuemax?: number
  /** The value now. */
  valuenow?: number
  /** The value in words. */
  valuetext?: string
  /** What a field shows; bullets for a password. */
  value?: string
}

/** How to type a text. */
export interface TypeOptions {
  /** Type into this element, after what it holds. Default: where the focus is. */
  uid?: string
  /** Pause between two keys, in milliseconds, at most 1,000. Default: none. */
  delayMs?: number
  /** A key or combination to press at the end, for example `Enter`. */
  submitKey?: string
}

/** Size in CSS pixels. */
export interface Viewport {
  /** Width, at least 1. */
  width: number
  /** Height, at least 1. */
  height: number
}

/** What to wait for: all that is given must hold. */
export interface WaitOptions {
  /** Visible text that contains this. */
  text?: string
  /** No visible text contains this. */
  textGone?: string
  /** An element that matches this CSS selector and is visible. */
  selector?: string
  /** The address contains this; with `*` for any text, the whole address is like this. */
  url?: string
  /** The document has come so far. */
  loadState?: 'domcontentloaded' | 'load'
  /** This script, a function or an expression, gives something true in the main frame. */
  function?: string
  /** Give up after this, in milliseconds. Default: the session's navigation timeout. */
  timeoutMs?: number
}

/** The answer to a wait that was met. */
export interface WaitReport {
  /** How long it took, in milliseconds. */
  waitedMs: number
  /** The address now. */
  url: string
  /** What else happened. */
  effects: Effects
}

/** A W3C WebDriver server: chromedriver, geckodriver, safaridriver, a grid. */
export interface WebDriverOptions {
  /** The server's URL. */
  url: string
  /** Adopt this session, which another program made and will end. */
  session?: string
  /** Capabilities of a new session (`alwaysMatch`), as JSON. */
  capabilities?: string
}
