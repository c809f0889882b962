// Every tool. A tool that is not in this table does not exist.

import type { Tool } from "./define.ts";
import { acceptDialog, dismissDialog } from "./dialogs.ts";
import {
  clickByUid,
  dragByUidToUid,
  fillByUid,
  fillFormByUid,
  hoverByUid,
  pressKey,
  uploadFileByUid,
} from "./input.ts";
import { closePage, listPages, navigateHistory, navigatePage, newPage, selectPage } from "./pages.ts";
import { screenshotByUid, screenshotPage } from "./screenshot.ts";
import { clearSnapshot, resolveUidToSelector, takeSnapshot } from "./snapshot.ts";
import { waitFor } from "./wait.ts";

export { inputSchema, type Tool } from "./define.ts";

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  listPages,
  newPage,
  navigatePage,
  navigateHistory,
  selectPage,
  closePage,
  takeSnapshot,
  clearSnapshot,
  resolveUidToSelector,
  clickByUid,
  hoverByUid,
  fillByUid,
  fillFormByUid,
  dragByUidToUid,
  uploadFileByUid,
  pressKey,
  screenshotPage,
  screenshotByUid,
  acceptDialog,
  dismissDialog,
  waitFor,
];
