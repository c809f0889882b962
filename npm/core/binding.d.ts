// Generated from crates/node-binding by scripts/build-addon.mjs. Do not edit.

/** Cancels the calls it was passed to. */
export declare class Cancellation {
  /** A cancellation that was not asked for yet. */
  constructor()
  /** Ends the calls it was passed to; each answers the fault `CANCELLED`. Idempotent. */
  cancel(): void
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
  /** Forgets all UIDs; answers how many became stale. */
  clearSnapshot(cancellation?: Cancellation | undefined | null): Promise<number | Fault>
  /** A unique CSS selector for the element. */
  resolveUidToSelector(uid: string, cancellation?: Cancellation | undefined | null): Promise<SelectorReport | Fault>
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
  /** A picture of the viewport, the document or one element. */
  screenshot(options: ScreenshotOptions, cancellation?: Cancellation | undefined | null): Promise<ScreenshotReport | Fault>
  /** Accepts or dismisses the open dialog. */
  answerDialog(accept: boolean, text?: string | undefined | null, cancellation?: Cancellation | undefined | null): Promise<ActionReport | Fault>
  /** Waits until all that is given holds. */
  waitFor(options: WaitOptions, cancellation?: Cancellation | undefined | null): Promise<WaitReport | Fault>
  /** Ends the browser if it is ours. Later calls answer `SESSION_ENDED`. */
  close(): Promise<undefined | Fault>
}

/** The answer to an action on an element. */
export interface ActionReport {
  /** The element as the snapshot showed it, quoted: `button "Save"`. */
  target: string
  /** The protocol that carried the input. */
  protocol: 'cdp' | 'bidi' | 'webdriver'
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

/** What the session is connected to. */
export interface BrowserInfo {
  /** Product and version. */
  product: string
  /** The protocol in use. */
  protocol: 'cdp' | 'bidi' | 'webdriver'
  /** The browser's process, where we started it. */
  pid?: number
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

/** Why a call did not do what it was asked for. */
export interface Fault {
  /** The stable code, for example `STALE_UID`. Branch on this. */
  code: string
  /** What was tried and what was found, without a final stop. May be reworded in any release. */
  message: string
  /** What a caller does next. */
  nextStep: string
  /** Tells a fault from an answer, which never has this field. */
  isFault: true
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
  /** What else happened. */
  effects: Effects
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
 * How a session is opened. At most one of `launch`, `attach` and `webdriver` is given; none
 * means `launch` with its defaults.
 */
export interface SessionOptions {
  /** Start a browser. */
  launch?: LaunchOptions
  /** Attach to a running Chromium. */
  attach?: AttachOptions
  /** Use a WebDriver server. */
  webdriver?: WebDriverOptions
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
  /** The address contains this. */
  url?: string
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
