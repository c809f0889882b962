/**
 * See a web page as a short text tree and act on it by UID.
 *
 * @packageDocumentation
 */

export type {
  ActionReport,
  AttachOptions,
  BrowserInfo,
  DialogInfo,
  Download,
  Effects,
  FormField,
  FormReport,
  LaunchOptions,
  LogRecord,
  NavigationReport,
  OpenedPage,
  PageInfo,
  ScreenshotReport,
  SelectorReport,
  SnapshotReport,
  Viewport,
  WaitReport,
} from "../binding.js";
export type { CallOptions } from "./call.js";
export { UipilotError } from "./error.js";
export { initLogging, type LogLevel } from "./log.js";
export type {
  AcceptDialogOptions,
  ClickOptions,
  NavigateOptions,
  PressKeyOptions,
  ScreenshotOptions,
  SessionOptions,
  SnapshotOptions,
  WaitOptions,
  WebDriverOptions,
} from "./options.js";
export { Session } from "./session.js";
