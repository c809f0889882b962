// Generated from crates/engine/schema/api.json by scripts/generate-api.mjs. Do not edit.

/**
 * How to open a session. At most one of `launch`, `attach`, `webdriver` and `extension` is given. Without
 * any, a browser is launched with the defaults.
 */
export interface SessionOptions {
  /** Start a browser. It ends with the session. */
  launch?: LaunchOptions | undefined;
  /** Attach to a running browser. */
  attach?: AttachOptions | undefined;
  /** Use a WebDriver server. */
  webdriver?: WebDriverOptions | undefined;
  /** Work in the tabs that the user granted in their own browser. */
  extension?: ExtensionOptions | undefined;
  /** How long an action waits until its element can be acted on, in milliseconds. Default: 5,000. */
  actionTimeoutMs?: number | undefined;
  /** How long a navigation and a wait may take, in milliseconds. Default: 30,000. */
  navigationTimeoutMs?: number | undefined;
  /** Whether `file:` addresses may be opened. Default: false. */
  allowFileUrls?: boolean | undefined;
  /**
   * Whether pages of the browser itself and of its extensions may be opened, read and acted on, such as
   * `chrome://settings`. Default: false.
   */
  allowBrowserPages?: boolean | undefined;
  /** The viewport's size. Default: the browser's own. */
  viewport?: Viewport | undefined;
  /** What pages are made to believe, from the first one on. Default: nothing. */
  emulate?: EmulateOptions | undefined;
  /**
   * The proxy for all requests of a browser that is launched, or of a new session at a WebDriver server. Default: the
   * browser's own way.
   */
  proxy?: ProxyOptions | undefined;
  /**
   * Whether certificates that cannot be trusted are taken, such as self-signed ones, by a browser that is launched, or in a
   * new session at a WebDriver server. Default: false.
   */
  ignoreHttpsErrors?: boolean | undefined;
  /** The attribute that holds test ids. Default: `data-testid`. */
  testIdAttribute?: string | undefined;
  /**
   * Texts that pictures of pages must not show, such as passwords: what shows one of them is painted over. A text has 4 or
   * more characters. Default: none.
   */
  hiddenTexts?: string[] | undefined;
  /** Files that are neither opened nor read nor acted on in a page, also where `allowFileUrls` is set. Default: none. */
  withheldFiles?: string[] | undefined;
  /** What is kept of what pages do, from the first moment of each page on, within bounds. Default: nothing. */
  record?: Recorded[] | undefined;
  /**
   * Where pages may go: patterns of origins, such as `https://*.example.org` or `http://localhost:*`. If any is given, requests
   * of pages to other servers are stopped in the browser.
   */
  allowOrigins?: string[] | undefined;
  /** Where pages may not go, also where `allowOrigins` lets them. Alone it is no boundary: a server can have more names. */
  blockOrigins?: string[] | undefined;
  /** Names and passwords for servers that ask for them (HTTP authentication). */
  httpCredentials?: HttpCredentials[] | undefined;
  /**
   * Whether reports of actions tell the errors that the page wrote to the console meanwhile, if the console is recorded.
   * Default: true.
   */
  reportConsoleErrors?: boolean | undefined;
}

/** How to start a browser. It ends with the session. */
export interface LaunchOptions {
  /**
   * Which browser: `chromium` (default: any of the Chromium family that is installed), `chrome`,
   * `msedge`, `brave` or `firefox`, each also with a channel: `chrome-beta`, `firefox-nightly`.
   */
  browser?: string | undefined;
  /** This executable instead of looking for one. */
  executable?: string | undefined;
  /** Without a window. Default: true. */
  headless?: boolean | undefined;
  /**
   * Folder for the browser's data, made if it is missing and kept. Default: a fresh one that is
   * removed when the browser ends.
   */
  profile?: string | undefined;
  /**
   * Whether pages may offer tools to agents (WebMCP): switches the feature on in Chromium 150 and newer, and in Firefox where it has it.
   * A kept profile of Firefox keeps its own setting. Default: false.
   */
  pageTools?: boolean | undefined;
  /** Further arguments for the browser, appended to ours. */
  arguments?: string[] | undefined;
  /**
   * Environment variables for the browser. It otherwise gets only those that programs need to run, and not
   * what else this process was given.
   */
  env?: Record<string, string> | undefined;
  /** How long the browser may take until it listens, in milliseconds. Default: 30,000. */
  timeoutMs?: number | undefined;
}

/** A running browser. It keeps running when the session ends. */
export interface AttachOptions {
  /**
   * `ws://…`, `http://host:port`, or a port. Also the absolute path of the profile folder of a Chromium that runs with
   * it, which has its address in the file `DevToolsActivePort`.
   */
  endpoint: string;
  /** What the browser speaks. Default: `cdp`. */
  protocol?: AttachProtocol | undefined;
  /**
   * The page to work in at first, by the id that the browser's protocol gives it: a `targetId` of CDP, a browsing
   * context of BiDi. Default: the last one that the browser lists.
   */
  target?: string | undefined;
}

/**
 * What a running browser speaks.
 *
 * - `cdp`: Chrome DevTools Protocol: Chromium and its relatives.
 * - `bidi`: WebDriver BiDi: Firefox.
 */
export type AttachProtocol = "cdp" | "bidi";

/** A W3C WebDriver server: chromedriver, geckodriver, safaridriver, a grid. */
export interface WebDriverOptions {
  /** The server's URL. */
  url: string;
  /** Adopt this session, which another program created and will end. */
  session?: string | undefined;
  /** Capabilities of a new session (`alwaysMatch`). */
  capabilities?: Record<string, unknown> | undefined;
  /**
   * How long a new session may take, with the wait in a grid's queue and further tries after refusals, in milliseconds.
   * Default: 50,000.
   */
  startTimeoutMs?: number | undefined;
}

/** The tabs that the user granted in their own browser, through the uipilot extension in it. */
export interface ExtensionOptions {
  /**
   * Listen on this port. Default: the first free one of 38401 to 38410, where the extension looks by
   * itself; another port has to be added in the extension's popup.
   */
  port?: number | undefined;
  /** Folder for what is remembered of paired extensions. Default: the user's own for such state. */
  state?: string | undefined;
}

/** Size in CSS pixels, each side 1 to 10,000. */
export interface Viewport {
  /** Width. */
  width: number;
  /** Height. */
  height: number;
}

/**
 * What to emulate besides what is emulated already, for all pages of a session: those that are open, those that they open,
 * and their frames. What is not given stays as it is.
 */
export interface EmulateOptions {
  /** End everything that was emulated first. Default: false. */
  reset?: boolean | undefined;
  /**
   * Size, scale, touch and user agent of this device, by the name that Playwright gives it: `Pixel 7`, `iPhone 15 landscape`,
   * `Desktop Chrome`. Case does not matter. The other options of the same call win.
   */
  device?: string | undefined;
  /** The viewport's size. */
  viewport?: Viewport | undefined;
  /** Device pixels for a CSS pixel, 0.1 to 10. */
  deviceScaleFactor?: number | undefined;
  /** Whether pages are laid out as on a mobile device, by their viewport meta element. */
  mobile?: boolean | undefined;
  /** Whether the device has a touch screen. */
  touch?: boolean | undefined;
  /** What the browser calls itself. The client hints (`Sec-CH-UA`, `navigator.userAgentData`) follow it. */
  userAgent?: string | undefined;
  /** Light or dark colours. */
  colorScheme?: ColorScheme | undefined;
  /** Whether less motion is wished. */
  reducedMotion?: ReducedMotion | undefined;
  /** Whether more or less contrast is wished. */
  contrast?: Contrast | undefined;
  /** Whether a palette of the user's is in use. */
  forcedColors?: ForcedColors | undefined;
  /** The CSS media type. */
  media?: MediaType | undefined;
  /** The time zone, by its IANA name: `Europe/Berlin`. */
  timezone?: string | undefined;
  /** The language of the user, as a BCP 47 tag: `de-DE`. For `navigator.language`, `Intl` and `Accept-Language`. */
  locale?: string | undefined;
  /** Where the device is. Pages may ask for it. */
  geolocation?: Geolocation | undefined;
  /** What pages may do. */
  permissions?: Permission[] | undefined;
  /** How many times slower the processor is, 1 to 100. */
  cpuThrottling?: number | undefined;
}

/**
 * The value of the media feature `prefers-color-scheme`.
 *
 * - `light`: Light.
 * - `dark`: Dark.
 */
export type ColorScheme = "light" | "dark";

/**
 * The value of the media feature `prefers-reduced-motion`.
 *
 * - `reduce`: Less motion is wished.
 * - `no-preference`: No wish.
 */
export type ReducedMotion = "reduce" | "no-preference";

/**
 * The value of the media feature `prefers-contrast`.
 *
 * - `more`: More contrast is wished.
 * - `less`: Less contrast is wished.
 * - `no-preference`: No wish.
 */
export type Contrast = "more" | "less" | "no-preference";

/**
 * The value of the media feature `forced-colors`.
 *
 * - `active`: A palette of the user's takes the place of the page's colours.
 * - `none`: The page's own colours.
 */
export type ForcedColors = "active" | "none";

/**
 * The CSS media type.
 *
 * - `screen`: As on a screen.
 * - `print`: As on paper.
 */
export type MediaType = "screen" | "print";

/** Where the device is. */
export interface Geolocation {
  /** Degrees north, -90 to 90. */
  latitude: number;
  /** Degrees east, -180 to 180. */
  longitude: number;
  /** Radius of the uncertainty in metres. */
  accuracy: number;
}

/** What one permission is to be. */
export interface Permission {
  /** The name in the Permissions standard, for example `geolocation`, `notifications`, `camera` or `clipboard-read`. */
  name: string;
  /** What it is to be. */
  state: PermissionState;
  /** For pages of this origin, for example `https://example.org`. Default: for all pages. */
  origin?: string | undefined;
}

/**
 * The state of a permission.
 *
 * - `granted`: Pages may.
 * - `denied`: Pages may not.
 * - `prompt`: The user would be asked.
 */
export type PermissionState = "granted" | "denied" | "prompt";

/** A proxy for all requests of a browser, or of a session in it. */
export interface ProxyOptions {
  /**
   * `http://host:port`, `https://…`, `socks4://…` or `socks5://…`; `http` without a scheme. A log-in stands in it as
   * `http://user:password@host:port`, with `%40` for an `@` in the password.
   */
  server: string;
  /** Hosts that are reached without it, separated by commas: `localhost, .example.org`. Default: none. */
  bypass?: string | undefined;
}

/**
 * What a session can keep of what its pages do.
 *
 * - `console`: What pages write to the console, and errors that nothing handled.
 * - `network`: The requests of pages, and their answers.
 */
export type Recorded = "console" | "network";

/** A name and a password for the servers of one origin that ask for them (HTTP authentication). They are sent nowhere else. */
export interface HttpCredentials {
  /** Scheme, host and port, as in `https://intranet.example`. */
  origin: string;
  /** The user's name, without a colon. */
  username: string;
  /** The password. */
  password: string;
}

/** A session in the browser of another one. */
export interface IsolatedOptions {
  /** The viewport's size. Default: that of the other session. */
  viewport?: Viewport | undefined;
  /** What its pages are made to believe. Default: as the other session began. */
  emulate?: EmulateOptions | undefined;
  /** The proxy for its requests. Default: the way of the other session. */
  proxy?: ProxyOptions | undefined;
  /** Whether certificates that cannot be trusted are taken, such as self-signed ones. Default: as in the other session. */
  ignoreHttpsErrors?: boolean | undefined;
}

/** Options of a navigation. */
export interface NavigateOptions {
  /** The page to navigate. Default: the selected one. */
  page?: number | undefined;
  /** How long it may take, in milliseconds. Default: the session's navigation timeout. */
  timeoutMs?: number | undefined;
}

/**
 * A step in the history of a page.
 *
 * - `back`: One step back.
 * - `forward`: One step forward.
 * - `reload`: Load the same address again.
 */
export type HistoryStep = "back" | "forward" | "reload";

/** What to snapshot and how much of it to give. */
export interface SnapshotOptions {
  /** Only the subtree of this UID. */
  uid?: string | undefined;
  /** Only the subtree of the first match of this CSS selector in the main frame. */
  selector?: string | undefined;
  /** Only lines that contain this text (in any case), with their ancestors. */
  find?: string | undefined;
  /** At most this many lines. The limit in bytes applies too. */
  maxLines?: number | undefined;
  /** At most about this many bytes of text; 0: no limit. Default: 20,000. */
  maxBytes?: number | undefined;
  /** Continue where an earlier answer of the same snapshot was cut. */
  cursor?: string | undefined;
  /** Text or JSON. Default: text. */
  format?: SnapshotFormat | undefined;
  /** Only interactive elements, and the named containers around them. Default: false. */
  interactiveOnly?: boolean | undefined;
  /** The number of levels below the first line. Deeper nodes are only counted. Default: all. */
  maxDepth?: number | undefined;
  /** Whether to include text that is not interactive. Default: true. */
  includeText?: boolean | undefined;
  /** Include all attributes of the elements, and complete addresses and descriptions. Default: false. */
  includeAttributes?: boolean | undefined;
  /**
   * Show each drawn element on a line of its own, also those without a role or content, and fold or cut nothing.
   * Inline elements with text join the text around them. Default: false.
   */
  includeAll?: boolean | undefined;
  /**
   * Show where each element with a UID is drawn: `bounds=x,y,width,height`, in CSS pixels of its frame's
   * viewport. Default: false.
   */
  bounds?: boolean | undefined;
  /**
   * Show text that a person cannot see too, marked `unseen`: transparent, clipped, without size, of the colour of its
   * ground, or outside of the page. Without this it is left out, and the last line says how much. Default: false.
   */
  includeUnseen?: boolean | undefined;
  /**
   * Only the changes of the whole page since the snapshot with this number, or since the last one for 0,
   * as text. The answer is the whole tree if that is shorter or if the snapshot is no longer kept, and
   * its text says so.
   */
  since?: number | undefined;
  /**
   * With `since`: first wait until the page has stopped changing, for at most half a second. Default:
   * false.
   */
  settle?: boolean | undefined;
}

/**
 * The form of a snapshot.
 *
 * - `text`: One indented line for each node.
 * - `json`: A JSON tree.
 */
export type SnapshotFormat = "text" | "json";

/** Which nodes to give as data. */
export interface NodesOptions {
  /** Only the subtree of this UID. */
  uid?: string | undefined;
  /** Only the subtree of the first match of this CSS selector in the main frame. */
  selector?: string | undefined;
  /** Every attribute of the elements, and whole addresses and descriptions. Default: false. */
  includeAttributes?: boolean | undefined;
  /**
   * Where each element with a UID is drawn, in CSS pixels of its frame's viewport, as the value
   * `bounds`. Default: false.
   */
  bounds?: boolean | undefined;
}

/**
 * What to search for. A line matches if all given criteria match. At least one of `text`, `regex`, `role`
 * and `name` is required.
 */
export interface FindOptions {
  /** Text in a line's name, role or values, in any case. */
  text?: string | undefined;
  /** Regular expression (of the Rust crate `regex`) that the name or a value matches. */
  regex?: string | undefined;
  /** The role. */
  role?: string | undefined;
  /** Text in the name, in any case. */
  name?: string | undefined;
  /** At most this many hits. Default: 20; at most 500. */
  limit?: number | undefined;
  /** The number of lines to show before and after each hit. Default: 0; at most 50. */
  context?: number | undefined;
  /** Continue where an earlier answer ended, with the same arguments. The page is not read again. */
  cursor?: string | undefined;
}

/** An element, by a locator or by its UID. */
export interface InteractTarget {
  /**
   * The strategy. Default: all of them in turn (test id, role with this name, label, placeholder, name,
   * alt, title, text, CSS, `XPath`).
   */
  by?: "uid" | "testid" | "role" | "label" | "placeholder" | "name" | "alt" | "title" | "text" | "css" | "xpath" | undefined;
  /** A text, a role or a selector; or a chain of locators joined by ` >> `. A UID only without `by`. */
  value: string;
  /** With a role: the accessible name. */
  name?: string | undefined;
  /**
   * `true`: match the whole text, case-sensitively. `false`: match any part. Default: match the whole
   * text, or any part if no element has the whole text.
   */
  exact?: boolean | undefined;
  /**
   * Which of several matches, from 0. A negative number counts from the last one. Only visible elements count, if
   * there are any: Selenium and Playwright count hidden ones too.
   */
  nth?: number | undefined;
  /** `false`: hidden elements match and count, too. Default: true. */
  visible?: boolean | undefined;
  /** Only inside the element of this UID, or the matches of this locator. */
  within?: string | undefined;
}

/** How to read a page. Without a UID, the selected page is read. */
export interface ReadPageOptions {
  /** Only this element, with everything in it. */
  uid?: string | undefined;
  /** The main part of the page, or all of it. Default: main. */
  content?: ReadContent | undefined;
  /** Markdown or plain text. Default: Markdown. */
  format?: ReadFormat | undefined;
  /** How links are written. Default: as references. */
  links?: ReadLinks | undefined;
  /** Give the headings instead of the text. Default: false. */
  outline?: boolean | undefined;
  /** Only the section below this heading: its number in the outline, its text, or a part of it. */
  section?: string | undefined;
  /** Continue where an earlier answer was cut, with the text of then. */
  cursor?: string | undefined;
  /** Also text that a person cannot see, as `{unseen: …}`; it is left out and counted otherwise. Default: false. */
  includeUnseen?: boolean | undefined;
  /** At most about this many bytes of text; 0: no limit. Default: 18,000. */
  maxBytes?: number | undefined;
}

/**
 * How much of a page is read.
 *
 * - `main`: What the page is about, without navigation, advertisements and the like; all of it if there is no such part.
 * - `all`: Everything that is shown.
 */
export type ReadContent = "main" | "all";

/**
 * The form of a page's text.
 *
 * - `markdown`: Markdown, with references to links and a list of their addresses.
 * - `text`: Plain text, without addresses.
 */
export type ReadFormat = "markdown" | "text";

/**
 * How Markdown says where links lead.
 *
 * - `references`: By a number, with a list of the addresses at the end of each piece.
 * - `inline`: Behind the text of each link.
 * - `none`: Not at all; the texts of links stand in brackets. Half of a usual page is addresses.
 */
export type ReadLinks = "references" | "inline" | "none";

/** What would be done with an element, besides pressing it. */
export interface ActivatedOptions {
  /** The value that it would be filled with, as by `fill`. Default: none. */
  value?: string | undefined;
  /** The options that would be chosen of it, as by `selectOption`. Default: none. */
  values?: string[] | undefined;
}

/** A point of the main frame's viewport, in CSS pixels. */
export interface Place {
  /** From the left edge. */
  x: number;
  /** From the top edge. */
  y: number;
}

/**
 * How to act at a point of the viewport.
 *
 * A call reads what applies to it: all of them `modifiers`, `seen` and `changes`; a click, a drag and typing
 * `button`; a click `clickCount`; a drag `durationMs`; typing `delayMs` and `submitKey`.
 */
export interface PointOptions {
  /** Which button. Default: left. */
  button?: MouseButton | undefined;
  /** How many clicks in quick succession, 1 to 3. Default: 1. */
  clickCount?: number | undefined;
  /** Keys that are held down meanwhile. Default: none. */
  modifiers?: ModifierKey[] | undefined;
  /** How long the button is down before the first move of a drag, in milliseconds, at most 30,000. Default: not at all. */
  holdMs?: number | undefined;
  /** How long a drag takes, in milliseconds, at most 30,000. Default: 200. */
  durationMs?: number | undefined;
  /** Pause between two keys, in milliseconds, at most 1,000. Default: none. */
  delayMs?: number | undefined;
  /** A key or combination to press after the text. */
  submitKey?: string | undefined;
  /**
   * The `view` of the screenshot that the point was read from. The call is refused if the page no longer is as that
   * picture shows it. For a picture of an element or of the whole page, the point is where it was in the viewport
   * when the picture was taken; it is scrolled into view if needed. Default: the point is used as it is.
   */
  seen?: PictureView | undefined;
  /** Report what the action changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/**
 * A mouse button.
 *
 * - `left`: The primary button.
 * - `middle`: The wheel button.
 * - `right`: The secondary button, for the context menu.
 * - `back`: The first side button.
 * - `forward`: The second side button.
 */
export type MouseButton = "left" | "middle" | "right" | "back" | "forward";

/**
 * A key that is held while the pointer acts.
 *
 * - `Alt`: Alt, or Option on a Mac.
 * - `Control`: Control.
 * - `ControlOrMeta`: Meta (Command) on a Mac, Control elsewhere.
 * - `Meta`: Command on a Mac, the Windows key elsewhere.
 * - `Shift`: Shift.
 */
export type ModifierKey = "Alt" | "Control" | "ControlOrMeta" | "Meta" | "Shift";

/** What a picture showed when it was taken. A call that acts at a point of the picture takes it unchanged. */
export interface PictureView {
  /** The page's number. */
  page: number;
  /** Identifies the document. */
  document: string;
  /** Identifies the picture. */
  picture: number;
  /** Whether it shows the viewport, and not an element or the whole page. */
  viewport: boolean;
  /** The left edge of the picture in the viewport, in CSS pixels. */
  left: number;
  /** The top edge of the picture in the viewport. */
  top: number;
  /** How far the page was scrolled to the right. */
  scrollX: number;
  /** How far the page was scrolled down. */
  scrollY: number;
  /** The width of the viewport. */
  width: number;
  /** The height of the viewport. */
  height: number;
}

/** How to report what an action changed on the page, compared with the caller's last snapshot. */
export interface ChangesOptions {
  /** At most about this many bytes of text; 0: no limit. Default: 20,000. */
  maxBytes?: number | undefined;
}

/** How to drag an element by a distance or along a path, such as a slider's handle, a line on a canvas or a map. */
export interface DragByOptions {
  /** Where on the element the button goes down. Default: a point near its middle that hits it. */
  at?: Spot | undefined;
  /** How far to drag. */
  by?: Offset | undefined;
  /** Further distances, each from the start, in the order in which the pointer goes there. Not with `by`. */
  path?: Offset[] | undefined;
  /** Which button. Default: left. */
  button?: MouseButton | undefined;
  /** Keys that are held down meanwhile. Default: none. */
  modifiers?: ModifierKey[] | undefined;
  /** Default: a mouse. */
  pointerType?: PointerType | undefined;
  /**
   * How long the button is down before the first move, in milliseconds, at most 30,000, for what can be dragged only after a hold.
   * Default: not at all.
   */
  holdMs?: number | undefined;
  /**
   * How long the movement takes until the release, in milliseconds, at most 30,000. Default: 200, and a short rest before the release.
   * One of less than 300 is a flick: what is dragged is let go without a rest, at its speed.
   */
  durationMs?: number | undefined;
  /** Report what the drag changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/** A point of an element's box. */
export interface Spot {
  /** From the left edge, in CSS pixels; with `share`, as a share of the width. */
  x: number;
  /** From the top edge, in CSS pixels; with `share`, as a share of the height. */
  y: number;
  /** Whether both are shares of the box, from 0 to 1. Default: false. */
  share?: boolean | undefined;
}

/** A distance in CSS pixels. */
export interface Offset {
  /** To the right; negative to the left. */
  dx?: number | undefined;
  /** Down; negative up. */
  dy?: number | undefined;
}

/**
 * What the pointer is.
 *
 * - `mouse`: A mouse.
 * - `pen`: A pen, with a pressure of 0.5 while it touches. Chromium only.
 */
export type PointerType = "mouse" | "pen";

/** How to click. */
export interface ClickOptions {
  /** Which button. Default: left. */
  button?: MouseButton | undefined;
  /** How many clicks in quick succession, 1 to 3. Default: 1. */
  clickCount?: number | undefined;
  /** Where on the element. Default: a point near its middle that hits it. */
  at?: Spot | undefined;
  /** Keys that are held down meanwhile. Default: none. */
  modifiers?: ModifierKey[] | undefined;
  /** Default: a mouse. Fingers have a call of their own. */
  pointerType?: PointerType | undefined;
  /** Click without waiting, whatever is on top there. The report says what got the click. Default: false. */
  force?: boolean | undefined;
  /** Report what the click changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/** How to hover. */
export interface HoverOptions {
  /** Where on the element. Default: a point near its middle that hits it. */
  at?: Spot | undefined;
  /** Report what hovering changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/** How to fill a field. */
export interface FillOptions {
  /** Report what filling changed. Default: no report. */
  changes?: ChangesOptions | undefined;
  /**
   * Fill only in a document of one of these origins, such as `https://example.org`. It is checked in the document that gets
   * the value. Default: any.
   */
  origins?: string[] | undefined;
}

/** A field and its new value. */
export interface FormField {
  /** The field's UID. */
  uid: string;
  /** Its value, in the form that `fill` takes. */
  value: string;
  /** The origins that its document may have, as in `FillOptions`. Default: any. */
  origins?: string[] | undefined;
}

/** Options that every action takes. */
export interface ActionOptions {
  /** Report what the action changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/** How to drag one element onto another. */
export interface DragOptions {
  /** Where on the dragged element. Default: a point near its middle that hits it. */
  at?: Spot | undefined;
  /** Where on the other element to drop. Default: near its middle. */
  toAt?: Spot | undefined;
  /** Drop near this side of the other element, for places between the items of a list. Not with `toAt`. */
  place?: Side | undefined;
  /** Keys that are held down meanwhile. Default: none. */
  modifiers?: ModifierKey[] | undefined;
  /**
   * How long the button is down before the first move, in milliseconds, at most 30,000, for what can be dragged only after a hold.
   * Default: not at all.
   */
  holdMs?: number | undefined;
  /** How long the movement takes until the release, in milliseconds, at most 30,000. Default: as fast as the page takes it. */
  durationMs?: number | undefined;
  /** Report what the drag changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/**
 * A side of an element.
 *
 * - `above`: Near the top edge.
 * - `below`: Near the bottom edge.
 * - `left`: Near the left edge.
 * - `right`: Near the right edge.
 */
export type Side = "above" | "below" | "left" | "right";

/**
 * What fingers do.
 *
 * - `tap`: Touch and lift.
 * - `doubleTap`: Two taps in quick succession.
 * - `longPress`: Touch, rest and lift.
 * - `swipe`: Touch, move and lift.
 * - `pinch`: Two fingers move apart, or towards each other.
 */
export type TouchGesture = "tap" | "doubleTap" | "longPress" | "swipe" | "pinch";

/** How to touch an element. */
export interface TouchOptions {
  /** Where on the element the first finger, or the middle of a pinch, is. Default: a point near its middle that hits it. */
  at?: Spot | undefined;
  /** How far a swipe goes. For a swipe only, which needs it. */
  by?: Offset | undefined;
  /**
   * The distance of the fingers at the end of a pinch, relative to that at its start: over 1 moves them apart. 0.1 to 10.
   * For a pinch only, which needs it.
   */
  scale?: number | undefined;
  /**
   * How long the gesture takes, in milliseconds, at most 30,000. Default: 0 for taps, 800 for a long press, 120 for
   * a swipe, which is a flick, and 200 for a pinch.
   */
  durationMs?: number | undefined;
  /** Report what the gesture changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/** How to press a key. */
export interface PressKeyOptions {
  /** Focus this element first. Default: the key goes to the focused element. */
  uid?: string | undefined;
  /** How long the key is held down, in milliseconds, at most 30,000. Default: not at all. */
  holdMs?: number | undefined;
  /** Report what the key changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/** What to scroll. Without a direction, the element of `uid` is scrolled into view. */
export interface ScrollOptions {
  /** Scroll the area that contains this element. Default: the page. */
  uid?: string | undefined;
  /** Which way. */
  direction?: ScrollDirection | undefined;
  /** Turn the wheel at this point of the element. A page that handles the wheel itself, such as a map, gets it there. */
  at?: Spot | undefined;
  /** Turn the wheel by this distance, also to the side. Not with `direction`. */
  by?: Offset | undefined;
  /** Keys that are held down meanwhile. Default: none. */
  modifiers?: ModifierKey[] | undefined;
  /**
   * How far, in CSS pixels. Default: about four fifths of the visible area; with `at` or `modifiers` 100, a notch of
   * the wheel.
   */
  amount?: number | undefined;
  /**
   * Scroll in steps of `amount` until this text is in the area, as whole words, also in a list that holds only what is
   * in view or that loads more at its end. The default direction is down. The report has the element's UID.
   */
  untilText?: string | undefined;
  /** How long to look for `untilText`, in milliseconds. Default: the session's navigation timeout. */
  timeoutMs?: number | undefined;
  /** Report what scrolling changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/**
 * Which way to scroll.
 *
 * - `up`: Towards the beginning.
 * - `down`: Towards the end.
 * - `left`: To the left.
 * - `right`: To the right.
 */
export type ScrollDirection = "up" | "down" | "left" | "right";

/** Options of a script. */
export interface EvaluateOptions {
  /** Run the script in this element's frame, and pass the element to a function. Default: the main frame. */
  uid?: string | undefined;
  /** How long it may take, in milliseconds. Default: the session's action timeout. */
  timeoutMs?: number | undefined;
}

/** Which tools of the page to list. */
export interface PageToolsOptions {
  /** Only tools with this name. Default: all. */
  name?: string | undefined;
  /** How long it may take, in milliseconds. Default: the session's action timeout. */
  timeoutMs?: number | undefined;
}

/** How to call a tool that the page offers. */
export interface PageToolOptions {
  /**
   * The origin of the document that offers the tool, such as `https://example.org`. Default: that of the page.
   * A frame of another origin is never asked without it.
   */
  origin?: string | undefined;
  /** The schema that the input was checked against, as the tool was listed. A tool that has another one by now is not called. */
  schema?: string | undefined;
  /** How long it may take, in milliseconds. Default: the session's navigation timeout. */
  timeoutMs?: number | undefined;
}

/** Which messages of the console are listed. Messages that fit every given field are. */
export interface ConsoleOptions {
  /** Those that are at least as grave. */
  level?: ConsoleLevel | undefined;
  /** Those whose text contains this, in upper or lower case. */
  text?: string | undefined;
  /** Those of this page, by its number. Workers that pages share belong to none. */
  page?: number | undefined;
  /** Those that came, or came again, after the message with this number. */
  since?: number | undefined;
  /** Those that came, or came again, after the last call with this option. Default: false. */
  newOnly?: boolean | undefined;
  /** Those before the message with this number, for the rest of a list. */
  before?: number | undefined;
  /** The message with this number alone. */
  id?: number | undefined;
  /** How many are listed at most: the newest ones. Default: 100. At most 1,000 are kept. */
  limit?: number | undefined;
  /** Forget all messages, listed or not. Default: false. */
  clear?: boolean | undefined;
}

/**
 * How grave a message is. The gravest comes first.
 *
 * - `error`: `console.error`, a failed `console.assert`, an exception that nothing handled, a failed request.
 * - `warning`: `console.warn`, and warnings of the browser.
 * - `info`: `console.info`.
 * - `log`: `console.log` and all other methods of the console.
 * - `debug`: `console.debug`.
 */
export type ConsoleLevel = "error" | "warning" | "info" | "log" | "debug";

/** How a resource is read. */
export interface ResourceOptions {
  /** The page whose resource it is, by its number. Default: the selected one. */
  page?: number | undefined;
  /** How large it may be, in bytes. Default: 8,388,608. At most 33,554,432. */
  maxBytes?: number | undefined;
}

/** How to type a text. */
export interface TypeOptions {
  /** Type into this element, at the end of its text. Default: where the focus is. */
  uid?: string | undefined;
  /** Pause between two keys, in milliseconds, at most 1,000. Default: none. */
  delayMs?: number | undefined;
  /** A key or combination to press at the end, for example `Enter`. */
  submitKey?: string | undefined;
  /** Type only in a document of one of these origins, as in `FillOptions`; needs `uid`. Default: any. */
  origins?: string[] | undefined;
  /** Report what the keys changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/** Which part of an element's text to select. Without `text` and offsets, all of it. */
export interface SelectTextOptions {
  /** This text, as the element shows it. */
  text?: string | undefined;
  /** Which occurrence of the text, from 0; negative from the end. Default: the first. */
  nth?: number | undefined;
  /** From this offset, in UTF-16 code units of the shown text. Not with `text`. */
  from?: number | undefined;
  /** To this offset; with `unit` the default is `from`, otherwise the end. */
  to?: number | undefined;
  /** Extend the part to whole words or lines. */
  unit?: TextUnit | undefined;
  /** Put the caret to this side of the part, and select nothing. */
  caret?: TextSide | undefined;
  /** Report what selecting changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/**
 * What a selected part of a text is extended to.
 *
 * - `word`: Whole words.
 * - `line`: Whole lines: up to the line breaks of a field, or to the ends of a paragraph.
 */
export type TextUnit = "word" | "line";

/**
 * A side of a part of a text.
 *
 * - `before`: Before its first character.
 * - `after`: After its last character.
 */
export type TextSide = "before" | "after";

/** What is pasted or dropped. At least one field is needed. A page takes what it understands of them. */
export interface TransferContent {
  /** Plain text (`text/plain`). */
  text?: string | undefined;
  /** Markup (`text/html`), as from another web page. */
  html?: string | undefined;
  /** An address (`text/uri-list`), as of a dragged link. */
  url?: string | undefined;
  /** Files, such as pictures. Paths are local to the browser. */
  files?: string[] | undefined;
}

/** How to drop content on an element. */
export interface DropOptions {
  /** Where on the element. Default: a point near its middle that hits it. */
  at?: Spot | undefined;
  /** Report what the drop changed. Default: no report. */
  changes?: ChangesOptions | undefined;
}

/** How to read the clipboard. */
export interface ClipboardOptions {
  /** How much of each text to return, in UTF-16 code units, at most 1,000,000. Default: 20,000. */
  maxLength?: number | undefined;
}

/** Which cookies. An absent field fits every cookie. */
export interface CookieFilter {
  /** Those of this name. */
  name?: string | undefined;
  /** Those of this host and the hosts below it. */
  domain?: string | undefined;
  /** Those of this path. */
  path?: string | undefined;
}

/** A cookie. */
export interface Cookie {
  /** Its name. */
  name: string;
  /** Its value. */
  value: string;
  /** The host that it belongs to; with a leading dot, also the hosts below. */
  domain: string;
  /** The path that it belongs to. */
  path: string;
  /** When it expires, in seconds since 1970; -1 for the end of the browser's session. */
  expires: number;
  /** Whether scripts cannot read it. */
  httpOnly: boolean;
  /** Whether it goes along with secure requests only. */
  secure: boolean;
  /** Whether it goes along with requests from other sites. */
  sameSite: SameSite;
}

/**
 * Whether a cookie goes along with requests from other sites.
 *
 * - `Strict`: Never.
 * - `Lax`: With top-level navigations only.
 * - `None`: Always.
 */
export type SameSite = "Strict" | "Lax" | "None";

/** What a storage state holds. */
export interface StorageStateOptions {
  /** The origins whose storage is read, as in `https://example.org`. Default: those of the open pages. */
  origins?: string[] | undefined;
  /** Whether the databases (IndexedDB) of the origins are read too. Default: false. */
  indexedDB?: boolean | undefined;
}

/** Who is logged in where: the cookies of a session, and the storage of some origins. */
export interface StorageState {
  /** All cookies. */
  cookies: Cookie[];
  /** The storage of origins. */
  origins: OriginStorage[];
  /** What could not be saved. Absent if everything could. Loading does not use it. */
  leftOut?: LeftOut[] | undefined;
}

/** What an origin keeps in the browser. */
export interface OriginStorage {
  /** The origin, as in `https://example.org`. */
  origin: string;
  /** Its local storage. */
  localStorage: StorageItem[];
  /** Its databases. Absent if they were not asked for. */
  indexedDB?: Database[] | undefined;
}

/** An entry of a local storage. */
export interface StorageItem {
  /** Its key. */
  name: string;
  /** Its value. */
  value: string;
}

/** A database. */
export interface Database {
  /** Its name. */
  name: string;
  /** Its version, 1 or more. */
  version: number;
  /** Its object stores. */
  stores: ObjectStore[];
}

/** An object store of a database. */
export interface ObjectStore {
  /** Its name. */
  name: string;
  /** Whether it gives keys to records without one. */
  autoIncrement: boolean;
  /** Where the key is in a value. Absent if the key is no part of the value, or has several parts. */
  keyPath?: string | undefined;
  /** Where the parts of the key are in a value. */
  keyPathArray?: string[] | undefined;
  /** Its records, in the order of their keys. */
  records: DatabaseRecord[];
  /** Its indexes. */
  indexes: DatabaseIndex[];
}

/** A record of an object store. What JSON cannot hold is in the fields for the encoding. */
export interface DatabaseRecord {
  /** Its key, if that is no part of the value. */
  key?: unknown | undefined;
  /** The key in Playwright's encoding. */
  keyEncoded?: unknown | undefined;
  /** Its value. */
  value?: unknown | undefined;
  /** The value in Playwright's encoding. */
  valueEncoded?: unknown | undefined;
}

/** An index of an object store. */
export interface DatabaseIndex {
  /** Its name. */
  name: string;
  /** Where its key is in a value. */
  keyPath?: string | undefined;
  /** Where the parts of its key are in a value. */
  keyPathArray?: string[] | undefined;
  /** Whether each entry of a list is a key of its own. */
  multiEntry: boolean;
  /** Whether no two records may have the same key. */
  unique: boolean;
}

/** What could not be saved. */
export interface LeftOut {
  /** The origin that keeps it. */
  origin: string;
  /** The database. Absent for entries of the local storage. */
  database?: string | undefined;
  /** The object store. Absent if the whole database is left out. */
  store?: string | undefined;
  /** The kind of value that cannot be saved, such as `Blob` or `CryptoKey`, or another reason. */
  why: string;
  /** How many records or entries; 1 for a whole database. */
  count: number;
}

/** Which requests, and how many. An absent field fits every request. */
export interface NetworkFilter {
  /** Those of this type. */
  type?: RequestType | undefined;
  /** Those with this method. */
  method?: string | undefined;
  /** Those whose answer has this status: a number such as `404`, or a class such as `4xx`. */
  status?: string | undefined;
  /** Those with this text in their address. Upper and lower case are the same. */
  url?: string | undefined;
  /** Whether only requests count that failed, or whose status is 400 or above. Default: false. */
  failed?: boolean | undefined;
  /** Those that began after the request with this number. */
  since?: number | undefined;
  /** Those that began before the request with this number. */
  before?: number | undefined;
  /** Those of this page. Default: those of all pages. */
  page?: number | undefined;
  /** At most this many, the newest ones. Default: 50. */
  limit?: number | undefined;
  /** Whether all requests are forgotten afterwards. Default: false. */
  clear?: boolean | undefined;
}

/**
 * What a request is for.
 *
 * - `document`: A document of a page or a frame.
 * - `stylesheet`: A style sheet.
 * - `image`: A picture.
 * - `font`: A font.
 * - `script`: A script, also that of a worker.
 * - `xhr`: `XMLHttpRequest`.
 * - `fetch`: `fetch()`.
 * - `eventsource`: An event stream.
 * - `websocket`: A WebSocket.
 * - `media`: Sound, film, or their texts.
 * - `ping`: A beacon, or the ping of a link.
 * - `other`: Anything else, such as a manifest or the preflight of CORS.
 */
export type RequestType = "document" | "stylesheet" | "image" | "font" | "script" | "xhr" | "fetch" | "eventsource" | "websocket" | "media" | "ping" | "other";

/** What to tell of a request. */
export interface NetworkRequestOptions {
  /** A body that is read too. */
  body?: BodyOf | undefined;
  /**
   * A part of that body, which is JSON: names with dots between them and positions in brackets, as in `items[0].name`. A
   * negative position counts from the end; a name with other characters stands in brackets and quotes.
   */
  path?: string | undefined;
  /** How many of the last messages of a WebSocket or an event stream are told. Default: none. */
  messages?: number | undefined;
  /** Whether secrets are told: credentials in headers, addresses and bodies. Default: false, which masks them. */
  secrets?: boolean | undefined;
}

/**
 * Which body of a request.
 *
 * - `request`: What the page sent.
 * - `response`: What the server answered.
 */
export type BodyOf = "request" | "response";

/** What an HTTP Archive holds. */
export interface HarOptions {
  /** Whether the bodies of answers are in it. Default: false. */
  bodies?: boolean | undefined;
  /** Whether secrets are in it: credentials in headers, addresses and bodies. Default: false, which masks them. */
  secrets?: boolean | undefined;
}

/** One action with its target and options. */
export interface InteractRequest {
  /** What to do. */
  action: InteractAction;
  /**
   * The element to act on. Without one, a key press goes to the focused element, and a scroll scrolls
   * the page.
   */
  target?: InteractTarget | undefined;
  /** Where to drag to: a UID, or a locator in its text form. */
  to?: string | undefined;
  /** The text, option, key, milliseconds to hold, or direction to scroll in: `down`, `left 200`. */
  value?: string | undefined;
  /** Files to upload. */
  files?: string[] | undefined;
  /** What to wait for, and what to report. */
  options?: InteractOptions | undefined;
}

/**
 * What to do with an element.
 *
 * - `click`: Click.
 * - `doubleClick`: Two clicks in a row.
 * - `rightClick`: A click of the right button.
 * - `pressAndHold`: Press, and release after `value` milliseconds (default: 1,000).
 * - `hover`: Move the pointer over the element.
 * - `type`: Replace the text of a field with `value`.
 * - `clear`: Empty a field.
 * - `select`: Choose the option whose label or value is `value`.
 * - `check`: Make a checkbox or switch checked, or choose a radio button.
 * - `uncheck`: Make a checkbox or switch unchecked.
 * - `keypress`: Press the key or chord `value` on the target, or without one where the focus is.
 * - `scroll`: Scroll the target into view. With a direction as `value` (`down`, `left 200`), scroll the page
 * or the area that contains the target with the wheel.
 * - `focus`: Give the focus.
 * - `drag`: Drag to a second target.
 * - `upload`: Put files into a file input.
 * - `waitForSelector`: Only wait for the element.
 */
export type InteractAction = "click" | "doubleClick" | "rightClick" | "pressAndHold" | "hover" | "type" | "clear" | "select" | "check" | "uncheck" | "keypress" | "scroll" | "focus" | "drag" | "upload" | "waitForSelector";

/** What an action by a locator waits for, and what it reports. */
export interface InteractOptions {
  /**
   * The time limit for finding the element and waiting until it can be acted on, in milliseconds.
   * Default: the session's action timeout.
   */
  timeoutMs?: number | undefined;
  /** Wait until the element is visible. Input reaches only visible elements in any case. Default: true. */
  waitForVisible?: boolean | undefined;
  /** Wait until the element is enabled. Default: if the action needs that. */
  waitForEnabled?: boolean | undefined;
  /**
   * After the action, wait until no request has been open for this many milliseconds, for at most
   * `timeoutMs`. Long polls, event streams and sockets do not count. Default and 0: no wait.
   */
  waitForNetworkIdleMs?: number | undefined;
  /** Take a picture of the viewport after the action. Default: false. */
  postActionScreenshot?: boolean | undefined;
  /** The caller's name for that picture, which is returned with it. */
  screenshotLabel?: string | undefined;
  /**
   * In the user's own tab: whether the browser's debugger may be used. If not, script alone carries out
   * the action, or the action fails. Other browsers ignore this. Default: true.
   */
  fallbackToCdp?: boolean | undefined;
  /**
   * Search only this frame: a CSS selector of its element, with ` >> ` between the selectors of nested
   * frames. Default: all frames.
   */
  frameSelector?: string | undefined;
  /**
   * Where on the element the pointer acts: a click, hover, hold, or the start of a drag. Default: a point near its
   * middle that hits it.
   */
  at?: Spot | undefined;
  /** Keys that are held while the pointer acts. Default: none. */
  modifiers?: ModifierKey[] | undefined;
  /** Click without waiting, whatever is on top there. For clicks only. Default: false. */
  force?: boolean | undefined;
  /** Report what the action changed. Default: not read. */
  changes?: ChangesOptions | undefined;
}

/** What happens to requests of the session's pages that fit. The route that was added last wins. */
export interface RouteOptions {
  /** The whole address of the requests, where `*` stands for any text: `https://shop.example/api/*`. */
  url: string;
  /** What happens to them. */
  action: RouteAction;
  /** Only requests with this method. */
  method?: string | undefined;
  /** Only requests for this. */
  kind?: RequestKind | undefined;
  /** For how many requests the route holds. Default: without an end. */
  times?: number | undefined;
  /** `fulfill`: the status. Default: 200. */
  status?: number | undefined;
  /** `fulfill`: the headers of the answer. `continue`: headers of the request that are set. */
  headers?: Record<string, string> | undefined;
  /** `continue`: headers of the request that are removed. */
  removeHeaders?: string[] | undefined;
  /** `fulfill`: the body, as text. */
  text?: string | undefined;
  /** `fulfill`: the body in base64, at most 16 MiB. */
  base64?: string | undefined;
  /** `delay`: how long requests are held, in milliseconds, at most 60,000. */
  delayMs?: number | undefined;
  /** `fail`: the error. Default: `failed`. */
  reason?: FailReason | undefined;
}

/**
 * What a route does with the requests that fit it.
 *
 * - `block`: The page gets the error of a request that was blocked.
 * - `fulfill`: The page gets this answer, and no server is asked.
 * - `continue`: The request goes on with other headers.
 * - `delay`: The request is held for a while and then goes on.
 * - `fail`: The page gets this error of the network.
 */
export type RouteAction = "block" | "fulfill" | "continue" | "delay" | "fail";

/**
 * What a request is for.
 *
 * - `document`: A document of a page or a frame.
 * - `stylesheet`: A style sheet.
 * - `image`: A picture.
 * - `media`: Sound, film or subtitles.
 * - `font`: A font.
 * - `script`: A script, also of a worker.
 * - `fetch`: `fetch`, `XMLHttpRequest` or an event stream.
 * - `other`: Anything else.
 */
export type RequestKind = "document" | "stylesheet" | "image" | "media" | "font" | "script" | "fetch" | "other";

/**
 * Errors of the network.
 *
 * - `failed`: Any.
 * - `aborted`: The request was cancelled.
 * - `timedOut`: The server did not answer in time.
 * - `accessDenied`: Access was denied.
 * - `connectionClosed`: The server closed the connection.
 * - `connectionReset`: The connection was reset.
 * - `connectionRefused`: No server accepts connections.
 * - `nameNotResolved`: The host's name has no address.
 * - `internetDisconnected`: There is no network.
 * - `addressUnreachable`: The host cannot be reached.
 */
export type FailReason = "failed" | "aborted" | "timedOut" | "accessDenied" | "connectionClosed" | "connectionReset" | "connectionRefused" | "nameNotResolved" | "internetDisconnected" | "addressUnreachable";

/** The network as the session's pages see it. Without any option it is as it is. */
export interface NetworkOptions {
  /** Whether there is no network. */
  offline?: boolean | undefined;
  /** The least time from a request to its answer, in milliseconds, at most 60,000. */
  latencyMs?: number | undefined;
  /** Kilobytes (1,000 bytes) a second that come in, at least 0.1. */
  downloadKbytes?: number | undefined;
  /** Kilobytes a second that go out, at least 0.1. */
  uploadKbytes?: number | undefined;
}

/** How to run a script of the caller's in our own world of a page's frames. */
export interface InspectOptions {
  /** What the script gets, as JSON. Default: null. */
  args?: string | undefined;
  /** Only the frame of this element, which the script gets, and the frames below that one. */
  uid?: string | undefined;
  /** Only the main frame, or that of the element. Default: false. */
  oneFrame?: boolean | undefined;
  /** How long it may take, in milliseconds. Default: the session's navigation timeout. */
  timeoutMs?: number | undefined;
}

/** Which steps of the user are told. */
export interface UserStepsOptions {
  /** Those after the step with this number. Default: all that are kept. */
  since?: number | undefined;
  /** How long to wait for the first of them, in milliseconds. Default: 0. At most 60,000. */
  waitMs?: number | undefined;
}

/** What a performance trace records. */
export interface TraceOptions {
  /** Also small pictures of the page. Default: false. */
  screenshots?: boolean | undefined;
  /** How many megabytes the browser keeps; what comes after them is lost. 1 to 1000. Default: 200. */
  megabytes?: number | undefined;
}

/** How a trace is ended. */
export interface StopTraceOptions {
  /** How long the browser may take to complete it, in milliseconds. Default: the session's navigation timeout. */
  timeoutMs?: number | undefined;
}

/** How a session is filmed. */
export interface FilmOptions {
  /** The longer side of a frame has at most this many pixels, 100 to 4000. Default: 1280. */
  maxSide?: number | undefined;
}

/** How the next frame of a film is waited for. */
export interface FilmPartOptions {
  /** How long to wait for one, in milliseconds, at most 5000. Default: 250. */
  waitMs?: number | undefined;
}

/** What to take a picture of. */
export interface ScreenshotOptions {
  /** Only this element. */
  uid?: string | undefined;
  /** The whole document, not only the viewport. Default: false. */
  fullPage?: boolean | undefined;
  /** JPEG with this quality, 1 to 100, instead of PNG. */
  jpegQuality?: number | undefined;
  /**
   * The longer side has at most this many pixels. A larger picture is scaled down, and a very long one
   * is cut first. Default: no limit.
   */
  maxSide?: number | undefined;
  /**
   * The encoded picture has at most this many bytes. A larger one is encoded again as JPEG, with
   * decreasing quality. Default: no limit.
   */
  maxBytes?: number | undefined;
  /** Draw numbered boxes around the visible interactive nodes. Default: false. */
  marks?: boolean | undefined;
  /** Say where these elements are on the picture, by their UIDs, at most 20. Nothing is scrolled for that. */
  locate?: string[] | undefined;
  /**
   * For a record that is kept beside the calls: notices stay for the next call, and no call acts at points of this picture.
   * Where the browser does not scale pictures, the limit on the sides is ignored, because scaling takes long. Default: false.
   */
  aside?: boolean | undefined;
}

/** How to print a page. */
export interface PdfOptions {
  /** Size of the paper. Default: A4. */
  format?: PaperFormat | undefined;
  /** The paper lies on its long side. Default: false. */
  landscape?: boolean | undefined;
  /** Default: 10 mm on each side. */
  margins?: Margins | undefined;
  /** With the background colours and pictures of the page. Default: false. */
  background?: boolean | undefined;
  /** Scale of the content, 0.1 to 2. Default: 1. */
  scale?: number | undefined;
  /** Only these pages of the paper, as in `1-3,5,8-`. Default: all. */
  pages?: string | undefined;
  /** A text above each page. `{page}`, `{pages}`, `{title}`, `{url}` and `{date}` in it are replaced. Chromium only. */
  header?: string | undefined;
  /** The same below each page. */
  footer?: string | undefined;
}

/**
 * A size of paper (ISO 216, ANSI).
 *
 * - `A3`: 297 × 420 mm.
 * - `A4`: 210 × 297 mm.
 * - `A5`: 148 × 210 mm.
 * - `Letter`: 8.5 × 11 inches.
 * - `Legal`: 8.5 × 14 inches.
 * - `Tabloid`: 11 × 17 inches.
 */
export type PaperFormat = "A3" | "A4" | "A5" | "Letter" | "Legal" | "Tabloid";

/** The margins of a paper, in millimetres. */
export interface Margins {
  /** Above the text. Default: 10. */
  top?: number | undefined;
  /** Right of it. Default: 10. */
  right?: number | undefined;
  /** Below it. Default: 10. */
  bottom?: number | undefined;
  /** Left of it. Default: 10. */
  left?: number | undefined;
}

/** What to compare a picture with, and how. */
export interface CompareOptions {
  /** The later picture, PNG or JPEG. Default: one of the selected page, taken now. */
  after?: Uint8Array | undefined;
  /** How the picture of the page is taken. It should be as that of the earlier one. `marks` is not for comparisons. */
  now?: ScreenshotOptions | undefined;
  /** Rectangles that do not count. */
  ignore?: Area[] | undefined;
  /** Elements that do not count, by their UIDs; only for a picture that is taken now. */
  ignoreUids?: string[] | undefined;
  /** The least distance of two colours that counts, 0 (any) to 1 (black and white). Default: 0.1. */
  threshold?: number | undefined;
  /** Draw a picture of what changed. Default: false. */
  picture?: boolean | undefined;
  /** That picture has at most this many pixels on its longer side. Default: no limit. */
  pictureMaxSide?: number | undefined;
  /** That picture has at most this many bytes, and may become a JPEG for that. Default: no limit. */
  pictureMaxBytes?: number | undefined;
}

/** A rectangle of a picture, in its pixels. */
export interface Area {
  /** The left edge. */
  x: number;
  /** The top edge. */
  y: number;
  /** The width. */
  width: number;
  /** The height. */
  height: number;
}

/** How to accept a dialog. */
export interface DialogOptions {
  /** The answer to a prompt. Default: the value that it offers. */
  text?: string | undefined;
}

/** What to wait for. The wait ends when all given conditions hold. */
export interface WaitOptions {
  /** Visible text that contains this. */
  text?: string | undefined;
  /** No visible text contains this. */
  textGone?: string | undefined;
  /** An element that matches this CSS selector and is visible. */
  selector?: string | undefined;
  /** The address contains this. With `*` for any text, the whole address matches this. */
  url?: string | undefined;
  /** How far the document has loaded. */
  loadState?: LoadState | undefined;
  /** This script, a function or an expression, returns a true value in the main frame. */
  function?: string | undefined;
  /** The time limit, in milliseconds. Default: the session's navigation timeout. */
  timeoutMs?: number | undefined;
}

/**
 * How far a page has loaded.
 *
 * - `committed`: The document is being parsed.
 * - `domcontentloaded`: `DOMContentLoaded` has fired.
 * - `load`: `load` has fired.
 */
export type LoadState = "committed" | "domcontentloaded" | "load";

/** What to start. */
export interface DesktopLaunchOptions {
  /** The program: a path, or a name to look up in `PATH`. */
  command: string;
  /** Its arguments. */
  args?: string[] | undefined;
  /**
   * Environment variables. The program otherwise gets only those that programs need to run, and not what else
   * this process was given.
   */
  env?: Record<string, string> | undefined;
  /** Its working directory. */
  cwd?: string | undefined;
}

/** The application to attach to. */
export type DesktopAttachOptions = { pid: number } | { name: string };

/** The part of a tree to return, and how. */
export interface DesktopUiOptions {
  /** Only this node and its descendants. */
  id?: string | undefined;
  /** Only nodes with this in role, title or value, in any case; and their ancestors. */
  find?: string | undefined;
  /** Only nodes with this role. */
  role?: string | undefined;
  /** Only nodes with exactly this title. */
  title?: string | undefined;
  /** Only the node at the end of these titles, from the outside in. */
  path?: string[] | undefined;
  /** Levels below the roots. Default: all. */
  depth?: number | undefined;
  /** Also nodes that are not shown. Default: false. */
  hidden?: boolean | undefined;
  /** Only the changes since the tree with this number. */
  since?: number | undefined;
  /** At most about this many bytes of text. Default: 20,000. */
  maxBytes?: number | undefined;
  /** Text, or JSON with bounds and actions. Default: text. */
  format?: SnapshotFormat | undefined;
}

/** An action on a node of an application. */
export interface UiActionRequest {
  /** The id of the session. */
  sessionId: string;
  /** The action. */
  action: UiActionType;
  /** The node. Required for all actions except `key`. */
  id?: string | undefined;
  /** For `set_value`: a number, a string or a boolean. */
  value?: unknown | undefined;
  /** For `type`: the text. */
  text?: string | undefined;
  /** For `key`: the name of the key. */
  key?: string | undefined;
  /** For `key`: the modifiers to hold. */
  modifiers?: string[] | undefined;
  /** For `scroll`: the direction. */
  direction?: ScrollDirection | undefined;
  /** For `scroll`: the number of lines, 3 if absent. */
  amount?: number | undefined;
  /** For `drag`: the node to drop on. */
  toId?: string | undefined;
  /** Minimum time in milliseconds that the interface gets to follow; 80 if absent. */
  settleMs?: number | undefined;
}

/**
 * The six actions.
 *
 * - `click`: Press the node. A text field is focused.
 * - `set_value`: Set its value.
 * - `type`: Type text into it.
 * - `key`: Press a key.
 * - `scroll`: Turn the wheel over it.
 * - `drag`: Drag it onto another node.
 */
export type UiActionType = "click" | "set_value" | "type" | "key" | "scroll" | "drag";

/** What to take a picture of. */
export interface DesktopScreenshotOptions {
  /** The number of a window. Default: the active one. */
  window?: number | undefined;
  /** Put numbers on nodes that can be operated. Default: false. */
  marked?: boolean | undefined;
}

/** An operation on a window. */
export type DesktopWindowAction = { action: "raise" } | { action: "move"; x: number; y: number } | { action: "resize"; width: number; height: number } | { action: "close" };

/** Which window to operate. */
export interface DesktopWindowOptions {
  /** The number of a window. Default: the active one. */
  window?: number | undefined;
}

/** What the session is connected to. */
export interface BrowserInfo {
  /** Product and version. */
  product: string;
  /** The protocol in use. */
  protocol: Protocol;
  /** The browser's process, if the session launched it. */
  pid?: number;
  /** Whether the session launched the browser without its sandbox, because that cannot work here. */
  unsandboxed: boolean;
}

/**
 * How calls reach the page.
 *
 * - `cdp`: Chrome DevTools Protocol.
 * - `bidi`: WebDriver BiDi.
 * - `webdriver`: Classic WebDriver over HTTP.
 * - `dom`: No protocol: the in-page script alone, in the user's own tab.
 */
export type Protocol = "cdp" | "bidi" | "webdriver" | "dom";

/** A page of the session. Page numbers are never reused in a session. */
export interface PageInfo {
  /** The page's number. */
  page: number;
  /** Its address. */
  url: string;
  /** Its title. */
  title: string;
  /** Whether calls that name no page use this one. */
  selected: boolean;
  /** The dialog that is open in it. */
  dialog?: DialogInfo;
}

/** A JavaScript dialog. */
export interface DialogInfo {
  /** Its kind. */
  kind: DialogKind;
  /** Its text. */
  message: string;
  /** The default answer of a prompt. */
  defaultText?: string;
}

/**
 * The kind of a JavaScript dialog.
 *
 * - `alert`: `alert()`.
 * - `confirm`: `confirm()`.
 * - `prompt`: `prompt()`.
 * - `beforeunload`: "Leave this page?"
 * - `dialog`: One of the four; the protocol does not say which.
 */
export type DialogKind = "alert" | "confirm" | "prompt" | "beforeunload" | "dialog";

/** The report of a navigation. */
export interface NavigationReport {
  /** The page's number. */
  page: number;
  /** The page's current address. */
  url: string;
  /** The page's current title. */
  title: string;
  /** What the navigation led to. */
  arrival: Arrival;
  /** How far the page had loaded when the call returned. */
  loadState: LoadState;
  /** Whether the loading ended before the document was whole: its connection broke, or it was stopped. Told by Chromium alone. */
  incomplete: boolean;
  /** What else happened. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/**
 * What a navigation led to.
 *
 * - `arrived`: The page shows the document.
 * - `blocked`: A dialog is open and the page still shows the earlier document.
 * - `download`: The address was a download. The page still shows the earlier document.
 * - `frame`: The step in the history was one of a frame below the main one. The page shows the same document.
 */
export type Arrival = "arrived" | "blocked" | "download" | "frame";

/** The side effects of a call. */
export interface Effects {
  /** The new address, if the main frame shows another document or address now. */
  navigatedTo?: string;
  /** The document that could not be loaded, if the main frame shows the browser's error page now. */
  failedLoad?: FailedLoad;
  /** Navigations that have begun and show no document yet. The page still shows the earlier one. */
  navigating: PendingNavigation[];
  /** Pages that were opened, the first 20. */
  opened: OpenedPage[];
  /** The opened pages that are not listed; absent if there are none. */
  openedMore?: Omitted;
  /** The dialog that is open now. */
  dialog?: DialogInfo;
  /** The file chooser that the page opened. It was cancelled: an upload to the element that opens it answers it. */
  fileChooser?: FileChooserInfo;
  /** Whether a request of the page is under way, so that the page may change later. */
  requesting?: boolean;
  /** Downloads that started, the first 20. */
  downloads: Download[];
  /** The downloads that are not listed; absent if there are none. */
  downloadsMore?: Omitted;
  /** The errors that the page wrote to the console; absent if there are none, or if the session does not record them. */
  consoleErrors?: ConsoleErrors;
  /** What the action changed on the page; absent unless requested. */
  changes?: ChangesReport;
  /** Sentences about the session, for example that the browser was started again. */
  notices: string[];
}

/** A document that could not be loaded. The page shows the browser's error page. */
export interface FailedLoad {
  /** The address. */
  url: string;
  /** The cause. */
  cause: LoadFailure;
}

/**
 * Why a document could not be loaded.
 *
 * - `nameNotResolved`: The host name has no address.
 * - `connectionRefused`: No server listens at the host and port.
 * - `connectionFailed`: The host cannot be reached, or the connection broke.
 * - `connectionTimedOut`: The server did not answer in the browser's own time.
 * - `offline`: This machine has no network.
 * - `proxy`: The proxy cannot be reached, or it refused the connection.
 * - `proxyAuthentication`: The proxy asks for a user name and a password.
 * - `emptyResponse`: The server closed the connection without an answer.
 * - `invalidResponse`: The answer is not valid HTTP, or its content cannot be decoded.
 * - `http2`: The server broke the rules of HTTP/2 or HTTP/3.
 * - `httpError`: The server answered with an error status and without a document.
 * - `certificate`: The browser does not trust the server's certificate: self-signed, expired, or for another host.
 * - `tls`: No secure connection was agreed on. The server may not offer TLS at this port.
 * - `authentication`: The server asks for a user name and a password.
 * - `credentialsRefused`: The server refused the name and the password that the session has for it.
 * - `addressCredentialsRefused`: The server refused the name and the password that the address gives.
 * - `redirectLoop`: The server redirects in a circle.
 * - `blocked`: The browser, a policy, an extension or the page's own rules block the address.
 * - `unsafePort`: The port belongs to another service, and browsers refuse to load pages from it.
 * - `badAddress`: The browser does not accept the address or its scheme.
 * - `file`: The file does not exist or may not be read.
 * - `noDocument`: The navigation ended without a document: the server sent none (204, 205), or the navigation was
 * cancelled.
 * - `other`: Another reason.
 */
export type LoadFailure = "nameNotResolved" | "connectionRefused" | "connectionFailed" | "connectionTimedOut" | "offline" | "proxy" | "proxyAuthentication" | "emptyResponse" | "invalidResponse" | "http2" | "httpError" | "certificate" | "tls" | "authentication" | "credentialsRefused" | "addressCredentialsRefused" | "redirectLoop" | "blocked" | "unsafePort" | "badAddress" | "file" | "noDocument" | "other";

/** A navigation that has begun and shows no document yet. */
export interface PendingNavigation {
  /** The address that is loading. */
  url: string;
  /** Whether the whole page navigates. `false` for one of its frames. */
  mainFrame: boolean;
}

/** A page that an action opened. */
export interface OpenedPage {
  /** Its number. */
  page: number;
  /** The address that it shows or loads; empty if it is not known yet. */
  url: string;
  /** Whether it has closed since. */
  closed: boolean;
}

/** How much a list leaves out. */
export interface Omitted {
  /** The number of entries that follow those in the list. */
  count: number;
  /** Whether there were even more, whose number is not known. */
  more: boolean;
}

/** A file chooser that a page opened. */
export interface FileChooserInfo {
  /** Whether it takes several files. */
  multiple: boolean;
}

/** A download that an action started. */
export interface Download {
  /** The suggested file name. */
  name: string;
  /** The file's path, once the download is complete. */
  path?: string;
  /** Whether it has ended. Without a `path`, it has failed. */
  finished: boolean;
}

/** Errors that a page wrote to the console while an action ran. */
export interface ConsoleErrors {
  /** How many. */
  count: number;
  /** The text of the first one, at most 300 characters; absent if they came too fast to be read. */
  first?: string;
}

/** What an action changed on the page, compared with the snapshot that the caller saw last. */
export interface ChangesReport {
  /** The number of the snapshot that was taken after the action; absent if none could be taken. */
  snapshotId?: number;
  /**
   * The changed lines, or the whole page if that is shorter. If the page could not be read, the reason.
   * Page text in it is quoted.
   */
  text: string;
  /** The changes in numbers; absent if the text is the whole page. */
  counts?: Changes;
}

/** The changes between two snapshots, counted in lines. */
export interface Changes {
  /** Number of the earlier snapshot. */
  since: number;
  /** New elements and texts. One line shows several where a snapshot does so, as the cells of a row. */
  added: number;
  /** Removed elements and texts. */
  removed: number;
  /** Elements and texts that have changed. */
  changed: number;
}

/** The outcome of a call that emulates. */
export interface EmulateReport {
  /** What is emulated now. */
  now: Emulation;
  /** The size that the selected page was given by itself since its viewport is emulated. */
  resized?: Viewport;
  /** Whether open pages were loaded with another user agent or language, which their servers got. */
  stale: boolean;
  /** Open pages that have not confirmed the change: it reaches them once they answer. */
  unconfirmed: number;
}

/** What is emulated in a session. What is absent is the browser's own. */
export interface Emulation {
  /** The device, by its full name. */
  device?: string;
  /** The viewport's size. */
  viewport?: Viewport;
  /** The screen's size. */
  screen?: Viewport;
  /** Device pixels for a CSS pixel. */
  deviceScaleFactor?: number;
  /** Whether pages are laid out as on a mobile device. */
  mobile?: boolean;
  /** Whether the device has a touch screen. */
  touch?: boolean;
  /** What the browser calls itself. */
  userAgent?: string;
  /** Light or dark colours. */
  colorScheme?: ColorScheme;
  /** Whether less motion is wished. */
  reducedMotion?: ReducedMotion;
  /** Whether more or less contrast is wished. */
  contrast?: Contrast;
  /** Whether a palette of the user's is in use. */
  forcedColors?: ForcedColors;
  /** The CSS media type. */
  media?: MediaType;
  /** The time zone. */
  timezone?: string;
  /** The language of the user. */
  locale?: string;
  /** Where the device is. */
  geolocation?: Geolocation;
  /** What pages may do, in the order in which it was set. */
  permissions?: Permission[];
  /** How many times slower the processor is. */
  cpuThrottling?: number;
}

/** A snapshot. */
export interface SnapshotReport {
  /** Number of the snapshot in this session: the first part of the UIDs that are new in it. */
  snapshotId: number;
  /** The page's number. */
  page: number;
  /** The tree. If it was cut, its last line says what was left out and how to get it. */
  text: string;
  /** The number of changes, if `text` has only the changes. */
  changes?: Changes;
  /** The number of lines of the whole tree, after `find`. */
  totalLines: number;
  /** The number of lines in `text`. */
  shownLines: number;
  /** Pass this as `cursor` to continue; absent if nothing is left. */
  cursor?: string;
  /** The number of frames that could not be read, because they navigated or crashed. */
  framesLeftOut: number;
  /**
   * The origins of frames in the user's own tab that the user has not allowed, each once. These frames are not among
   * `framesLeftOut`: reading again does not help.
   */
  originsNotAllowed: string[];
  /** What else happened. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/** The nodes of a snapshot. */
export interface NodesReport {
  /** Number of the snapshot in this session: the first part of the UIDs that are new in it. */
  snapshotId: number;
  /** The page's number. */
  page: number;
  /** The document's address. */
  url: string;
  /** The document's title. */
  title: string;
  /** All nodes, in the order of the document: parents come before their children. */
  nodes: SnapshotNode[];
  /** Frames that could not be read (they navigated away or crashed meanwhile). */
  framesLeftOut: number;
  /**
   * The origins of frames in the user's own tab that the user has not allowed, each once. These frames are not among
   * `framesLeftOut`: reading again does not help.
   */
  originsNotAllowed: string[];
  /** Texts that are not among the nodes because a person cannot see them. */
  unseenLeftOut: number;
  /** Whether some texts were not yet checked for being visible to a person, so that a later snapshot may leave out more. */
  unseenUnfinished: boolean;
  /** What else is to be said. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/** One node of a snapshot. Its strings are as the page gave them: quote them before you show them. */
export interface SnapshotNode {
  /** The UID by which calls take the element; absent for a run of text among elements. */
  uid?: string;
  /** The role, for example `button`. */
  role: string;
  /** The accessible name, or the text; empty where there is none. */
  name: string;
  /** How deep it lies below the first node, which has 0. */
  level: number;
  /** Index of the parent among the nodes; absent for the first one. */
  parent?: number;
  /** Whether a person can operate it. */
  interactive: boolean;
  /** Whether it is listed although it has no visible box: a hidden file input, or a control in a part of the page that is folded to nothing. */
  hidden: boolean;
  /** Whether a person cannot see words of its name, its text or its description that are enough to be an order. */
  unseen: boolean;
  /**
   * States and values by their names, for example `checked`, `value`, `level`. A state without a
   * value, such as `disabled`, is `true`.
   */
  values: Record<string, string>;
}

/** The report of a search. */
export interface FindReport {
  /** Number of the snapshot that was searched. */
  snapshotId: number;
  /** The page's number. */
  page: number;
  /** The hits, each below its nearest named ancestor and marked with `*`. */
  text: string;
  /** The number of all hits. */
  total: number;
  /** The number of hits in `text`. */
  shown: number;
  /** Pass this as `cursor` to continue; absent if nothing is left. */
  cursor?: string;
  /** The number of frames that could not be read and were not searched. */
  framesLeftOut: number;
  /**
   * The origins of frames in the user's own tab that the user has not allowed, each once. These frames are not among
   * `framesLeftOut`: reading again does not help.
   */
  originsNotAllowed: string[];
  /** What else happened. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/** A path to an element in CSS selectors. */
export interface SelectorReport {
  /**
   * The path as one string. It is a plain selector if the element is in the main frame and in no shadow
   * tree. Otherwise ` >>> ` (into a shadow tree) and ` >>frame>> ` (into a frame) join its steps.
   */
  selector: string;
  /** The selectors of the frames' elements, outermost first, each a path through shadow trees. */
  frames: string[][];
  /** The path inside the last frame: one selector for each shadow tree, outermost first. */
  path: string[];
}

/**
 * How an element can be found again: by its meaning if that is unique, else by a path of selectors. All texts are the
 * page's: quote them before you show them.
 */
export interface LocatorReport {
  /** The element in words, quoted. */
  target: string;
  /** Its UID. */
  uid: string;
  /** The number of its page. */
  page: number;
  /** The locator for `interact`. */
  locator: WrittenLocator;
  /** Whether the locator found this element and no other one, in all frames that it searches. */
  unique: boolean;
  /** The same way in steps, for other programs. In the element's document, it leads to nothing else. */
  steps: LocatorStep[];
  /** Which of several matches of the last step; absent if there is only one. */
  nth?: number;
  /** CSS selectors of the frames' elements, outermost first, each a path through shadow trees. */
  frames: string[][];
  /** CSS selectors that lead to it in its document, one for each shadow tree. */
  path: string[];
  /** How WebDriver finds it in its document or shadow tree. */
  native: NativeLocator;
  /** Whether it is in a closed shadow tree, which other programs cannot enter. */
  closed: boolean;
  /** Its role. */
  role: string;
  /** Its accessible name. */
  name: string;
  /** Its tag. */
  tag: string;
  /** Its type if it is an `input`, else empty. */
  type: string;
  /** Whether what is typed into it is a password. */
  secret: boolean;
  /** The text that it shows, at most 200 characters. */
  text: string;
}

/** A locator as `interact` takes it: its target, and the frame to search. */
export interface WrittenLocator {
  /** The kind: `role`, `testid`, `label`, `placeholder`, `text` or `css`. */
  by: string;
  /** The role, text or selector. */
  value: string;
  /** With a role: the name. */
  name?: string;
  /** Whether the text is the whole one. */
  exact?: boolean;
  /** Which of several matches, from 0. */
  nth?: number;
  /** The chain that leads to what contains the element. */
  within?: string;
  /** The frame, as a chain of selectors of its element and of those around it. */
  frameSelector?: string;
}

/** One step of a way to an element. Texts and names are the whole ones. */
export interface LocatorStep {
  /** The kind: `role`, `testid`, `label`, `placeholder`, `text` or `css`. */
  by: string;
  /** The role, text or selector. */
  value: string;
  /** With a role: the name. */
  name?: string;
}

/** How WebDriver finds an element in its document or shadow tree. */
export interface NativeLocator {
  /** The strategy: `css` or `xpath`. */
  using: string;
  /** The selector or expression. */
  value: string;
}

/** How many elements match a locator. */
export interface CountReport {
  /** The number of matches, visible or not, in all frames that answered. */
  total: number;
  /** The frames that did not answer and were not searched, as a sentence. */
  leftOut?: string;
}

/** An element as assistive technology sees it (accname, html-aam, svg-aam, wai-aria). */
export interface Described {
  /** The computed role; `generic` or `none` for an element without meaning. */
  role: string;
  /** The computed name; empty if there is none or the element is hidden. */
  name: string;
  /** The computed description; empty if there is none or the element is hidden. */
  description: string;
  /** The states that its role supports. */
  states: States;
}

/** The states of an element. States that do not apply to it are absent. */
export interface States {
  /** `true`, `false` or `mixed`. */
  checked?: string;
  /** Of a toggle button: `true`, `false` or `mixed`. */
  pressed?: string;
  /** Whether an item is selected. */
  selected?: boolean;
  /** Whether an element that opens and closes is open. */
  expanded?: boolean;
  /** Whether the element, its fieldset or an ancestor is disabled. */
  disabled?: boolean;
  /** Whether a value is required. */
  required?: boolean;
  /** Whether the value can be read but not changed. */
  readonly?: boolean;
  /** Whether a field has several lines. */
  multiline?: boolean;
  /** Whether more than one item can be selected. */
  multiselectable?: boolean;
  /** Whether the content around it is blocked. */
  modal?: boolean;
  /** Whether the page is updating the element. */
  busy?: boolean;
  /** Whether the element has the keyboard focus. */
  focused?: boolean;
  /** Whether the element is hidden from assistive technology: not rendered, `aria-hidden`, or inert. */
  hidden?: boolean;
  /** `true`, `grammar` or `spelling`. */
  invalid?: string;
  /** `true`, `page`, `step`, `location`, `date` or `time`. */
  current?: string;
  /** Of the headers of columns and rows: `ascending`, `descending` or `other`. */
  sort?: string;
  /** `menu`, `listbox`, `tree`, `grid` or `dialog`. */
  haspopup?: string;
  /** `horizontal` or `vertical`. */
  orientation?: string;
  /** Of headings and items, from 1. */
  level?: number;
  /** The least value. */
  valuemin?: number;
  /** The greatest value. */
  valuemax?: number;
  /** The current value. */
  valuenow?: number;
  /** The value in words. */
  valuetext?: string;
  /** The text of a field; bullets for a password. */
  value?: string;
}

/** The text of an element. */
export interface TextReport {
  /** The text as the page provided it, at most 1,000,000 characters. Quote it before showing. */
  text: string;
  /** Whether the text is longer. */
  cut: boolean;
}

/** The text of a page, or a piece of it. */
export interface ReadPageReport {
  /** The page. */
  page: number;
  /** The address of the document that was read. */
  url: string;
  /** Its title. */
  title: string;
  /** Its content type, such as `text/html`. */
  contentType: string;
  /**
   * The text. Control characters and characters that reorder or hide text are written as `\u{…}`; its lines are those of
   * the page, and may say anything.
   */
  text: string;
  /** Whether only the main part of the page was read. */
  main: boolean;
  /** The size of the whole text, in bytes, without addresses of links. */
  totalBytes: number;
  /** Reads on; absent at the end. */
  cursor?: string;
  /** With a cursor: whether the page differs now from what is read on. */
  changed: boolean;
  /** The headings, if they were asked for. */
  outline?: PageHeading[];
  /** The heading of the section that was read. */
  section?: PageHeading;
  /** How many frames could not be read. */
  framesLeftOut: number;
  /**
   * The origins of frames in the user's own tab that the user has not allowed, each once. These frames are not among
   * `framesLeftOut`: reading again does not help.
   */
  originsNotAllowed: string[];
  /** Whether a frame has more text than is read of one (8,000,000 characters). */
  cut: boolean;
  /** How many texts were left out because a person cannot see them. */
  unseenLeftOut: number;
  /** What else happened. */
  effects: Effects;
  /** How long the call took, in milliseconds. */
  durationMs: number;
}

/** A heading of a page. */
export interface PageHeading {
  /** Its place among the headings; the first is 1. */
  number: number;
  /** 1 to 6. */
  level: number;
  /** Its text as the page has it, without Markdown. It may hold characters that deceive a reader. */
  text: string;
  /** The size of its section with those below it, in bytes. */
  bytes: number;
}

/** A file that a page shows. */
export interface PageFileReport {
  /** The page. */
  page: number;
  /** The address of its document. */
  url: string;
  /** The content type: `application/pdf`. */
  contentType: string;
  /** The file. */
  data: Uint8Array;
}

/** What a press on an element, or a key in it, would activate. */
export interface Activated {
  /** The element as the snapshot showed it, quoted. */
  target: string;
  /** Its UID. */
  uid: string;
  /** The number of its page. */
  page: number;
  /** The origin of its document: `https://example.org`, or `null` for one that has none. */
  origin: string;
  /**
   * The element itself, then the controls that it labels, those that it stands in, those inside of it that a press reaches, and
   * the options that would be chosen, with roles and names as the page gives them.
   */
  parts: ActivatedControl[];
  /** Whether an option would be chosen that is not there yet, as of a list that is made when it is opened. */
  unknown: boolean;
}

/** A control that a press on an element would activate. */
export interface ActivatedControl {
  /** Its role. */
  role: string;
  /** Its accessible name, of at most 4,000 characters. Quote it before showing. */
  name: string;
  /**
   * The name without the control characters in it, for which browsers draw nothing. Absent if it has none; in `name`
   * they are blanks.
   */
  bare?: string;
  /** Whether there is more of the name. */
  cut: boolean;
}

/** What a key may choose, and where it goes. */
export interface ActivatedByKey {
  /**
   * The origin of the document that gets the key, as in `Activated::origin`. Absent where the focus is in a frame that this
   * connection cannot look into: what the key changes there is not known.
   */
  origin?: string;
  /** What the key may change or choose; absent if nothing is known to be. */
  choices?: Activated;
}

/** How far a document is scrolled, in CSS pixels. */
export interface ScrollPosition {
  /** To the right; negative in documents that are written from right to left. */
  x: number;
  /** Down. */
  y: number;
}

/** The report of an action on an element. */
export interface ActionReport {
  /** The element as the snapshot showed it, quoted: `button "Save"`. */
  target: string;
  /** For an action at a point: the UID of the element that the point hit. */
  uid?: string;
  /** For a drag between points: the UID of the element at its end, as it was before the drag. */
  toUid?: string;
  /** The protocol that carried the input. */
  protocol: Protocol;
  /** Whether the page got trusted events. `false` if script set the value or made the events. */
  trusted: boolean;
  /** Whether the page changed; absent if that is not known. */
  changed?: boolean;
  /**
   * For a click: how many clicks the element got. Fewer than asked for if the page replaced or covered the element
   * after a press, which it got. Absent if that is not known.
   */
  clicks?: number;
  /** For checkboxes, radio buttons and switches: the state when this is reported; absent if it is mixed, or not known. */
  checked?: boolean;
  /** For `selectText`: the selected text, at most 200 characters; absent for a password. */
  selected?: string;
  /** The value of a field, if it differs from the given one. */
  valueNow?: string;
  /** Whether that is another value, and not the given one in another form only, as with a mask; absent if not. */
  lost?: boolean;
  /** For an answer to a dialog: the kind of that dialog. */
  answered?: DialogKind;
  /** What else happened. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/** The report of `fillForm`. */
export interface FormReport {
  /** One report for each field, in order. */
  fields: ActionReport[];
  /** What else happened, over all fields. */
  effects: Effects;
}

/** The report of a turn of the wheel at a point. */
export interface WheelReport {
  /** The element under the pointer, quoted: `canvas "Map"`. */
  target: string;
  /** Its UID. */
  uid: string;
  /**
   * How far the page and the areas around the element scrolled to the right, in CSS pixels. A page that handles the
   * wheel itself, such as a map, may scroll nothing.
   */
  movedX: number;
  /** How far they scrolled down. */
  movedY: number;
  /** What else happened. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/** The report of a scroll. */
export interface ScrollReport {
  /** What was scrolled or scrolled into view, quoted: `the page`, `what holds option "Row 7"`. */
  target: string;
  /** How far it scrolled, in CSS pixels; absent if an element was scrolled into view. */
  moved?: number;
  /** How far it can still scroll in this direction; absent if `moved` is. */
  remaining?: number;
  /** What shows the text that was looked for, quoted: `option "Row 5000"`. */
  found?: string;
  /** Its UID. */
  foundUid?: string;
  /** Whether the wheel scrolled it. `false` if script did. */
  trusted: boolean;
  /** What else happened. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/** The report of a script. */
export interface EvaluateReport {
  /** The returned value as JSON. The JSON is valid, but the page made it: do not trust it. */
  json?: string;
  /** What the script threw, in the page's words; absent if it returned. */
  error?: string;
  /** What else happened. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/** The tools that a page and its frames offer. */
export interface PageToolsReport {
  /** The page's number. */
  page: number;
  /** The tools, those of the main document first. */
  tools: PageTool[];
  /** How many tools are left out: a document may have 100, and a page 500. */
  more: number;
  /** How many frames did not answer. */
  framesLeftOut: number;
}

/** A tool that a document offers. All its texts are the page's: quote them before showing. */
export interface PageTool {
  /** The name, unique in its document; at most 200 characters. */
  name: string;
  /** The title; empty if there is none. */
  title: string;
  /** What it does, as the page says; at most 2,000 characters. */
  description: string;
  /** JSON Schema of its input, as JSON. Absent if there is none, or one of more than 20,000 characters. */
  schema?: string;
  /** The origin of the document. */
  origin: string;
  /** Whether that is the page's main document, and not a frame. */
  mainFrame: boolean;
  /** Whether the page says that it only reads. */
  readOnly: boolean;
  /** Whether the page says that it answers content of others. */
  untrustedContent: boolean;
  /** Whether the page says that what it does is hard to undo, such as a payment. */
  consequential: boolean;
}

/** What a tool of the page answered. */
export interface PageToolReport {
  /** Its answer, usually JSON; at most 50,000 UTF-16 code units. Absent if it failed. */
  text?: string;
  /** Whether the answer is longer. */
  cut: boolean;
  /** What the tool threw. */
  error?: string;
  /** The origin of the document that was asked. */
  origin: string;
  /** What else happened. */
  effects: Effects;
  /** How long it took, in milliseconds. */
  durationMs: number;
}

/** A download of the browser. */
export interface DownloadInfo {
  /** The suggested file name. */
  name: string;
  /** Its state. */
  state: DownloadState;
  /** The file's path, once the download is complete. */
  path?: string;
  /** Its size in bytes, or the size received so far, if known. */
  size?: number;
}

/**
 * The state of a download.
 *
 * - `running`: The download is running.
 * - `finished`: The file is complete.
 * - `failed`: The download failed or was cancelled.
 */
export type DownloadState = "running" | "finished" | "failed";

/** Messages of the console, oldest first. */
export interface ConsoleReport {
  /** The messages. */
  messages: ConsoleMessage[];
  /** How many earlier messages fit, too. They are listed with `before` and the number of the first message. */
  earlier: number;
  /** The number to give as `since` for those that come after this list. */
  last: number;
  /** How many messages came too fast to be kept, since the session began or its messages were forgotten. */
  skipped: number;
  /** How many messages have made room for newer ones since then. */
  dropped: number;
}

/** A message of the console. */
export interface ConsoleMessage {
  /** Its number. Numbers grow; repetitions have numbers that are not listed. */
  id: number;
  /** When it came first, in milliseconds since the epoch. */
  at: number;
  /** When it came last. */
  lastAt: number;
  /** How often it came, one right after the other. */
  count: number;
  /** The page's number; absent for a worker that pages share. */
  page?: number;
  /** How grave it is. */
  level: ConsoleLevel;
  /** Who wrote it. */
  source: ConsoleSource;
  /** The method of `console`, such as `table`; absent for other sources. */
  method?: string;
  /** The text, at most 4,000 characters. */
  text: string;
  /** How many characters the text has, if it was cut. */
  length?: number;
  /**
   * The arguments, or what was thrown, to a depth of 5 and about 4,000 characters each. What JSON has no form for is a
   * string, such as `"undefined"`, `"[Function]"` or `"[Getter]"`; an error is its stack. The page made it: do not trust it.
   */
  args: unknown[];
  /** Whether arguments were read a moment after the message, so that an object that changed in between shows what it became. */
  readLater: boolean;
  /** Where it was written, innermost first, at most 20. */
  stack: ConsoleFrame[];
  /** The address of the frame, if it is not the page's main frame. */
  frame?: string;
  /** The worker that wrote it. */
  worker?: ConsoleWorker;
  /** For a rejected promise: whether a script has handled it after all. */
  handled: boolean;
}

/**
 * Who wrote a message.
 *
 * - `console`: A script, with a method of `console`.
 * - `exception`: An exception or a rejected promise that no script handled. Firefox reports what it blocks as such, too.
 * - `network`: The browser, about a request.
 * - `security`: The browser, about something that it blocked.
 * - `browser`: The browser, about anything else, such as something deprecated.
 */
export type ConsoleSource = "console" | "exception" | "network" | "security" | "browser";

/** A place in a script. Lines and columns count from 1. */
export interface ConsoleFrame {
  /** The function's name; empty outside of functions and in those that have none. */
  function: string;
  /** The script's or document's address; empty for a script that has none. */
  url: string;
  /** The line; 0 if it is not known. */
  line: number;
  /** The column; 0 if it is not known. */
  column: number;
}

/** A worker. */
export interface ConsoleWorker {
  /** `worker`, `shared worker` or `service worker`. */
  kind: string;
  /** The address of its script. */
  url: string;
}

/** A resource of a page. */
export interface ResourceReport {
  /** Its text. The page's server wrote it: do not trust it. */
  text: string;
  /** The address of its source map, if a header names one. */
  sourceMap?: string;
}

/** What the browser's clipboard holds, as a page gets it by a paste. All of it can be text of a page. */
export interface ClipboardReport {
  /** The types of its contents, such as `text/plain` or `Files`, the first 100. Empty for an empty clipboard. */
  types: string[];
  /** Its plain text. */
  text?: ClipboardText;
  /** Its markup. */
  html?: ClipboardText;
  /** Its files and pictures, the first 100, without their contents. */
  files: ClipboardFile[];
}

/** A text of the clipboard. */
export interface ClipboardText {
  /** The text, or its first part. */
  content: string;
  /** The length of the whole text in UTF-16 code units, as JavaScript counts. */
  length: number;
}

/** A file of the clipboard. */
export interface ClipboardFile {
  /** Its name. */
  name: string;
  /** Its type, such as `image/png`; empty if the browser knows none. */
  mediaType: string;
  /** Its size in bytes. */
  size: number;
}

/** Requests that fit a filter, newest first. */
export interface NetworkList {
  /** The requests. */
  requests: NetworkRequest[];
  /** How many fit, of those that are kept. */
  matched: number;
  /** How many are kept. */
  kept: number;
  /** How many were forgotten, because there were too many. */
  forgotten: number;
  /** The number of the newest request; 0 if there was none. */
  newest: number;
  /** Whether the messages of `WebSockets` and event streams are recorded in this browser. */
  recordsMessages: boolean;
}

/** A request. */
export interface NetworkRequest {
  /** Its number in the session, which is never used again. */
  id: number;
  /**
   * The number of its page. Absent for a request of a worker that several pages share, and if the page was closed before
   * any call named it.
   */
  page?: number;
  /** What it is for. */
  type: RequestType;
  /** Its method. */
  method: string;
  /** Its address, with secrets in it masked unless they were asked for. */
  url: string;
  /** The status of the answer, once there is one. */
  status?: number;
  /** Why it failed, in the browser's words, such as `net::ERR_CONNECTION_REFUSED`. */
  failure?: string;
  /** Whether it has ended. */
  ended: boolean;
  /** When it began, in milliseconds since 1970. */
  started: number;
  /** How long it took, in milliseconds, once it has ended. */
  durationMs?: number;
  /** The bytes of the answer that came over the network, with headers, if the browser tells. */
  transferred?: number;
  /** Where the answer came from. */
  source: ResponseSource;
  /** The request that followed this one, which was redirected. */
  redirectedTo?: number;
  /** How many messages there were, of a WebSocket or an event stream. */
  messages: number;
}

/**
 * Where an answer came from.
 *
 * - `network`: The network; also if the server said that the copy in the cache is still good.
 * - `cache`: A cache of the browser. The server was not asked.
 * - `serviceWorker`: A service worker of the page.
 */
export type ResponseSource = "network" | "cache" | "serviceWorker";

/** All that is known of a request. */
export interface NetworkDetail {
  /** What the list says of it. */
  request: NetworkRequest;
  /** The address of the document, or the worker, that sent it. */
  frameUrl: string;
  /** The words after the status; empty in newer versions of HTTP. */
  statusText: string;
  /** The protocol, such as `http/1.1` or `h2`; empty if it is not known. */
  protocol: string;
  /** The media type of the answer; empty without one. */
  mimeType: string;
  /** The address that answered, with its port. */
  remoteAddress?: string;
  /** What sent it. */
  initiator?: NetworkInitiator;
  /** The request that was redirected to this one. */
  redirectedFrom?: number;
  /** The headers of the request, those of the network where the browser tells them. */
  requestHeaders: NetworkHeader[];
  /** The headers of the answer. */
  responseHeaders: NetworkHeader[];
  /** Whether headers were cut or left out, because they were too long. */
  headersCut: boolean;
  /** The parts of its time. */
  timings: NetworkTimings;
  /** The size of the request's body in bytes, if it is known. */
  requestSize?: number;
  /** The size of the answer's body in bytes, decoded, if it is known. */
  responseSize?: number;
  /** The body that was asked for. */
  body?: NetworkBody;
  /** The last messages, oldest first, as many as were asked for. */
  messages: NetworkMessage[];
  /** Whether the messages of `WebSockets` and event streams are recorded in this browser. */
  recordsMessages: boolean;
  /** How many secrets are masked. */
  masked: number;
}

/** What made the page send a request, as far as the browser tells. */
export interface NetworkInitiator {
  /** The browser's own word, such as `parser`, `script`, `preload`, `other`, or the name of an element. */
  kind: string;
  /** The script, or the document. */
  url?: string;
  /** The line there, from 1 on. */
  line?: number;
  /** The function, if it has a name. */
  function?: string;
}

/** A header. */
export interface NetworkHeader {
  /** Its name, as it was sent. */
  name: string;
  /** Its value. */
  value: string;
}

/**
 * The parts of the time that a request took, in milliseconds, as HAR 1.2 defines them. A part that did not take place, or
 * that the browser does not tell, is absent.
 */
export interface NetworkTimings {
  /** The wait for a connection. */
  blocked?: number;
  /** Finding the host's address. */
  dns?: number;
  /** Connecting, with `ssl`. */
  connect?: number;
  /** The handshake of TLS. */
  ssl?: number;
  /** Sending the request. */
  send?: number;
  /** The wait for the answer. */
  wait?: number;
  /** Reading the answer. */
  receive?: number;
}

/** A body, or a part of it. */
export interface NetworkBody {
  /** The text; absent if there is none, or if the body is binary. With a path, the JSON that is there. */
  text?: string;
  /** The bytes of a binary body. */
  bytes?: Uint8Array;
  /** Why there is neither: a clause. */
  missing?: string;
  /** The size of all of it in bytes, decoded, if it is known. */
  size?: number;
}

/** A message of a WebSocket or an event stream. */
export interface NetworkMessage {
  /** Its direction. */
  direction: MessageDirection;
  /** When it came, in milliseconds since 1970. */
  at: number;
  /** The name of the event, of an event stream. */
  event?: string;
  /** The text; base64 of a binary message. Cut after 4,096 characters. */
  text: string;
  /** Whether it is binary. */
  binary: boolean;
  /** Its size in bytes, also of a message that was cut. */
  size: number;
}

/**
 * A direction.
 *
 * - `sent`: From the page to the server.
 * - `received`: From the server to the page.
 */
export type MessageDirection = "sent" | "received";

/** Recorded requests as an HTTP Archive. */
export interface HarReport {
  /** The archive: HAR 1.2. */
  har: unknown;
  /** How many requests it has. */
  entries: number;
  /** How many documents of pages. */
  pages: number;
  /** How many bodies it has, of requests and of answers. */
  bodies: number;
  /** How many bodies were asked for and are no longer kept by the browser, or would have made the archive too large. */
  bodiesLeftOut: number;
  /** How many secrets are masked. */
  masked: number;
  /** How many requests were forgotten before, because there were too many. */
  forgotten: number;
}

/** The result of a request. */
export interface InteractReport {
  /** What was done, in one line. Page text in it is quoted. */
  message: string;
  /** What was found and done. */
  details: InteractDetails;
  /** What the action did. */
  report: ActionReport;
  /** A picture of the viewport after the action. */
  picture?: ScreenshotReport;
}

/** What an action by a locator found and did, for programs. */
export interface InteractDetails {
  /** The locator by which the element was found, in its text form; absent without a target. */
  selectorUsed?: string;
  /** The element's UID; absent if script alone carried out the action. */
  uid?: string;
  /**
   * How many elements matched. More than one only if `nth` chose one of them, or if the action was only
   * a wait.
   */
  matchedCount: number;
  /** Where the element was when it was found. */
  boundingBox?: BoundingBox;
  /** Whether the page now shows another document or address. */
  navigationOccurred: boolean;
  /** How far the wheel scrolled; absent if it was not used. */
  scrolled?: ScrollDistance;
  /** Whether the network was idle at the end; absent if the request did not wait for that. */
  networkIdle?: boolean;
  /** The protocol that carried the action. */
  method: Protocol;
  /** How long the whole call took, in whole milliseconds. */
  durationMs: number;
}

/** A box in CSS pixels, in the viewport of the element's frame. */
export interface BoundingBox {
  /** From the left edge of the frame's viewport. */
  x: number;
  /** From its top edge. */
  y: number;
  /** Width. */
  width: number;
  /** Height. */
  height: number;
}

/** How far the wheel scrolled, in CSS pixels. */
export interface ScrollDistance {
  /** How far it moved. */
  moved: number;
  /** How far it can still scroll in this direction. */
  remaining: number;
}

/** A picture. */
export interface ScreenshotReport {
  /** The encoded bytes. */
  data: Uint8Array;
  /** `image/png` or `image/jpeg`. */
  mimeType: string;
  /** Width of the captured area in CSS pixels. */
  width: number;
  /** Height of the captured area in CSS pixels. */
  height: number;
  /** Output pixels for a CSS pixel. */
  scale: number;
  /** The address of the page's document. */
  url: string;
  /** What it showed, for calls that act at its points. */
  view: PictureView;
  /** Whether the area was cut to stay within the limits. */
  cut: boolean;
  /** The nodes of the numbers on the picture. */
  marks: PictureMark[];
  /** Nodes that were not marked because there are too many. */
  marksLeftOut: number;
  /** Where the elements of `locate` are. Those that are gone, not drawn or outside of the picture are left out. */
  located: LocatedElement[];
  /** What else happened. */
  effects: Effects;
}

/** A number on a picture. */
export interface PictureMark {
  /** The number, from 1. */
  number: number;
  /** The node's UID. */
  uid: string;
  /** The node, quoted: `button "Save"`. */
  target: string;
}

/** Where an element is on a picture, in CSS pixels from its upper left corner. */
export interface LocatedElement {
  /** Its UID. */
  uid: string;
  /** The left edge. */
  x: number;
  /** The top edge. */
  y: number;
  /** The width. */
  width: number;
  /** The height. */
  height: number;
}

/** An action that has ended. Values of fields and keys are not kept. */
export interface RecentAction {
  /** When it ended, in milliseconds since the epoch. */
  at: number;
  /** Its name. */
  action: string;
  /** The element as the snapshot showed it, quoted; empty if none was found. */
  target: string;
  /** The page's number; 0 for a tab that the user granted and that has no number yet. */
  page: number;
  /** The protocol that carried it. */
  method: Protocol;
  /** Whether the page got trusted events. */
  trusted: boolean;
  /** The code of the error; absent if the action succeeded. */
  error?: string;
  /** How long it took, in milliseconds. */
  durationMs: number;
}

/** A route of a session. */
export interface RouteInfo {
  /** Its number in the session. */
  id: number;
  /** The addresses. */
  url: string;
  /** What happens to their requests. */
  action: RouteAction;
  /** Only requests with this method. */
  method?: string;
  /** Only requests for this. */
  kind?: string;
  /** How many requests it was for so far. */
  hits: number;
  /** How many requests it is still for; absent without an end. */
  left?: number;
  /** How many requests it holds now. */
  held: number;
  /**
   * Whether service workers are not asked while the session has routes: all requests of its pages go to the network then.
   * Otherwise a route does not decide about what a service worker answers, also where that counts as a hit.
   */
  passesServiceWorkers: boolean;
}

/** What a script found out in a page's frames. */
export interface InspectReport {
  /** The page's number. */
  page: number;
  /** The frames. The first one is the main frame, or that of the element. */
  frames: InspectedFrame[];
  /** How many frames were not asked, because there are too many or the answers are too long. */
  framesLeftOut: number;
  /** How long it took, in milliseconds. */
  durationMs: number;
}

/** What a script answered in one frame. */
export interface InspectedFrame {
  /** The document's address. */
  url: string;
  /** What the script answered, as JSON; at most 4 million UTF-16 code units. Absent if it did not. */
  value?: string;
  /** Why there is no value. It may contain text of the page. */
  error?: string;
  /** The elements that the script named, at most 2,000. */
  elements: InspectedElement[];
}

/** An element that a script named. */
export interface InspectedElement {
  /** Its UID. */
  uid: string;
  /** Role and name, quoted, as in `button "Save"`. */
  target: string;
  /** Which of the report's frames it shows, if it is the owner of one. */
  frame?: number;
}

/** The code that a page used. */
export interface CoverageReport {
  /** The page's number. */
  page: number;
  /** The 2,000 files with the most that was not used, that with the most first. */
  files: CoveredFile[];
  /** How many frames did not answer, so that what only they use is not told. */
  framesLeftOut: number;
  /** How many documents the page has left meanwhile. The browser may have forgotten what only they used. */
  documentsLeft: number;
}

/** A script or a style sheet, and what of it was used. Lengths and offsets are in UTF-16 code units of its text. */
export interface CoveredFile {
  /** Script or style. */
  kind: CoverageKind;
  /** Its address; that of the document for what stands in it. */
  url: string;
  /** How long it is. */
  length: number;
  /** How much of it was used. */
  usedLength: number;
  /** The parts that were used: where each begins, and where it ends, in order. */
  used: number[][];
}

/**
 * What a file holds.
 *
 * - `script`: JavaScript.
 * - `style`: A style sheet.
 */
export type CoverageKind = "script" | "style";

/** What the user did since a step. */
export interface UserStepsReport {
  /** The steps, oldest first. */
  steps: UserStep[];
  /** The number of the newest one, to ask with next. */
  last: number;
  /** How many were left out since the user is watched, because there were too many. */
  lost: number;
}

/** Something that the user did. All texts are the page's or the user's: quote them before you show them. */
export interface UserStep {
  /** Its number, which grows. */
  id: number;
  /** When it was told, in milliseconds since the epoch. */
  at: number;
  /** The number of its page. */
  page: number;
  /** What it is. */
  deed: UserDeed;
  /**
   * The element, as it was before the page changed by the step. Its `uid` is empty, and `unique` says only whether it needs no
   * place in a list.
   */
  target?: LocatorReport;
  /** Of a drag: the element that it ended on. */
  to?: LocatorReport;
  /** Whether the element is in a frame that could not be found any more, so that its locator leads nowhere. */
  frameLost: boolean;
  /** Of a click: `left`, `middle` or `right`. */
  button?: string;
  /** Of a click: how many there were in a row. Each of them is told. */
  count?: number;
  /** Of a click: the keys that were held. */
  modifiers: string[];
  /** Where on the element, from its top left corner: of a click on one without parts, such as a `canvas`, and of a drag by `path`. */
  atPoint?: UserPoint;
  /** Of a drag that ends on no element: the way of the pointer, each point from where it was pressed. */
  path: UserPoint[];
  /** Of `fill`: what the field holds; absent for a secret. Of `seen`: its text. Of `dialog`: its message. */
  text?: string;
  /** Whether what was typed is a secret, which has not left the page. */
  secret: boolean;
  /** Whether the text is longer. */
  cut: boolean;
  /** Of `check`: the new state. */
  checked?: boolean;
  /** Of `select`: the labels of all chosen options. */
  options: string[];
  /** Of `press`: the key or chord. */
  key?: string;
  /** Of `upload`: the names of the files. A page does not know their folder. */
  files: string[];
  /** Of `document` and `opened`: the address. */
  url?: string;
  /**
   * Of `document`: `navigate`, `reload` or `back_forward`; `back` or `forward` for a step within the document, which was
   * taken by the browser's own controls.
   */
  way?: string;
  /** Of `document`: whether the page asked for it, by a link, a form or a script; absent if that is not known. */
  fromPage?: boolean;
  /** Of `dialog`: its kind. */
  dialog?: DialogKind;
  /** Of `dialog`: whether it was accepted. */
  accepted?: boolean;
  /** Of `dialog`: what was typed into a prompt. */
  answer?: string;
  /** Of `opened`: the page that opened it. */
  opener?: number;
}

/**
 * What the user did, or what came of it.
 *
 * - `click`: Clicked on an element.
 * - `fill`: Changed what a field of text holds: by keys, pasting or choosing.
 * - `check`: Checked or unchecked a checkbox, or chose a radio button.
 * - `select`: Chose options of a `select`.
 * - `press`: Pressed a key or a chord that is no part of a text.
 * - `upload`: Chose files.
 * - `drag`: Dragged an element onto another one, or along a path.
 * - `document`: A document has begun in the page: the user has gone there, or a step led there.
 * - `seen`: Something has appeared after a step: a message, a dialog of the page, a heading.
 * - `dialog`: Answered a dialog of the browser.
 * - `opened`: A page was opened.
 * - `closed`: A page was closed.
 */
export type UserDeed = "click" | "fill" | "check" | "select" | "press" | "upload" | "drag" | "document" | "seen" | "dialog" | "opened" | "closed";

/** A point in CSS pixels. */
export interface UserPoint {
  /** From the left. */
  x: number;
  /** From the top. */
  y: number;
}

/** A trace that was ended. */
export interface TraceReport {
  /** The page's number. */
  page: number;
  /** Whether the browser lost a part of it, because it became too large. */
  lost: boolean;
  /** How long it recorded, in milliseconds. */
  durationMs: number;
}

/** The next part of a trace that was ended. */
export interface TracePart {
  /** JSON in UTF-8, which may be cut anywhere. Empty after the last part. */
  data: Uint8Array;
}

/** What a part of a film has become. */
export interface FilmPart {
  /** The answer of the caller's script. Absent if the page drew nothing in the time. */
  text?: string;
  /** Whether the page drew what is left out, because texts that no picture may show could not be painted over. */
  withheld: boolean;
}

/** A printed page. */
export interface PdfReport {
  /** The document, as `application/pdf`. */
  data: Uint8Array;
  /** The page's number. */
  page: number;
  /** Width in millimetres of the paper that was wanted. */
  width: number;
  /** Height of that paper in millimetres. */
  height: number;
  /** What else happened. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/** What two pictures differ in. */
export interface CompareReport {
  /** The earlier picture. Pictures of other sizes are compared from their upper left corners; what only one has is changed. */
  before: ComparedSize;
  /** The later picture. */
  after: ComparedSize;
  /** How many pixels were compared. */
  comparedPixels: number;
  /** How many of them differ, without anti-aliased edges. */
  changedPixels: number;
  /** The share of the compared pixels that differ, 0 to 1. */
  share: number;
  /** Boxes around them, from the top to the bottom: the largest 30. */
  boxes: ChangedBox[];
  /** How many boxes there are besides. */
  boxesLeftOut: number;
  /** The later picture in pale grey, with the changes in red and the boxes numbered in their order, if it was wanted. */
  picture?: Uint8Array;
  /** `image/png` or `image/jpeg`. */
  mimeType?: string;
  /** What else happened. */
  effects: Effects;
  /** How long the whole call took, in milliseconds. */
  durationMs: number;
}

/** The size of a compared picture, in pixels. */
export interface ComparedSize {
  /** Its width. */
  width: number;
  /** Its height. */
  height: number;
}

/** A box around changed pixels. */
export interface ChangedBox {
  /** The left edge in the picture, in pixels. */
  x: number;
  /** The top edge. */
  y: number;
  /** The width. */
  width: number;
  /** The height. */
  height: number;
  /** How many pixels in it differ. */
  pixels: number;
  /** The elements that are there now, the one that shows most of the box first; none for two given pictures. */
  elements: ChangedElement[];
  /** How many elements are there besides. */
  elementsLeftOut: number;
}

/** An element in a changed box. */
export interface ChangedElement {
  /** Its UID. */
  uid: string;
  /** The element, quoted: `button "Save"`. */
  target: string;
}

/** The report of a wait whose conditions hold. */
export interface WaitReport {
  /** How long it took, in milliseconds. */
  waitedMs: number;
  /** The page's current address. */
  url: string;
  /** What else happened. */
  effects: Effects;
}

/** The relay's port, the code that pairs, and who is connected. */
export interface ExtensionStatus {
  /** The port on 127.0.0.1. */
  port: number;
  /** The code to enter in the extension's popup. It changes when it is used, and after a while. */
  pairingCode: string;
  /** The number of paired extensions. */
  paired: number;
  /** The connected browsers. The last one is in use. */
  browsers: ConnectedBrowser[];
}

/** A browser with a connected extension. */
export interface ConnectedBrowser {
  /** The browser's name, as the extension reports it. Quote it before showing it. */
  name: string;
  /** The number of granted tabs. */
  tabs: number;
  /** For how long it has been connected, in milliseconds. */
  connectedMs: number;
}

/** A session as callers see it. */
export interface DesktopSessionInfo {
  /** Its id for later calls. */
  sessionId: string;
  /** The process id. */
  pid: number;
  /** Whether it was launched here, rather than attached to. */
  launched: boolean;
}

/** A tree, or its changes. */
export interface DesktopUiReport {
  /** The number of this tree, to be passed as `since` later. */
  tree: number;
  /**
   * The tree or the changes, followed by remarks on what is missing. The application's text in it is
   * quoted.
   */
  text: string;
  /** Number of nodes in the tree. */
  nodes: number;
}

/** The answer to an action. */
export interface UiActionResponse {
  /** Whether the action was carried out and nothing observed contradicts its effect. */
  success: boolean;
  /** The method that was used. */
  method?: UiActionMethod;
  /** The node before the action. */
  nodeBefore?: UiNode;
  /** The same live node afterwards; absent if it no longer exists. */
  nodeAfter?: UiNode;
  /** Whether the node itself changed. */
  changed?: boolean;
  /** Why it failed. */
  error?: string;
  /** What to do next after a failure, in neutral words. */
  nextStep?: string;
  /** The same step as data. */
  step?: NextStep;
  /** The stable code of the error. */
  code?: string;
  /** The changes of the whole tree. */
  changes?: TreeDiff;
  /** Whether the effect was observed. */
  verified?: Verified;
  /** Further remarks, for example that a window was raised. */
  notices?: string[];
}

/**
 * The method by which an action was carried out.
 *
 * - `ax`: An accessibility action of macOS.
 * - `cgevent`: An input event of macOS.
 * - `atspi`: An accessibility call of AT-SPI2.
 * - `xtest`: An input event of X11's XTEST.
 * - `wayland`: An input event of a Wayland compositor's virtual keyboard or pointer, or of a desktop portal.
 */
export type UiActionMethod = "ax" | "cgevent" | "atspi" | "xtest" | "wayland";

/** One node of the tree as callers see it. Absent fields are not serialised. */
export interface UiNode {
  /** Such as `btn_a1b2c3d4`: the role, and a hash of the path to the node. */
  id: string;
  /** The role in the words of web snapshots (`button`, `textbox`, `menuitem`), on all platforms. */
  role: string;
  /** The accessible name. It is the application's text: quote it before it enters any output. */
  title?: string;
  /** The text, number or choice that the node holds. Always absent for secure fields. */
  value?: string;
  /** Whether it accepts input. */
  enabled: boolean;
  /** Whether it has the keyboard focus. */
  focused: boolean;
  /** Its place on the screen, if known. */
  bounds?: Rect;
  /** Further states in the words of web snapshots: `checked`, `selected`, `expanded`, `readonly`, … */
  states?: string[];
  /** The platform's own names for the actions that the node offers. */
  actions?: string[];
  /** The interface it was read from. */
  source: NodeSource;
  /** Its children. */
  children?: UiNode[];
}

/** A rectangle on the screen, in the pixels that pointer positions use. */
export interface Rect {
  /** Left edge. */
  x: number;
  /** Top edge. */
  y: number;
  /** Width. */
  w: number;
  /** Height. */
  h: number;
}

/**
 * The platform interface that a node was read from.
 *
 * - `ax`: The accessibility API of macOS.
 * - `atspi`: AT-SPI2 over D-Bus.
 */
export type NodeSource = "ax" | "atspi";

/**
 * What a caller does next.
 *
 * `purpose` and `text` are clauses by the engine, and page text in them is quoted. The values of
 * `NextStep::UseOneOf` are not quoted: quote them before you show them.
 */
export type NextStep = { kind: "advice"; text: string } | { kind: "takeSnapshot"; purpose: string } | { kind: "allowMoreTime"; purpose: string } | { kind: "takeScreenshot" } | { kind: "useOneOf"; values: string[] } | { kind: "selectPage"; page: number } | { kind: "choosePage" } | { kind: "answerDialog"; otherPage: boolean } | { kind: "reloadPage" } | { kind: "loadAddress" } | { kind: "repairLoad"; cause: LoadFailure } | { kind: "leaveSilentPage" } | { kind: "allowOrigin" } | { kind: "stayWithinOrigins"; blockedBy?: string } | { kind: "allowFileUrls" } | { kind: "allowBrowserPages" } | { kind: "fillInstead" } | { kind: "listApplications" } | { kind: "openApplication" } | { kind: "enableActions" } | { kind: "stopApplication" } | { kind: "readApplication"; purpose: string } | { kind: "raiseWindow" } | { kind: "listWindows" };

/** How two trees of one application differ. */
export interface TreeDiff {
  /** Nodes that were added. Of an added subtree, only its root. */
  added?: NodeBrief[];
  /** Nodes that were removed. Of a removed subtree, only its root. */
  removed?: NodeBrief[];
  /** Nodes that changed. */
  changed?: NodeChange[];
  /** The number of further changes that are not listed. */
  more?: number;
}

/** A node in a list of changes. */
export interface NodeBrief {
  /** Its id. */
  id: string;
  /** Its role. */
  role: string;
  /** Its title. */
  title?: string;
}

/** A node that exists before and after and has changed. */
export interface NodeChange {
  /** Its id. */
  id: string;
  /** Its role. */
  role: string;
  /** Its title. */
  title?: string;
  /** What changed. */
  fields: FieldChange[];
}

/** One property of a node that changed. */
export interface FieldChange {
  /** `title`, `value`, `enabled`, `focused` or `states`. */
  field: string;
  /** The previous value; absent if there was none. */
  before?: string;
  /** The new value; absent if there is none. */
  after?: string;
}

export type Verified = boolean | "unverified";

/** A picture of a window. */
export interface DesktopPicture {
  /** PNG. */
  data: Uint8Array;
  /** For a marked picture: each number with its node. */
  legend: string;
}

/** A window of an application. */
export interface DesktopWindow {
  /** The platform's number for it. */
  window: number;
  /** The process that owns it, if the platform reports it. */
  pid?: number;
  /** Its title: the application's text, quote it before it enters any output. */
  title: string;
  /** Its place on the screen, if the platform reports it. */
  bounds?: Rect;
  /** Whether it has the keyboard. */
  active: boolean;
  /** Whether it is minimised or on another desktop. */
  hidden: boolean;
}

/** A running application that accessibility can see. */
export interface DesktopApplication {
  /** Its process id. */
  pid: number;
  /** The name that it reports. */
  name: string;
  /** The toolkit, if known. */
  toolkit?: string;
  /** How many windows it has. */
  windows: number;
  /** Whether it answered. An application that hangs reports neither name nor windows. */
  answering: boolean;
}

/** The data of an `EngineError`. */
export interface Fault {
  /** The stable code, for example `STALE_UID`. Branch on this. */
  code: string;
  /** What was tried and what was found, without a final stop. May be reworded in any release. */
  message: string;
  /** What the caller does next, without names of a specific interface. May be reworded in any release. */
  nextStep: string;
  /** The same step as data. */
  step: NextStep;
  /** The progress of a call with a locator. */
  attempt?: Attempt;
}

/** The progress of a call with a locator before it failed. */
export interface Attempt {
  /** The locator in its canonical text form; absent if the call had none. */
  selectorUsed?: string;
  /** The strategies of the locator, in the order in which they are tried. */
  tried: string[];
  /** Whether exactly one element was found. */
  resolved: boolean;
  /** The UID of the element, if exactly one was found. */
  uid?: string;
  /** How many elements matched; absent if no search came to its end. */
  matchedCount?: number;
  /** The element's box in its frame's viewport: x, y, width, height. */
  boundingBox?: BoundingBox;
}
