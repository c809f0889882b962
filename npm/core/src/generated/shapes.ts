// Generated from crates/engine/schema/api.json by scripts/generate-api.mjs. Do not edit.

import type { Shape } from "../input.js";

const SessionOptions: () => Shape = () => ({ launch: { is: "object", fields: LaunchOptions(), optional: true }, attach: { is: "object", fields: AttachOptions(), optional: true }, webdriver: { is: "object", fields: WebDriverOptions(), optional: true }, extension: { is: "object", fields: ExtensionOptions(), optional: true }, actionTimeoutMs: { is: "ms", optional: true }, navigationTimeoutMs: { is: "ms", optional: true }, allowFileUrls: { is: "boolean", optional: true }, allowBrowserPages: { is: "boolean", optional: true }, viewport: { is: "object", fields: Viewport(), optional: true }, emulate: { is: "object", fields: EmulateOptions(), optional: true }, proxy: { is: "object", fields: ProxyOptions(), optional: true }, ignoreHttpsErrors: { is: "boolean", optional: true }, testIdAttribute: { is: "string", optional: true }, hiddenTexts: { is: "string", list: true, optional: true }, withheldFiles: { is: "string", list: true, optional: true }, record: { is: "word", words: ["console","network"], list: true, optional: true }, allowOrigins: { is: "string", list: true, optional: true }, blockOrigins: { is: "string", list: true, optional: true }, httpCredentials: { is: "object", fields: HttpCredentials(), list: true, optional: true }, reportConsoleErrors: { is: "boolean", optional: true } });

const LaunchOptions: () => Shape = () => ({ browser: { is: "string", optional: true }, executable: { is: "string", optional: true }, headless: { is: "boolean", optional: true }, profile: { is: "string", optional: true }, pageTools: { is: "boolean", optional: true }, arguments: { is: "string", list: true, optional: true }, env: { is: "object", optional: true }, timeoutMs: { is: "ms", optional: true } });

const AttachOptions: () => Shape = () => ({ endpoint: { is: "string" }, protocol: { is: "word", words: ["cdp","bidi"], optional: true }, target: { is: "string", optional: true } });

const WebDriverOptions: () => Shape = () => ({ url: { is: "string" }, session: { is: "string", optional: true }, capabilities: { is: "object", optional: true }, startTimeoutMs: { is: "ms", optional: true } });

const ExtensionOptions: () => Shape = () => ({ port: { is: "count", min: 1, max: 65535, optional: true }, state: { is: "string", optional: true } });

const Viewport: () => Shape = () => ({ width: { is: "count", min: 1, max: 10000 }, height: { is: "count", min: 1, max: 10000 } });

const EmulateOptions: () => Shape = () => ({ reset: { is: "boolean", optional: true }, device: { is: "string", optional: true }, viewport: { is: "object", fields: Viewport(), optional: true }, deviceScaleFactor: { is: "number", min: 0.1, max: 10, optional: true }, mobile: { is: "boolean", optional: true }, touch: { is: "boolean", optional: true }, userAgent: { is: "string", optional: true }, colorScheme: { is: "word", words: ["light","dark"], optional: true }, reducedMotion: { is: "word", words: ["reduce","no-preference"], optional: true }, contrast: { is: "word", words: ["more","less","no-preference"], optional: true }, forcedColors: { is: "word", words: ["active","none"], optional: true }, media: { is: "word", words: ["screen","print"], optional: true }, timezone: { is: "string", optional: true }, locale: { is: "string", optional: true }, geolocation: { is: "object", fields: Geolocation(), optional: true }, permissions: { is: "object", fields: Permission(), list: true, optional: true }, cpuThrottling: { is: "number", min: 1, max: 100, optional: true } });

const Geolocation: () => Shape = () => ({ latitude: { is: "number", min: -90, max: 90 }, longitude: { is: "number", min: -180, max: 180 }, accuracy: { is: "number" } });

const Permission: () => Shape = () => ({ name: { is: "string" }, state: { is: "word", words: ["granted","denied","prompt"] }, origin: { is: "string", optional: true } });

const ProxyOptions: () => Shape = () => ({ server: { is: "string" }, bypass: { is: "string", optional: true } });

const HttpCredentials: () => Shape = () => ({ origin: { is: "string" }, username: { is: "string" }, password: { is: "string" } });

const IsolatedOptions: () => Shape = () => ({ viewport: { is: "object", fields: Viewport(), optional: true }, emulate: { is: "object", fields: EmulateOptions(), optional: true }, proxy: { is: "object", fields: ProxyOptions(), optional: true }, ignoreHttpsErrors: { is: "boolean", optional: true } });

const NavigateOptions: () => Shape = () => ({ page: { is: "count", optional: true }, timeoutMs: { is: "ms", optional: true } });

const SnapshotOptions: () => Shape = () => ({ uid: { is: "string", optional: true }, selector: { is: "string", optional: true }, find: { is: "string", optional: true }, maxLines: { is: "count", optional: true }, maxBytes: { is: "count", optional: true }, cursor: { is: "string", optional: true }, format: { is: "word", words: ["text","json"], optional: true }, interactiveOnly: { is: "boolean", optional: true }, maxDepth: { is: "count", max: 65535, optional: true }, includeText: { is: "boolean", optional: true }, includeAttributes: { is: "boolean", optional: true }, includeAll: { is: "boolean", optional: true }, bounds: { is: "boolean", optional: true }, includeUnseen: { is: "boolean", optional: true }, since: { is: "count", optional: true }, settle: { is: "boolean", optional: true } });

const NodesOptions: () => Shape = () => ({ uid: { is: "string", optional: true }, selector: { is: "string", optional: true }, includeAttributes: { is: "boolean", optional: true }, bounds: { is: "boolean", optional: true } });

const FindOptions: () => Shape = () => ({ text: { is: "string", optional: true }, regex: { is: "string", optional: true }, role: { is: "string", optional: true }, name: { is: "string", optional: true }, limit: { is: "count", optional: true }, context: { is: "count", optional: true }, cursor: { is: "string", optional: true } });

const InteractTarget: () => Shape = () => ({ by: { is: "word", words: ["uid","testid","role","label","placeholder","name","alt","title","text","css","xpath"], optional: true }, value: { is: "string" }, name: { is: "string", optional: true }, exact: { is: "boolean", optional: true }, nth: { is: "integer", optional: true }, visible: { is: "boolean", optional: true }, within: { is: "string", optional: true } });

const ReadPageOptions: () => Shape = () => ({ uid: { is: "string", optional: true }, content: { is: "word", words: ["main","all"], optional: true }, format: { is: "word", words: ["markdown","text"], optional: true }, links: { is: "word", words: ["references","inline","none"], optional: true }, outline: { is: "boolean", optional: true }, section: { is: "string", optional: true }, cursor: { is: "string", optional: true }, includeUnseen: { is: "boolean", optional: true }, maxBytes: { is: "count", optional: true } });

const ActivatedOptions: () => Shape = () => ({ value: { is: "string", optional: true }, values: { is: "string", list: true, optional: true } });

const Place: () => Shape = () => ({ x: { is: "finite" }, y: { is: "finite" } });

const PointOptions: () => Shape = () => ({ button: { is: "word", words: ["left","middle","right","back","forward"], optional: true }, clickCount: { is: "count", min: 1, max: 3, optional: true }, modifiers: { is: "word", words: ["Alt","Control","ControlOrMeta","Meta","Shift"], list: true, optional: true }, holdMs: { is: "ms", optional: true }, durationMs: { is: "ms", optional: true }, delayMs: { is: "ms", optional: true }, submitKey: { is: "string", optional: true }, seen: { is: "object", fields: PictureView(), optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const PictureView: () => Shape = () => ({ page: { is: "count" }, document: { is: "string" }, picture: { is: "count" }, viewport: { is: "boolean" }, left: { is: "finite" }, top: { is: "finite" }, scrollX: { is: "finite" }, scrollY: { is: "finite" }, width: { is: "finite" }, height: { is: "finite" } });

const ChangesOptions: () => Shape = () => ({ maxBytes: { is: "count", optional: true } });

const DragByOptions: () => Shape = () => ({ at: { is: "object", fields: Spot(), optional: true }, by: { is: "object", fields: Offset(), optional: true }, path: { is: "object", fields: Offset(), list: true, optional: true }, button: { is: "word", words: ["left","middle","right","back","forward"], optional: true }, modifiers: { is: "word", words: ["Alt","Control","ControlOrMeta","Meta","Shift"], list: true, optional: true }, pointerType: { is: "word", words: ["mouse","pen"], optional: true }, holdMs: { is: "ms", optional: true }, durationMs: { is: "ms", optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const Spot: () => Shape = () => ({ x: { is: "finite" }, y: { is: "finite" }, share: { is: "boolean", optional: true } });

const Offset: () => Shape = () => ({ dx: { is: "finite", optional: true }, dy: { is: "finite", optional: true } });

const ClickOptions: () => Shape = () => ({ button: { is: "word", words: ["left","middle","right","back","forward"], optional: true }, clickCount: { is: "count", min: 1, max: 3, optional: true }, at: { is: "object", fields: Spot(), optional: true }, modifiers: { is: "word", words: ["Alt","Control","ControlOrMeta","Meta","Shift"], list: true, optional: true }, pointerType: { is: "word", words: ["mouse","pen"], optional: true }, force: { is: "boolean", optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const HoverOptions: () => Shape = () => ({ at: { is: "object", fields: Spot(), optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const FillOptions: () => Shape = () => ({ changes: { is: "object", fields: ChangesOptions(), optional: true }, origins: { is: "string", list: true, optional: true } });

const FormField: () => Shape = () => ({ uid: { is: "string" }, value: { is: "string" }, origins: { is: "string", list: true, optional: true } });

const ActionOptions: () => Shape = () => ({ changes: { is: "object", fields: ChangesOptions(), optional: true } });

const DragOptions: () => Shape = () => ({ at: { is: "object", fields: Spot(), optional: true }, toAt: { is: "object", fields: Spot(), optional: true }, place: { is: "word", words: ["above","below","left","right"], optional: true }, modifiers: { is: "word", words: ["Alt","Control","ControlOrMeta","Meta","Shift"], list: true, optional: true }, holdMs: { is: "ms", optional: true }, durationMs: { is: "ms", optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const TouchOptions: () => Shape = () => ({ at: { is: "object", fields: Spot(), optional: true }, by: { is: "object", fields: Offset(), optional: true }, scale: { is: "finite", optional: true }, durationMs: { is: "ms", optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const PressKeyOptions: () => Shape = () => ({ uid: { is: "string", optional: true }, holdMs: { is: "ms", optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const ScrollOptions: () => Shape = () => ({ uid: { is: "string", optional: true }, direction: { is: "word", words: ["up","down","left","right"], optional: true }, at: { is: "object", fields: Spot(), optional: true }, by: { is: "object", fields: Offset(), optional: true }, modifiers: { is: "word", words: ["Alt","Control","ControlOrMeta","Meta","Shift"], list: true, optional: true }, amount: { is: "number", optional: true }, untilText: { is: "string", optional: true }, timeoutMs: { is: "ms", optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const EvaluateOptions: () => Shape = () => ({ uid: { is: "string", optional: true }, timeoutMs: { is: "ms", optional: true } });

const PageToolsOptions: () => Shape = () => ({ name: { is: "string", optional: true }, timeoutMs: { is: "ms", optional: true } });

const PageToolOptions: () => Shape = () => ({ origin: { is: "string", optional: true }, schema: { is: "string", optional: true }, timeoutMs: { is: "ms", optional: true } });

const ConsoleOptions: () => Shape = () => ({ level: { is: "word", words: ["error","warning","info","log","debug"], optional: true }, text: { is: "string", optional: true }, page: { is: "count", optional: true }, since: { is: "count", optional: true }, newOnly: { is: "boolean", optional: true }, before: { is: "count", optional: true }, id: { is: "count", optional: true }, limit: { is: "count", optional: true }, clear: { is: "boolean", optional: true } });

const ResourceOptions: () => Shape = () => ({ page: { is: "count", optional: true }, maxBytes: { is: "count", optional: true } });

const TypeOptions: () => Shape = () => ({ uid: { is: "string", optional: true }, delayMs: { is: "ms", optional: true }, submitKey: { is: "string", optional: true }, origins: { is: "string", list: true, optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const SelectTextOptions: () => Shape = () => ({ text: { is: "string", optional: true }, nth: { is: "integer", optional: true }, from: { is: "count", optional: true }, to: { is: "count", optional: true }, unit: { is: "word", words: ["word","line"], optional: true }, caret: { is: "word", words: ["before","after"], optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const TransferContent: () => Shape = () => ({ text: { is: "string", optional: true }, html: { is: "string", optional: true }, url: { is: "string", optional: true }, files: { is: "string", list: true, optional: true } });

const DropOptions: () => Shape = () => ({ at: { is: "object", fields: Spot(), optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const ClipboardOptions: () => Shape = () => ({ maxLength: { is: "count", optional: true } });

const CookieFilter: () => Shape = () => ({ name: { is: "string", optional: true }, domain: { is: "string", optional: true }, path: { is: "string", optional: true } });

const Cookie: () => Shape = () => ({ name: { is: "string" }, value: { is: "string" }, domain: { is: "string" }, path: { is: "string" }, expires: { is: "finite" }, httpOnly: { is: "boolean" }, secure: { is: "boolean" }, sameSite: { is: "word", words: ["Strict","Lax","None"] } });

const StorageStateOptions: () => Shape = () => ({ origins: { is: "string", list: true, optional: true }, indexedDB: { is: "boolean", optional: true } });

const StorageState: () => Shape = () => ({ cookies: { is: "object", fields: Cookie(), list: true }, origins: { is: "object", fields: OriginStorage(), list: true }, leftOut: { is: "object", fields: LeftOut(), list: true, optional: true } });

const OriginStorage: () => Shape = () => ({ origin: { is: "string" }, localStorage: { is: "object", fields: StorageItem(), list: true }, indexedDB: { is: "object", fields: Database(), list: true, optional: true } });

const StorageItem: () => Shape = () => ({ name: { is: "string" }, value: { is: "string" } });

const Database: () => Shape = () => ({ name: { is: "string" }, version: { is: "count" }, stores: { is: "object", fields: ObjectStore(), list: true } });

const ObjectStore: () => Shape = () => ({ name: { is: "string" }, autoIncrement: { is: "boolean" }, keyPath: { is: "string", optional: true }, keyPathArray: { is: "string", list: true, optional: true }, records: { is: "object", fields: DatabaseRecord(), list: true }, indexes: { is: "object", fields: DatabaseIndex(), list: true } });

const DatabaseRecord: () => Shape = () => ({ key: { is: "any", optional: true }, keyEncoded: { is: "any", optional: true }, value: { is: "any", optional: true }, valueEncoded: { is: "any", optional: true } });

const DatabaseIndex: () => Shape = () => ({ name: { is: "string" }, keyPath: { is: "string", optional: true }, keyPathArray: { is: "string", list: true, optional: true }, multiEntry: { is: "boolean" }, unique: { is: "boolean" } });

const LeftOut: () => Shape = () => ({ origin: { is: "string" }, database: { is: "string", optional: true }, store: { is: "string", optional: true }, why: { is: "string" }, count: { is: "count" } });

const NetworkFilter: () => Shape = () => ({ type: { is: "word", words: ["document","stylesheet","image","font","script","xhr","fetch","eventsource","websocket","media","ping","other"], optional: true }, method: { is: "string", optional: true }, status: { is: "string", optional: true }, url: { is: "string", optional: true }, failed: { is: "boolean", optional: true }, since: { is: "count", optional: true }, before: { is: "count", optional: true }, page: { is: "count", optional: true }, limit: { is: "count", optional: true }, clear: { is: "boolean", optional: true } });

const NetworkRequestOptions: () => Shape = () => ({ body: { is: "word", words: ["request","response"], optional: true }, path: { is: "string", optional: true }, messages: { is: "count", optional: true }, secrets: { is: "boolean", optional: true } });

const HarOptions: () => Shape = () => ({ bodies: { is: "boolean", optional: true }, secrets: { is: "boolean", optional: true } });

const InteractRequest: () => Shape = () => ({ action: { is: "word", words: ["click","doubleClick","rightClick","pressAndHold","hover","type","clear","select","check","uncheck","keypress","scroll","focus","drag","upload","waitForSelector"] }, target: { is: "object", fields: InteractTarget(), optional: true }, to: { is: "string", optional: true }, value: { is: "string", optional: true }, files: { is: "string", list: true, optional: true }, options: { is: "object", fields: InteractOptions(), optional: true } });

const InteractOptions: () => Shape = () => ({ timeoutMs: { is: "ms", optional: true }, waitForVisible: { is: "boolean", optional: true }, waitForEnabled: { is: "boolean", optional: true }, waitForNetworkIdleMs: { is: "ms", optional: true }, postActionScreenshot: { is: "boolean", optional: true }, screenshotLabel: { is: "string", optional: true }, fallbackToCdp: { is: "boolean", optional: true }, frameSelector: { is: "string", optional: true }, at: { is: "object", fields: Spot(), optional: true }, modifiers: { is: "word", words: ["Alt","Control","ControlOrMeta","Meta","Shift"], list: true, optional: true }, force: { is: "boolean", optional: true }, changes: { is: "object", fields: ChangesOptions(), optional: true } });

const RouteOptions: () => Shape = () => ({ url: { is: "string" }, action: { is: "word", words: ["block","fulfill","continue","delay","fail"] }, method: { is: "string", optional: true }, kind: { is: "word", words: ["document","stylesheet","image","media","font","script","fetch","other"], optional: true }, times: { is: "count", optional: true }, status: { is: "count", max: 65535, optional: true }, headers: { is: "object", optional: true }, removeHeaders: { is: "string", list: true, optional: true }, text: { is: "string", optional: true }, base64: { is: "string", optional: true }, delayMs: { is: "ms", optional: true }, reason: { is: "word", words: ["failed","aborted","timedOut","accessDenied","connectionClosed","connectionReset","connectionRefused","nameNotResolved","internetDisconnected","addressUnreachable"], optional: true } });

const NetworkOptions: () => Shape = () => ({ offline: { is: "boolean", optional: true }, latencyMs: { is: "finite", optional: true }, downloadKbytes: { is: "finite", optional: true }, uploadKbytes: { is: "finite", optional: true } });

const InspectOptions: () => Shape = () => ({ args: { is: "string", optional: true }, uid: { is: "string", optional: true }, oneFrame: { is: "boolean", optional: true }, timeoutMs: { is: "ms", optional: true } });

const UserStepsOptions: () => Shape = () => ({ since: { is: "count", optional: true }, waitMs: { is: "ms", optional: true } });

const TraceOptions: () => Shape = () => ({ screenshots: { is: "boolean", optional: true }, megabytes: { is: "count", optional: true } });

const StopTraceOptions: () => Shape = () => ({ timeoutMs: { is: "ms", optional: true } });

const FilmOptions: () => Shape = () => ({ maxSide: { is: "count", optional: true } });

const FilmPartOptions: () => Shape = () => ({ waitMs: { is: "ms", optional: true } });

const ScreenshotOptions: () => Shape = () => ({ uid: { is: "string", optional: true }, fullPage: { is: "boolean", optional: true }, jpegQuality: { is: "count", min: 1, max: 100, optional: true }, maxSide: { is: "count", optional: true }, maxBytes: { is: "count", optional: true }, marks: { is: "boolean", optional: true }, locate: { is: "string", list: true, optional: true }, aside: { is: "boolean", optional: true } });

const PdfOptions: () => Shape = () => ({ format: { is: "word", words: ["A3","A4","A5","Letter","Legal","Tabloid"], optional: true }, landscape: { is: "boolean", optional: true }, margins: { is: "object", fields: Margins(), optional: true }, background: { is: "boolean", optional: true }, scale: { is: "finite", optional: true }, pages: { is: "string", optional: true }, header: { is: "string", optional: true }, footer: { is: "string", optional: true } });

const Margins: () => Shape = () => ({ top: { is: "finite", optional: true }, right: { is: "finite", optional: true }, bottom: { is: "finite", optional: true }, left: { is: "finite", optional: true } });

const CompareOptions: () => Shape = () => ({ after: { is: "bytes", optional: true }, now: { is: "object", fields: ScreenshotOptions(), optional: true }, ignore: { is: "object", fields: Area(), list: true, optional: true }, ignoreUids: { is: "string", list: true, optional: true }, threshold: { is: "finite", optional: true }, picture: { is: "boolean", optional: true }, pictureMaxSide: { is: "count", optional: true }, pictureMaxBytes: { is: "count", optional: true } });

const Area: () => Shape = () => ({ x: { is: "finite" }, y: { is: "finite" }, width: { is: "finite" }, height: { is: "finite" } });

const DialogOptions: () => Shape = () => ({ text: { is: "string", optional: true } });

const WaitOptions: () => Shape = () => ({ text: { is: "string", optional: true }, textGone: { is: "string", optional: true }, selector: { is: "string", optional: true }, url: { is: "string", optional: true }, loadState: { is: "word", words: ["committed","domcontentloaded","load"], optional: true }, function: { is: "string", optional: true }, timeoutMs: { is: "ms", optional: true } });

const DesktopLaunchOptions: () => Shape = () => ({ command: { is: "string" }, args: { is: "string", list: true, optional: true }, env: { is: "object", optional: true }, cwd: { is: "string", optional: true } });

const DesktopUiOptions: () => Shape = () => ({ id: { is: "string", optional: true }, find: { is: "string", optional: true }, role: { is: "string", optional: true }, title: { is: "string", optional: true }, path: { is: "string", list: true, optional: true }, depth: { is: "count", optional: true }, hidden: { is: "boolean", optional: true }, since: { is: "count", optional: true }, maxBytes: { is: "count", optional: true }, format: { is: "word", words: ["text","json"], optional: true } });

const UiActionRequest: () => Shape = () => ({ sessionId: { is: "string" }, action: { is: "word", words: ["click","set_value","type","key","scroll","drag"] }, id: { is: "string", optional: true }, value: { is: "any", optional: true }, text: { is: "string", optional: true }, key: { is: "string", optional: true }, modifiers: { is: "string", list: true, optional: true }, direction: { is: "word", words: ["up","down","left","right"], optional: true }, amount: { is: "integer", optional: true }, toId: { is: "string", optional: true }, settleMs: { is: "count", optional: true } });

const DesktopScreenshotOptions: () => Shape = () => ({ window: { is: "count", optional: true }, marked: { is: "boolean", optional: true } });

const DesktopWindowOptions: () => Shape = () => ({ window: { is: "count", optional: true } });

/** How a session is opened. */
export const SESSION_OPTIONS: Shape = SessionOptions();

/** How a session in the browser of another one is opened. */
export const ISOLATED_OPTIONS: Shape = IsolatedOptions();

/** Calls of a session: what each takes, made when it is called first. */
export const SESSION_CALLS: Record<string, () => Shape> = {
  start: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  pages: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  newPage: () => ({ url: { is: "string" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  selectPage: () => ({ page: { is: "count" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  closePage: () => ({ page: { is: "count" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  resizePage: () => ({ width: { is: "count" }, height: { is: "count" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  emulate: () => ({ options: { is: "object", optional: true, fields: { ...EmulateOptions(), signal: { is: "signal", optional: true } } } }),
  navigate: () => ({ url: { is: "string" }, options: { is: "object", optional: true, fields: { ...NavigateOptions(), signal: { is: "signal", optional: true } } } }),
  navigateHistory: () => ({ direction: { is: "word", words: ["back","forward","reload"] }, options: { is: "object", optional: true, fields: { ...NavigateOptions(), signal: { is: "signal", optional: true } } } }),
  snapshot: () => ({ options: { is: "object", optional: true, fields: { ...SnapshotOptions(), signal: { is: "signal", optional: true } } } }),
  nodes: () => ({ options: { is: "object", optional: true, fields: { ...NodesOptions(), signal: { is: "signal", optional: true } } } }),
  find: () => ({ options: { is: "object", optional: true, fields: { ...FindOptions(), signal: { is: "signal", optional: true } } } }),
  clearSnapshot: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  resolveUidToSelector: () => ({ uid: { is: "string" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  locatorOf: () => ({ target: { is: "object", fields: InteractTarget() }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  count: () => ({ target: { is: "object", fields: InteractTarget() }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  describe: () => ({ uidOrSelector: { is: "string" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  readText: () => ({ uid: { is: "string" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  readPage: () => ({ options: { is: "object", optional: true, fields: { ...ReadPageOptions(), signal: { is: "signal", optional: true } } } }),
  pageFile: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  activated: () => ({ uid: { is: "string" }, options: { is: "object", optional: true, fields: { ...ActivatedOptions(), signal: { is: "signal", optional: true } } } }),
  activatedAt: () => ({ at: { is: "object", fields: Place() }, options: { is: "object", optional: true, fields: { ...PointOptions(), signal: { is: "signal", optional: true } } } }),
  dragEnd: () => ({ uid: { is: "string" }, options: { is: "object", optional: true, fields: { ...DragByOptions(), signal: { is: "signal", optional: true } } } }),
  activatedByKey: () => ({ uid: { is: "string", optional: true }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  scrollPosition: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  click: () => ({ uid: { is: "string" }, options: { is: "object", optional: true, fields: { ...ClickOptions(), signal: { is: "signal", optional: true } } } }),
  hover: () => ({ uid: { is: "string" }, options: { is: "object", optional: true, fields: { ...HoverOptions(), signal: { is: "signal", optional: true } } } }),
  fill: () => ({ uid: { is: "string" }, value: { is: "string" }, options: { is: "object", optional: true, fields: { ...FillOptions(), signal: { is: "signal", optional: true } } } }),
  fillForm: () => ({ fields: { is: "object", fields: FormField(), list: true }, options: { is: "object", optional: true, fields: { ...ActionOptions(), signal: { is: "signal", optional: true } } } }),
  drag: () => ({ fromUid: { is: "string" }, toUid: { is: "string" }, options: { is: "object", optional: true, fields: { ...DragOptions(), signal: { is: "signal", optional: true } } } }),
  dragBy: () => ({ uid: { is: "string" }, options: { is: "object", optional: true, fields: { ...DragByOptions(), signal: { is: "signal", optional: true } } } }),
  clickAt: () => ({ at: { is: "object", fields: Place() }, options: { is: "object", optional: true, fields: { ...PointOptions(), signal: { is: "signal", optional: true } } } }),
  hoverAt: () => ({ at: { is: "object", fields: Place() }, options: { is: "object", optional: true, fields: { ...PointOptions(), signal: { is: "signal", optional: true } } } }),
  dragAt: () => ({ at: { is: "object", fields: Place() }, path: { is: "object", fields: Place(), list: true }, options: { is: "object", optional: true, fields: { ...PointOptions(), signal: { is: "signal", optional: true } } } }),
  typeAt: () => ({ at: { is: "object", fields: Place() }, text: { is: "string" }, options: { is: "object", optional: true, fields: { ...PointOptions(), signal: { is: "signal", optional: true } } } }),
  wheelAt: () => ({ at: { is: "object", fields: Place() }, by: { is: "object", fields: Offset() }, options: { is: "object", optional: true, fields: { ...PointOptions(), signal: { is: "signal", optional: true } } } }),
  touch: () => ({ uid: { is: "string" }, gesture: { is: "word", words: ["tap","doubleTap","longPress","swipe","pinch"] }, options: { is: "object", optional: true, fields: { ...TouchOptions(), signal: { is: "signal", optional: true } } } }),
  upload: () => ({ uid: { is: "string" }, files: { is: "string", list: true }, options: { is: "object", optional: true, fields: { ...ActionOptions(), signal: { is: "signal", optional: true } } } }),
  pressKey: () => ({ key: { is: "string" }, options: { is: "object", optional: true, fields: { ...PressKeyOptions(), signal: { is: "signal", optional: true } } } }),
  keyDown: () => ({ key: { is: "string" }, options: { is: "object", optional: true, fields: { ...ActionOptions(), signal: { is: "signal", optional: true } } } }),
  keyUp: () => ({ key: { is: "string", optional: true }, options: { is: "object", optional: true, fields: { ...ActionOptions(), signal: { is: "signal", optional: true } } } }),
  scroll: () => ({ options: { is: "object", optional: true, fields: { ...ScrollOptions(), signal: { is: "signal", optional: true } } } }),
  evaluate: () => ({ script: { is: "string" }, options: { is: "object", optional: true, fields: { ...EvaluateOptions(), signal: { is: "signal", optional: true } } } }),
  pageTools: () => ({ options: { is: "object", optional: true, fields: { ...PageToolsOptions(), signal: { is: "signal", optional: true } } } }),
  callPageTool: () => ({ name: { is: "string" }, input: { is: "object" }, options: { is: "object", optional: true, fields: { ...PageToolOptions(), signal: { is: "signal", optional: true } } } }),
  downloads: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  consoleMessages: () => ({ options: { is: "object", optional: true, fields: { ...ConsoleOptions(), signal: { is: "signal", optional: true } } } }),
  pageResource: () => ({ url: { is: "string" }, options: { is: "object", optional: true, fields: { ...ResourceOptions(), signal: { is: "signal", optional: true } } } }),
  typeText: () => ({ text: { is: "string" }, options: { is: "object", optional: true, fields: { ...TypeOptions(), signal: { is: "signal", optional: true } } } }),
  selectText: () => ({ uid: { is: "string" }, options: { is: "object", optional: true, fields: { ...SelectTextOptions(), signal: { is: "signal", optional: true } } } }),
  paste: () => ({ uid: { is: "string" }, content: { is: "object", fields: TransferContent() }, options: { is: "object", optional: true, fields: { ...ActionOptions(), signal: { is: "signal", optional: true } } } }),
  dropOn: () => ({ uid: { is: "string" }, content: { is: "object", fields: TransferContent() }, options: { is: "object", optional: true, fields: { ...DropOptions(), signal: { is: "signal", optional: true } } } }),
  readClipboard: () => ({ options: { is: "object", optional: true, fields: { ...ClipboardOptions(), signal: { is: "signal", optional: true } } } }),
  cookies: () => ({ options: { is: "object", optional: true, fields: { ...CookieFilter(), signal: { is: "signal", optional: true } } } }),
  setCookies: () => ({ cookies: { is: "object", fields: Cookie(), list: true }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  deleteCookies: () => ({ options: { is: "object", optional: true, fields: { ...CookieFilter(), signal: { is: "signal", optional: true } } } }),
  storageState: () => ({ options: { is: "object", optional: true, fields: { ...StorageStateOptions(), signal: { is: "signal", optional: true } } } }),
  setStorageState: () => ({ state: { is: "object", fields: StorageState() }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  networkRequests: () => ({ options: { is: "object", optional: true, fields: { ...NetworkFilter(), signal: { is: "signal", optional: true } } } }),
  networkRequest: () => ({ id: { is: "count" }, options: { is: "object", optional: true, fields: { ...NetworkRequestOptions(), signal: { is: "signal", optional: true } } } }),
  har: () => ({ options: { is: "object", optional: true, fields: { ...HarOptions(), signal: { is: "signal", optional: true } } } }),
  selectOption: () => ({ uid: { is: "string" }, values: { is: "string", list: true }, options: { is: "object", optional: true, fields: { ...ActionOptions(), signal: { is: "signal", optional: true } } } }),
  setChecked: () => ({ uid: { is: "string" }, checked: { is: "boolean" }, options: { is: "object", optional: true, fields: { ...ActionOptions(), signal: { is: "signal", optional: true } } } }),
  interact: () => ({ request: { is: "object", fields: InteractRequest() }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  recentActions: () => ({ limit: { is: "count", optional: true }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  addRoute: () => ({ route: { is: "object", fields: RouteOptions() }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  routes: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  removeRoutes: () => ({ id: { is: "count", optional: true }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  setNetwork: () => ({ options: { is: "object", optional: true, fields: { ...NetworkOptions(), signal: { is: "signal", optional: true } } } }),
  inspect: () => ({ name: { is: "string" }, script: { is: "string" }, options: { is: "object", optional: true, fields: { ...InspectOptions(), signal: { is: "signal", optional: true } } } }),
  startCoverage: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  stopCoverage: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  watchUser: () => ({ on: { is: "boolean" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  userSteps: () => ({ options: { is: "object", optional: true, fields: { ...UserStepsOptions(), signal: { is: "signal", optional: true } } } }),
  startTrace: () => ({ options: { is: "object", optional: true, fields: { ...TraceOptions(), signal: { is: "signal", optional: true } } } }),
  stopTrace: () => ({ options: { is: "object", optional: true, fields: { ...StopTraceOptions(), signal: { is: "signal", optional: true } } } }),
  readTrace: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  startFilm: () => ({ script: { is: "string" }, options: { is: "object", optional: true, fields: { ...FilmOptions(), signal: { is: "signal", optional: true } } } }),
  filmPart: () => ({ options: { is: "object", optional: true, fields: { ...FilmPartOptions(), signal: { is: "signal", optional: true } } } }),
  stopFilm: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  screenshot: () => ({ options: { is: "object", optional: true, fields: { ...ScreenshotOptions(), signal: { is: "signal", optional: true } } } }),
  pdf: () => ({ options: { is: "object", optional: true, fields: { ...PdfOptions(), signal: { is: "signal", optional: true } } } }),
  compare: () => ({ before: { is: "bytes" }, options: { is: "object", optional: true, fields: { ...CompareOptions(), signal: { is: "signal", optional: true } } } }),
  acceptDialog: () => ({ options: { is: "object", optional: true, fields: { ...DialogOptions(), signal: { is: "signal", optional: true } } } }),
  dismissDialog: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  waitFor: () => ({ options: { is: "object", optional: true, fields: { ...WaitOptions(), signal: { is: "signal", optional: true } } } }),
  extensionStatus: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  close: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
};

/** Calls of the desktop: what each takes, made when it is called first. */
export const DESKTOP_CALLS: Record<string, () => Shape> = {
  launch: () => ({ what: { is: "object", fields: DesktopLaunchOptions() }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  attach: () => ({ to: { is: "object" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  enable: () => ({ sessionId: { is: "string" }, enabled: { is: "boolean" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  ui: () => ({ sessionId: { is: "string" }, options: { is: "object", optional: true, fields: { ...DesktopUiOptions(), signal: { is: "signal", optional: true } } } }),
  act: () => ({ request: { is: "object", fields: UiActionRequest() }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  screenshot: () => ({ sessionId: { is: "string" }, options: { is: "object", optional: true, fields: { ...DesktopScreenshotOptions(), signal: { is: "signal", optional: true } } } }),
  menu: () => ({ sessionId: { is: "string" }, path: { is: "string", list: true }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  windows: () => ({ sessionId: { is: "string", optional: true }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  windowAction: () => ({ sessionId: { is: "string" }, action: { is: "object" }, options: { is: "object", optional: true, fields: { ...DesktopWindowOptions(), signal: { is: "signal", optional: true } } } }),
  applications: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  stop: () => ({ sessionId: { is: "string" }, options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
  close: () => ({ options: { is: "object", optional: true, fields: { signal: { is: "signal", optional: true } } } }),
};
