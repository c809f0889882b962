/**
 * See a web page or a desktop application as a short text tree and act on it by id.
 *
 * @packageDocumentation
 */

export type {
  ActionReport,
  AttachOptions,
  Attempt,
  BoundingBox,
  BrowserInfo,
  Changes,
  ConnectedBrowser,
  Described,
  DesktopApplication,
  DesktopAttachOptions,
  DesktopLaunchOptions,
  DesktopPicture,
  DesktopSessionInfo,
  DesktopUiOptions,
  DesktopUiReport,
  DesktopWindow,
  DesktopWindowAction,
  DialogInfo,
  Download,
  DownloadInfo,
  Effects,
  EvaluateReport,
  ExtensionOptions,
  ExtensionStatus,
  FindReport,
  FormField,
  FormReport,
  InteractReport,
  InteractTarget,
  LaunchOptions,
  LogRecord,
  NavigationReport,
  OpenedPage,
  PageInfo,
  PictureMark,
  RecentAction,
  ScreenshotReport,
  ScrollReport,
  SelectorReport,
  SnapshotReport,
  States,
  Viewport,
  WaitReport,
} from "../binding.js";
export type { CallOptions } from "./call.js";
export {
  Desktop,
  type DesktopScreenshotOptions,
  type UiActionRequest,
  type UiActionResponse,
  type UiNode,
} from "./desktop.js";
export { UipilotError } from "./error.js";
export { initLogging, type LogLevel } from "./log.js";
export type { NextStep } from "./next-step.js";
export type {
  AcceptDialogOptions,
  ClickOptions,
  EvaluateOptions,
  FindOptions,
  InteractOptions,
  NavigateOptions,
  PressKeyOptions,
  ScreenshotOptions,
  ScrollOptions,
  SessionOptions,
  SnapshotOptions,
  TypeOptions,
  WaitOptions,
  WebDriverOptions,
} from "./options.js";
export { Session } from "./session.js";
