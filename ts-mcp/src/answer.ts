// Writes every answer: handlers say what happened, and this module makes it the result of a call. Text that a page, an
// application or a server gave enters an answer only through quote.ts, or comes quoted from the engine.

import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type {
  ActionReport,
  Attempt,
  ChangesReport,
  DialogInfo,
  Download,
  Effects,
  InteractReport,
  NextStep,
  PageInfo,
  RecentAction,
  UiActionResponse,
} from "@uipilot/core";
import { type CodedError, isCoded, ToolError } from "./error.ts";
import { stepText } from "./next-step.ts";
import { brief, jsonText } from "./quote.ts";

/** What a handler answers. */
export interface Answer {
  /** What was done, in words of ours. Page text in it is quoted already. */
  said: string;
  /** What happened to the element. */
  element?: ElementOutcome;
  /** What else happened. */
  effects?: Effects;
  /** Further lines, page text quoted already. They come last. */
  lines?: string;
  /** The code of a failure whose answer says more than an error would. */
  failed?: string;
  /** A picture. */
  image?: { data: Buffer; mimeType: string };
  /** The same for programs, for a tool that says which form it has. */
  structured?: Record<string, unknown>;
}

/** What an action did to its element. */
export interface ElementOutcome extends Pick<ActionReport, "trusted" | "changed" | "checked" | "valueNow"> {
  /** Which events the page got when they were made by script. */
  synthetic: string;
}

/** Writes an answer. */
export function compose(answer: Answer): CallToolResult {
  const lines = [answer.said, ...elementLines(answer), ...effectLines(answer.effects)].filter((line) => line !== "");
  if (answer.lines !== undefined) lines.push(answer.lines);
  if (answer.effects?.changes !== undefined) lines.push(changesText(answer.effects.changes));
  const content: CallToolResult["content"] = [{ type: "text", text: lines.join("\n") }];
  if (answer.image !== undefined) {
    const { data, mimeType } = answer.image;
    content.push({ type: "image", data: data.toString("base64"), mimeType });
  }
  return {
    content,
    ...(answer.structured === undefined ? {} : { structuredContent: answer.structured }),
    ...(answer.failed === undefined ? {} : { isError: true, _meta: { code: answer.failed } }),
  };
}

/** How far a call came that failed before anything was looked for. */
const NOT_BEGUN: Attempt = { tried: [], resolved: false, matchedCount: 0 };

/** Writes an error. `structured`: also for programs, whatever failed. */
export function composeError(error: unknown, structured = false): CallToolResult {
  const coded: CodedError = isCoded(error)
    ? error
    : new ToolError(
        "INTERNAL",
        `The server failed: ${error instanceof Error ? error.message : String(error)}`,
        "try again; if it persists, report it with the log",
      );
  const { code, attempt = structured ? NOT_BEGUN : undefined } = coded;
  const message = withStep(coded.message, coded.step, coded.nextStep);
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

/** A message with what to do next: in words of this server where the step is data. */
function withStep(message: string, step: NextStep | undefined, nextStep: string | undefined): string {
  const words = step === undefined ? nextStep : stepText(step);
  return words === undefined ? message : `${message} – ${words}`;
}

/** The answer to an action on an application: JSON, as its interface is fixed. */
export function uiActed({ error, nextStep, step, ...rest }: UiActionResponse): Answer {
  const why = error === undefined ? {} : { error: withStep(error, step, nextStep) };
  const said = jsonText({ ...rest, ...why }, 2);
  return rest.success ? { said } : { said, failed: rest.code ?? "INTERNAL" };
}

/** How far a call came, unless it did not even begin to look. */
function attemptLine({ selectorUsed, tried, uid, matchedCount, boundingBox }: Attempt): string {
  if (selectorUsed === undefined) return "";
  const box = boundingBox === undefined ? "" : `, at ${boxText(boundingBox)}`;
  const found = uid === undefined ? `${matchedCount} matches` : `uid ${uid}${box}`;
  return `\nLooked for ${selectorUsed} by ${tried.join(", ")}: ${found}.`;
}

function boxText({ x, y, width, height }: NonNullable<Attempt["boundingBox"]>): string {
  return `${Math.round(x)},${Math.round(y)}, ${Math.round(width)}×${Math.round(height)}`;
}

/** The answer to an action by meaning. Programs read it in the form that `POST /dom-action` answers too. */
export function interacted({ message, details, report, picture }: InteractReport, label?: string): Answer {
  const called = label === undefined ? "" : ` ${brief(label, 200)}`;
  return {
    said: message,
    element: { ...report, synthetic: "events" },
    effects: report.effects,
    structured: { success: true, message, details },
    ...(picture === undefined ? {} : { lines: `Screenshot${called} taken.`, image: picture }),
  };
}

/** How far something was scrolled, and how much is left. */
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
  return { said: `${verb} ${named(report.target, uid)}.`, element: { ...report, synthetic }, effects: report.effects };
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
  if (element.valueNow !== undefined) lines.push(`It holds ${brief(element.valueNow)} now.`);
  if (!element.trusted) lines.push(`Done by script: the page got untrusted ${element.synthetic}.`);
  // A navigation, a new page or a dialog says more than "changed".
  if (effects !== undefined && !happened(effects)) {
    if (element.changed === true) lines.push("The page changed.");
    if (element.changed === false && !changed(effects)) lines.push("Nothing changed that we could see.");
  }
  return lines;
}

function happened(effects: Effects): boolean {
  const { navigatedTo, opened, dialog, downloads } = effects;
  return navigatedTo !== undefined || opened.length > 0 || dialog !== undefined || downloads.length > 0;
}

/** Whether the snapshot shows a change that the page did not report, such as one of style. */
function changed({ changes }: Effects): boolean {
  if (changes?.snapshotId === undefined) return false;
  const { counts } = changes;
  return counts === undefined || counts.added + counts.removed + counts.changed > 0;
}

/** What an action changed, with the number of its snapshot. */
function changesText({ snapshotId, text }: ChangesReport): string {
  return snapshotId === undefined ? text.trimEnd() : `${snapshotNumber(snapshotId)} ${text.trimEnd()}`;
}

/** How a snapshot is named in answers, so that `since` can name it. */
export function snapshotNumber(id: number): string {
  return `Snapshot ${id}.`;
}

function effectLines(effects: Effects | undefined): string[] {
  if (effects === undefined) return [];
  const { navigatedTo, opened, dialog, downloads, notices } = effects;
  const lines: string[] = [];
  if (navigatedTo !== undefined) lines.push(`Navigated to ${brief(navigatedTo)}.`);
  for (const { page, url } of opened) lines.push(`Opened page ${page} ${brief(url)}. Use select_page to switch to it.`);
  if (dialog !== undefined) {
    lines.push(`Dialog open: ${dialogText(dialog)} – answer with accept_dialog or dismiss_dialog.`);
  }
  lines.push(...downloads.map(downloadLine), ...notices);
  return lines;
}

function dialogText({ kind, message, defaultText }: DialogInfo): string {
  const offered = defaultText === undefined || defaultText === "" ? "" : ` (offers ${brief(defaultText)})`;
  return `${kind} ${brief(message)}${offered}`;
}

function downloadLine({ name, path, finished }: Download): string {
  if (path !== undefined && finished) return `Download ${brief(name)} saved to ${brief(path, 1000)}.`;
  return finished ? `Download ${brief(name)} failed.` : `Download ${brief(name)} began.`;
}
