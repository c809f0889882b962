// Writes all answers: handlers return what happened, and this module turns it into the result of a call.
// Text from a page, an application or a server enters an answer only through quote.ts, or is quoted by the
// engine.

import type { CallToolResult } from "@modelcontextprotocol/server";
import type {
  ActionReport,
  Attempt,
  ChangesReport,
  DialogInfo,
  Download,
  Effects,
  FailedLoad,
  InteractReport,
  NextStep,
  Omitted,
  OpenedPage,
  PageInfo,
  PendingNavigation,
  RecentAction,
  UiActionResponse,
} from "@uipilot/core";
import { base64 } from "./base64.ts";
import { errorsLine } from "./console-text.ts";
import { type CodedError, isCoded, ToolError } from "./error.ts";
import { type Fence, parts } from "./fence.ts";
import { stepText } from "./next-step.ts";
import { brief, jsonText } from "./quote.ts";
import type { Picture } from "./sight.ts";

/** What a handler returns. */
export interface Answer {
  /** What was done. Page text in it is already quoted. */
  summary: string;
  /** What happened to the element. */
  element?: ElementOutcome;
  /** What else happened. */
  effects?: Effects;
  /** Further lines. Page text in them is already quoted. */
  lines?: string;
  /** A tree, or its changes, as the engine wrote it. It is fenced, without our own lines at its beginning and its end. */
  tree?: string;
  /** What else the page says. All of it is fenced, whatever its lines begin with. */
  pageText?: string;
  /** Lines of ours after that. */
  notes?: string;
  /** The code of a failure whose answer has more than an error would. */
  failed?: string;
  /** A picture. */
  image?: { data: Uint8Array; mimeType: string } | Picture;
  /** The structured answer for programs, for a tool with an output schema. */
  structured?: Record<string, unknown>;
}

/** What an action did to its element. */
export interface ElementOutcome
  extends Pick<ActionReport, "trusted" | "uid" | "changed" | "checked" | "valueNow" | "lost"> {
  /** The events that script made, if the input was not trusted. */
  synthetic: string;
}

/** Writes an answer. Content of the page stands between the marks of `fence`. */
export function compose(answer: Answer, fence?: Fence): CallToolResult {
  const own = [answer.summary, ...elementLines(answer), ...effectLines(answer.effects), answer.lines ?? ""];
  const lines = fence === undefined ? own : own.map((line) => fence.without(line));
  if (answer.tree !== undefined) lines.push(...fencedTree(answer.tree, fence));
  const said = answer.pageText ?? "";
  if (said !== "") lines.push(fence === undefined ? said : fence.around(said));
  if (answer.notes !== undefined) lines.push(answer.notes);
  if (answer.effects?.changes !== undefined) lines.push(...fencedTree(changesText(answer.effects.changes), fence));
  const text = lines.filter((line) => line !== "").join("\n");
  const content: CallToolResult["content"] = [{ type: "text", text }];
  if (answer.image !== undefined) {
    const { data, mimeType } = answer.image;
    content.push({ type: "image", data: base64(data), mimeType });
  }
  return {
    content,
    ...(answer.structured === undefined ? {} : { structuredContent: answer.structured }),
    ...(answer.failed === undefined ? {} : { isError: true, _meta: { code: answer.failed } }),
  };
}

/** The lines of a tree of the engine, with marks around the content of the page in it. */
function fencedTree(text: string, fence: Fence | undefined): string[] {
  if (fence === undefined) return [text.trimEnd()];
  const { head, content, tail } = parts(text);
  return [head, content === "" ? "" : fence.around(content), tail];
}

/** How an error is written. */
export interface ErrorForm {
  /** Whether the structured form for programs is always there. */
  structured?: boolean;
  /** Whether it is of a tool for desktop applications. */
  desktop?: boolean;
}

/** The progress of a call that failed before the search began. */
const NOT_STARTED: Attempt = { tried: [], resolved: false };

/** An error with a code. One without is a fault of the server. */
export function coded(error: unknown): CodedError {
  if (isCoded(error)) return error;
  if (isPartGone(error)) {
    const what = "a part of this program could not be loaded, because its files were removed or replaced while it ran";
    const step =
      "end it and start it again: `uipilot stop`, or the client that runs the server. Look first what the call did";
    return new ToolError("INTERNAL", what, step);
  }
  return new ToolError(
    "INTERNAL",
    `The server failed: ${error instanceof Error ? error.message : String(error)}`,
    "try again; if it persists, report it with the log",
  );
}

/** Whether a module of our own was not found: an update, or a cleaned cache of npx, takes them away below a running program. */
const isPartGone = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND");

/** Writes an error. */
export function composeError(error: unknown, { structured = false, desktop = false }: ErrorForm = {}): CallToolResult {
  const known = coded(error);
  const { code, attempt = structured ? NOT_STARTED : undefined } = known;
  const message = errorText(known, desktop);
  const text = `[${code}] ${message}`;
  if (attempt === undefined) return { isError: true, content: [{ type: "text", text }], _meta: { code } };
  return {
    isError: true,
    content: [{ type: "text", text: `${text}${attemptLine(attempt)}` }],
    structuredContent: {
      success: false,
      error: code,
      message,
      details: attempt,
    },
    _meta: { code },
  };
}

/** Codes of errors of browsers whose cause is often this machine. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(["BROWSER_NOT_FOUND", "CONNECT_FAILED", "LAUNCH_FAILED"]);

/** What an error says, with the next step. */
export function errorText({ code, message, step, nextStep }: CodedError, desktop = false): string {
  const doctor =
    !desktop && OF_THE_MACHINE.has(code) ? "; `npx uipilot-mcp doctor` looks for the cause on this machine" : "";
  return `${withStep(message, step, nextStep)}${doctor}`;
}

/** A message with the next step. */
function withStep(message: string, step: NextStep | undefined, nextStep: string | undefined): string {
  const words = nextStepText({ step, nextStep });
  return words === undefined ? message : `${message} – ${words}`;
}

/** The next step in words. A step that is data is written with the names of this server's tools. */
export function nextStepText<Text extends string | undefined>({
  step,
  nextStep,
}: {
  step?: NextStep | undefined;
  nextStep: Text;
}): string | Text {
  return step === undefined ? nextStep : stepText(step);
}

/** The answer to an action on an application. It is JSON, because this tool's interface is fixed. */
export function uiActed({ error, nextStep, step, ...rest }: UiActionResponse): Answer {
  const why = error === undefined ? {} : { error: withStep(error, step, nextStep) };
  const summary = jsonText({ ...rest, ...why }, 2);
  return rest.success ? { summary } : { summary, failed: rest.code ?? "INTERNAL" };
}

/** The progress of a call; empty if no search came to its end. */
function attemptLine({ selectorUsed, tried, uid, matchedCount, boundingBox }: Attempt): string {
  if (selectorUsed === undefined || (uid === undefined && matchedCount === undefined)) return "";
  const box = boundingBox === undefined ? "" : `, at ${boxText(boundingBox)}`;
  const found = uid === undefined ? `${matchedCount} matches` : `uid ${uid}${box}`;
  return `\nLooked for ${selectorUsed} by ${tried.join(", ")}: ${found}.`;
}

function boxText({ x, y, width, height }: NonNullable<Attempt["boundingBox"]>): string {
  return `${Math.round(x)},${Math.round(y)}, ${Math.round(width)}×${Math.round(height)}`;
}

/** The answer to an action by a locator. Its structured form is also that of `POST /dom-action`. */
export function interacted({ message, details, report, picture }: InteractReport, label?: string): Answer {
  const called = label === undefined ? "" : ` ${brief(label, 200)}`;
  return {
    summary: message,
    element: { ...report, synthetic: "events" },
    effects: report.effects,
    structured: { success: true, message, details },
    ...(picture === undefined ? {} : { lines: `Screenshot${called} taken.`, image: picture }),
  };
}

/** A sentence about how far something was scrolled, and how much is left. */
export function scrolledText(target: string, moved: number, remaining: number, direction = ""): string {
  const far =
    moved === 0
      ? `Nothing moved: ${target}`
      : `Scrolled ${target}${direction && ` ${direction}`} ${Math.round(moved)} px`;
  const end = moved === 0 ? " is at its end" : "; that is its end";
  return `${far}${remaining < 1 ? end : `; ${Math.round(remaining)} px more`}`;
}

/** An action that has ended, in one line. */
export function recentLine({ at, action, target, page, method, trusted, error, durationMs }: RecentAction): string {
  const on = target === "" ? "" : ` ${target}`;
  const how = trusted ? method : `${method}, by script`;
  const time = new Date(at).toISOString().slice(11, 23);
  return `- ${time} ${action}${on} on page ${page}: ${error ?? "ok"}, ${Math.round(durationMs)} ms (${how})`;
}

/** The answer to an action on one element. */
export function acted(verb: string, uid: string, report: ActionReport, synthetic = "events"): Answer {
  return {
    summary: `${verb} ${named(report.target, uid)}${but(report)}.`,
    element: { ...report, synthetic },
    effects: report.effects,
  };
}

/** What is said at once of a value that is not as it was given. */
export function but({ lost, valueNow }: Pick<ActionReport, "lost" | "valueNow">): string {
  return lost === true && valueNow !== undefined ? `, but its value is now ${brief(valueNow)}` : "";
}

/** An element as the snapshot showed it, with its UID. */
export function named(target: string, uid: string): string {
  return `${target} (uid ${uid})`;
}

/** A page in one line. */
export function pageLine(page: PageInfo): string {
  const dialog = page.dialog === undefined ? "" : `; dialog open: ${dialogText(page.dialog)}`;
  return `${page.page}: ${brief(page.url)} ${brief(page.title, 120)}${page.selected ? " (selected)" : ""}${dialog}`;
}

function elementLines({ element, effects }: Answer): string[] {
  if (element === undefined) return [];
  const lines: string[] = [];
  if (element.checked !== undefined) lines.push(element.checked ? "It is checked now." : "It is not checked now.");
  if (element.valueNow !== undefined && element.lost !== true)
    lines.push(`Its value is now ${brief(element.valueNow)}.`);
  if (!element.trusted) lines.push(`Done by script: the page got untrusted ${element.synthetic}.`);
  // A navigation, a new page or a dialog is more precise than "changed".
  if (effects !== undefined && !happened(effects)) {
    if (element.changed === true) lines.push("The page changed.");
    if (element.changed === false && !changed(effects)) {
      const later = "a request of the page is under way, and wait_for can wait for what that brings";
      lines.push(`No change was detected${effects.requesting ? ` yet: ${later}` : ""}.`);
    }
  }
  return lines;
}

/** Whether an action led to another document or page, a dialog or a download. */
export function happened(effects: Effects): boolean {
  const { navigatedTo, navigating, opened, dialog, fileChooser, downloads } = effects;
  const lists = [navigating, opened, downloads];
  const one = [navigatedTo, dialog, fileChooser];
  return one.some((effect) => effect !== undefined) || lists.some((list) => list.length > 0);
}

/** Whether the snapshot shows a change that the page did not report, such as a change of style. */
function changed({ changes }: Effects): boolean {
  if (changes?.snapshotId === undefined) return false;
  const { counts } = changes;
  return counts === undefined || counts.added + counts.removed + counts.changed > 0;
}

/** What an action changed, with the number of its snapshot. */
function changesText({ snapshotId, text }: ChangesReport): string {
  return snapshotId === undefined ? text.trimEnd() : `${snapshotNumber(snapshotId)} ${text.trimEnd()}`;
}

/** The number of a snapshot in answers, for the argument `since`. */
export function snapshotNumber(id: number): string {
  return `Snapshot ${id}.`;
}

function effectLines(effects: Effects | undefined): string[] {
  if (effects === undefined) return [];
  const { navigatedTo, failedLoad, navigating, opened, openedMore } = effects;
  const { dialog, fileChooser, downloads, downloadsMore, consoleErrors, notices } = effects;
  const lines: string[] = [];
  if (failedLoad !== undefined) lines.push(failedText(failedLoad));
  else if (navigatedTo !== undefined) lines.push(`Navigated to ${brief(navigatedTo)}.`);
  lines.push(...navigating.map(pendingLine), ...opened.map(openedLine));
  if (openedMore !== undefined)
    lines.push(`Opened ${count(openedMore)} more pages; list_pages lists those that are open.`);
  if (dialog !== undefined) {
    lines.push(`Dialog open: ${dialogText(dialog)} – answer with accept_dialog or dismiss_dialog.`);
  }
  if (fileChooser !== undefined) {
    const takes = fileChooser.multiple ? "takes several files" : "takes one file";
    lines.push(
      `A file chooser opened and was cancelled; it ${takes}. To answer it, upload_file_by_uid to what opens it.`,
    );
  }
  lines.push(...downloads.map(downloadLine));
  if (downloadsMore !== undefined)
    lines.push(`Started ${count(downloadsMore)} more downloads; list_downloads lists them.`);
  if (consoleErrors !== undefined) lines.push(errorsLine(consoleErrors));
  lines.push(...notices);
  return lines;
}

function failedText({ url, cause }: FailedLoad): string {
  const step = stepText({ kind: "repairLoad", cause });
  return `${brief(url)} could not be loaded (${cause}): the page shows the browser's error page – ${step}.`;
}

function pendingLine({ url, mainFrame }: PendingNavigation): string {
  const what = mainFrame ? "The page" : "A frame";
  return `${what} began to load ${brief(url)}, which has not arrived yet; wait_for can wait for it.`;
}

function openedLine({ page, url, closed }: OpenedPage): string {
  // A window may get its address later.
  const so = url === "about:blank" ? " so far" : "";
  const address = url === "" ? ", whose address is not known yet" : ` (${brief(url)}${so})`;
  if (closed) return `Opened page ${page}${address}. It has closed since.`;
  return `Opened page ${page}${address}. Use select_page to switch to it.`;
}

function count({ count, more }: Omitted): string {
  return more ? `at least ${count}` : `${count}`;
}

function dialogText({ kind, message, defaultText }: DialogInfo): string {
  const offered = defaultText === undefined || defaultText === "" ? "" : ` (offers ${brief(defaultText)})`;
  return `${kind} ${brief(message)}${offered}`;
}

function downloadLine({ name, path, finished }: Download): string {
  if (path !== undefined && finished) return `Download ${brief(name)} saved to ${brief(path, 1000)}.`;
  return finished ? `Download ${brief(name)} failed.` : `Download ${brief(name)} started.`;
}

/** Says how many pages have not confirmed what all pages are told. */
export function changesLater(unconfirmed: number): string[] {
  if (unconfirmed === 0) return [];
  return [`${unconfirmed === 1 ? "One page does" : `${unconfirmed} pages do`} not answer, and may change later.`];
}
