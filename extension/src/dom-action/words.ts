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
} as const;

export type Reason = keyof typeof REASONS;

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

/** A refusal in words. `by`: what covers the element. */
export const refusalWords = (state: string, by = "another element"): string =>
  state === "covered" ? `the element is covered by ${by}` : (REFUSALS[state] ?? `the page's script answered ${state}`);
