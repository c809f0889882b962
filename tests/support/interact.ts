/** `interactWithPage` as a client sees it: the structured answer beside the text. */
import type { Answer } from "./caller.ts";
import type { Pilot } from "./pilot.ts";

/** The locator of a target, or its text form. */
export type Target =
  | string
  | {
      by?: string;
      value: string;
      name?: string;
      exact?: boolean;
      nth?: number;
      within?: string;
    };

/** The structured part of an answer. */
export interface Structured {
  success: boolean;
  message?: string;
  error?: string;
  details?: {
    selectorUsed?: string;
    tried?: string[];
    resolved?: boolean;
    uid?: string;
    matchedCount?: number;
    boundingBox?: { x: number; y: number; width: number; height: number };
    navigationOccurred?: boolean;
    networkIdle?: boolean;
    method?: string;
    durationMs?: number;
  };
}

/** An answer with its structured part. */
export type Interaction = Answer & Structured & { details: NonNullable<Structured["details"]> };

/** Calls the tool. */
export async function interact(
  pilot: Pilot,
  action: string,
  target?: Target,
  more: Record<string, unknown> = {},
): Promise<Interaction> {
  const answer = await pilot.call("interactWithPage", {
    action,
    ...(target === undefined ? {} : { target: typeof target === "string" ? { value: target } : target }),
    ...more,
  });
  const structured = (answer.raw as { structuredContent?: Structured }).structuredContent;
  if (!structured) throw new Error(`no structured content: ${answer.text}`);
  return { ...answer, ...structured, details: structured.details ?? {} };
}

/** Calls the tool, which must succeed. */
export async function does(
  pilot: Pilot,
  action: string,
  target?: Target,
  more: Record<string, unknown> = {},
): Promise<Interaction> {
  const answer = await interact(pilot, action, target, more);
  if (!answer.success || answer.isError) throw new Error(`${action} ${JSON.stringify(target)} failed: ${answer.text}`);
  return answer;
}

/** Calls the tool, which must fail with a code. */
export async function refuses(
  pilot: Pilot,
  code: string,
  action: string,
  target?: Target,
  more: Record<string, unknown> = {},
): Promise<Interaction> {
  const answer = await interact(pilot, action, target, more);
  if (answer.success || answer.error !== code || answer.code !== code)
    throw new Error(`expected ${code} of ${action} ${JSON.stringify(target)}, got: ${answer.text}`);
  return answer;
}
