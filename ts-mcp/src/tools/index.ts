// Every tool. A tool that is not in this table does not exist.

import type { Secrets } from "../secrets/secrets.ts";
import { auditAccessibility, measurePage } from "./audit.ts";
import { compareScreenshots } from "./compare.ts";
import { listConsoleMessages } from "./console.ts";
import { startCoverage, stopCoverage } from "./coverage.ts";
import type { Tool } from "./define.ts";
import { debugAttach, debugLaunch, debugStop, listApplications } from "./desktop.ts";
import { debugUi, debugUiAction } from "./desktop-ui.ts";
import { listWindows, menuAction, windowAction } from "./desktop-windows.ts";
import { acceptDialog, dismissDialog } from "./dialogs.ts";
import { listDownloads } from "./downloads.ts";
import { dragByUid, dragByUidToUid } from "./drag.ts";
import { emulate } from "./emulate.ts";
import { extensionStatus } from "./extension.ts";
import { findInPage } from "./find.ts";
import { exportHar } from "./har.ts";
import { clickByUid, fillByUid, fillFormByUid, hoverByUid, pressKey, uploadFileByUid } from "./input.ts";
import { interactWithPage } from "./interact.ts";
import { keyDown, keyUp } from "./keys.ts";
import { generateLocator } from "./locator.ts";
import { type Choice, hasSessions, namesFor } from "./names.ts";
import { getNetworkRequest, listNetworkRequests } from "./network.ts";
import { callPageTool, listPageTools } from "./page-tools.ts";
import { closePage, listPages, navigateHistory, navigatePage, newPage, resizePage, selectPage } from "./pages.ts";
import { savePdf } from "./paper.ts";
import { askUser } from "./person.ts";
import { readPage } from "./read.ts";
import { recentActions } from "./recent.ts";
import { startRecording, stopRecording } from "./recording.ts";
import { route, setNetwork } from "./route.ts";
import { savePage } from "./save.ts";
import { screenshotByUid, screenshotPage } from "./screenshot.ts";
import { evaluateScript, waitForFunction } from "./script.ts";
import { scroll } from "./scroll.ts";
import { secretTools } from "./secrets.ts";
import { closeSession, inSession, listSessions, openSession } from "./sessions.ts";
import { clearSnapshot, resolveUidToSelector, takeSnapshot } from "./snapshot.ts";
import { cookies, storageState } from "./state.ts";
import {
  captureScreenshot,
  checkElementExists,
  clickElement,
  closeBrowser,
  getElementText,
  launchBrowser,
  scrollPage,
  typeTextTool,
} from "./suite.ts";
import { selectText } from "./text.ts";
import { touchByUid } from "./touch.ts";
import { startTrace, stopTrace } from "./trace.ts";
import { dropByUid, pasteByUid, readClipboard } from "./transfer.ts";
import { selectOption, setChecked, typeText } from "./typing.ts";
import { clickAt, dragAt, hoverAt, typeAt, wheelAt } from "./vision.ts";
import { waitFor } from "./wait.ts";

export { inputSchema, outputSchema, type Tool } from "./define.ts";
export { defaultSets, setNames, type ToolSet } from "./names.ts";

/** Tools for web pages, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  listPages,
  newPage,
  navigatePage,
  navigateHistory,
  selectPage,
  closePage,
  takeSnapshot,
  findInPage,
  clearSnapshot,
  resolveUidToSelector,
  interactWithPage,
  clickByUid,
  hoverByUid,
  fillByUid,
  fillFormByUid,
  dragByUidToUid,
  uploadFileByUid,
  pressKey,
  screenshotPage,
  screenshotByUid,
  savePage,
  acceptDialog,
  dismissDialog,
  waitFor,
  recentActions,
];

/**
 * Tools that the default ones can mostly replace. They are not in the default set, because every listed
 * tool costs tokens.
 */
const more: readonly Tool[] = [
  readPage,
  typeText,
  selectOption,
  setChecked,
  selectText,
  dragByUid,
  pasteByUid,
  dropByUid,
  readClipboard,
  touchByUid,
  keyDown,
  keyUp,
  scroll,
  listDownloads,
  resizePage,
];

/** Tools that act at points of a screenshot. */
const vision: readonly Tool[] = [clickAt, hoverAt, dragAt, wheelAt, typeAt];

/** Tools for desktop applications. */
const desktop: readonly Tool[] = [
  debugLaunch,
  debugAttach,
  debugUi,
  debugUiAction,
  debugStop,
  listApplications,
  listWindows,
  windowAction,
  menuAction,
];

/** Tools that open and close sessions. With them, the tools for web pages take `session` and `page`. */
const sessions: readonly Tool[] = [openSession, listSessions, closeSession];

/** Tools for who is logged in where, and for the steps of a log-in that are the person's. */
const state: readonly Tool[] = [storageState, cookies, askUser];

/** Browser tools with fixed names, arguments and structured answers. */
const suite: readonly Tool[] = [
  launchBrowser,
  clickElement,
  typeTextTool,
  scrollPage,
  captureScreenshot,
  getElementText,
  checkElementExists,
  closeBrowser,
];

/** Tools that show what a page says, asks and does behind the screen. */
const devtools: readonly Tool[] = [
  listConsoleMessages,
  listNetworkRequests,
  getNetworkRequest,
  exportHar,
  route,
  setNetwork,
  emulate,
];

/** Tools that keep what is done and seen, as papers, comparisons of pictures and recordings. */
const record: readonly Tool[] = [savePdf, compareScreenshots, startRecording, stopRecording, generateLocator];

/** Tools that judge the page: who can use it, and how fast it is. */
const audits: readonly Tool[] = [auditAccessibility, measurePage, startTrace, stopTrace, startCoverage, stopCoverage];

/** Tools that the page itself offers. */
const webmcp: readonly Tool[] = [listPageTools, callPageTool];

/** The sets of tools by their names on the command line. Only requested sets are listed. The set `workspace` is loaded. */
export const toolSets = {
  web: tools,
  more,
  vision,
  state,
  devtools,
  record,
  audits,
  webmcp,
  sessions,
  suite,
  desktop,
} as const satisfies Record<string, readonly Tool[]>;

/** Which tools a server offers. */
export interface Offer extends Choice {
  /** Whether calls must name their session. */
  mustName?: boolean;
  /** The tools of the set `workspace`. */
  workspace?: readonly Tool[];
  /** What stands before tools whose calls the person confirms. */
  confirm?: { before(tool: Tool): Tool } | undefined;
  /** Secrets that tools may fill in by name. */
  secrets?: Secrets | undefined;
}

/** The tools of a server, in the order of the sets. */
export function toolsFor(offer: Offer): readonly Tool[] {
  const { script, mustName, workspace = [], secrets, confirm } = offer;
  const known = [...Object.values(toolSets).flat(), ...workspace, ...scriptTools, ...extensionTools];
  const byName = new Map<string, Tool>(known.map((tool) => [tool.name, tool]));
  if (script) byName.set(waitForFunction.name, waitForFunction);
  for (const [name, tool] of secrets === undefined ? [] : secretTools(secrets)) byName.set(name, tool);
  // Those of the workspace may not be loaded.
  const all = namesFor(offer).flatMap((name) => byName.get(name) ?? []);
  if (!hasSessions(offer)) return confirm === undefined ? all : all.map((tool) => confirm.before(tool));
  const apart = new Set([...sessions, ...suite, ...desktop, ...extensionTools, ...workspace]);
  return all.map((tool) => {
    // The person is asked about the page of the session that the call names.
    const own = confirm?.before(tool) ?? tool;
    return apart.has(tool) ? own : inSession(own, mustName);
  });
}

/** Tools that run the caller's scripts. */
export const scriptTools: readonly Tool[] = [evaluateScript];

/** Tools that are offered only if the server works in the user's own browser. */
export const extensionTools: readonly Tool[] = [extensionStatus];
