// The only place of the extension that puts page text into words. The rules are those of the MCP server's quote.ts,
// which are the same as those of text.rs in the engine.

import { brief } from "../../../ts-mcp/src/quote.ts";
import { originOf } from "../policy/policy.ts";

/** Longest name in the description of an element, as in the engine. */
const MAX_NAME = 80;

/** An element by its role and its quoted name. */
export const elementWords = (role: string, name: string): string =>
  name === "" ? role : `${role} ${brief(name, MAX_NAME)}`;

/** The origin of a document that may not be worked on. */
export const originWords = (url: string): string => originOf(url) ?? "this document has no origin";

/** Why an action was not performed. What is unquoted here is quoted with the whole message by the engine. */
export const REASONS = {
  unreached: "a script cannot reach every frame of the page",
  closedRoot: "the element may be in a closed shadow root, which a script cannot see into",
  noSearch: "the page's script cannot search for the element",
  pageLeft: "the page went away",
  otherDocument: "another document is in the tab now",
  notHtml: "the element is not an HTML element",
  notFocusable: "the element does not take the focus",
  notInput: "the element is not a checkbox or radio button of the browser",
  unchanged: "the element did not change",
  late: "the page did not answer in time; nothing was done, and nothing will be",
  unanswered: "the page was given the action and has not answered since; it may have been done, and may show a dialog",
} as const;

export type Reason = keyof typeof REASONS;

/** The codes of refusals that the debugger would meet as well. Others are worth a try with it. */
const CODES: Record<string, string> = {
  hidden: "NOT_VISIBLE",
  outside: "NOT_VISIBLE",
  disabled: "NOT_ENABLED",
  readonly: "NOT_EDITABLE",
  option: "OPTION_NOT_FOUND",
  value: "INVALID_INPUT",
};

/** The code of a refusal. A list that is none of the browser's can be opened and chosen from with real input. */
export const refusalCode = (state: string, action: string): string =>
  state === "kind" && action !== "select" ? "WRONG_ELEMENT" : (CODES[state] ?? "DISPATCH_FAILED");

/** What the in-page script says of a refusal; the texts are its own. */
export interface InPageRefusal {
  state: string;
  /** What covers the element. */
  by?: string;
  /** What the element is, where the action does not fit it. */
  is?: string;
  /** Why the field does not take a value. */
  why?: string;
  /** The labels of the options that a list has. */
  options?: string[];
}

/** The in-page script's refusals, see `Refusal` in its protocol.ts. */
const REFUSALS: Record<string, string> = {
  document: "another document is in the tab now",
  gone: "the element is not in the page any more",
  changed: "the element has changed its meaning",
  kind: "the action does not fit this kind of element",
  option: "the select has no such option",
  value: "the field does not take this value",
  hidden: "the element is not visible",
  disabled: "the element is disabled",
  readonly: "the field is read-only",
  moving: "the element is moving",
  outside: "the element cannot be scrolled into view",
};

/** A refusal in words. */
export function refusalWords({ state, by = "another element", is, why }: InPageRefusal): string {
  if (state === "covered") return `the element is covered by ${by}`;
  if (state === "kind" && is !== undefined) return `the element is ${is}`;
  const words = REFUSALS[state] ?? `the page's script answered ${state}`;
  return why === undefined ? words : `${words}: ${why}`;
}
