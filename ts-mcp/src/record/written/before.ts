// What is known of a call's elements: asked of the page before the call changes it, or told by the call itself.

import type { LocatorReport, Session } from "@uipilot/core";
import type { Answer } from "../../answer.ts";
import { isCoded } from "../../error.ts";
import type { ToolContext } from "../../tools/define.ts";
import { uidsOf } from "../given.ts";
import { atPoint, type Kinds, type Place, type Shown, textsOf } from "./looking.ts";
import type { Point, Target } from "./step.ts";

/** How long the page is asked for the locators of a call, and afterwards for what is new. */
export const ASK_MS = 2_500;

/** What was known before a call. */
export interface Before {
  targets: Map<string, Target>;
  target?: Target | undefined;
  to?: Target | undefined;
  /** Where on the target a pixel of the call is. */
  spot?: Point | undefined;
  /** Where it is in the frame that was there, or in the page, as long as its element is not known. */
  place?: Place | undefined;
  path?: readonly Point[] | undefined;
  secretFocus: boolean | undefined;
  /** The texts that the page showed, as far as what is new is expected after the call. */
  shown?: Shown | undefined;
}

/** Which page is selected, and where each is. */
export interface Where {
  page: number | undefined;
  url: string;
  /** The numbers of all open pages; undefined if they could not be asked for. */
  open: number[] | undefined;
}

/** Asks the page for the locators of a call's elements. */
export async function look(tool: string, args: Record<string, unknown>, context: ToolContext): Promise<Before> {
  const targets = new Map<string, Target>();
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(ASK_MS)]);
  let session: Session;
  try {
    session = await context.session();
  } catch {
    return { targets, secretFocus: undefined };
  }
  const ask = (wanted: Wanted): Promise<Target | undefined> =>
    session.locatorOf(wanted, { signal }).catch(() => undefined);
  for (const uid of uidsOf(args)) {
    const found = await ask({ by: "uid", value: uid });
    if (found !== undefined) targets.set(uid, found);
  }
  const before: Before = { targets, secretFocus: undefined };
  if (tool === "interactWithPage") {
    const { target, to, options } = args as { target?: Wanted; to?: string; options?: { frameSelector?: string } };
    // In one frame, only the call itself finds it.
    if (target !== undefined && options?.frameSelector === undefined) before.target = await ask(named(target));
    if (to !== undefined) before.to = await ask(named({ value: to }));
  }
  if (isAtPoint(tool)) Object.assign(before, await pointed(args, context, session, signal));
  if (typesAtFocus(tool, args)) before.secretFocus = await secretFocus(session, signal);
  // What comes while something is waited for is of an earlier call.
  if (tool !== "wait_for") before.shown = await textsOf(session, kindsOf(tool, args), signal).catch(() => undefined);
  return before;
}

/** What may be expected after a call: of what an answer does not show, every text. */
const kindsOf = (tool: string, args: Record<string, unknown>): Kinds =>
  tool === "interactWithPage" || args["includeSnapshot"] === "none" ? "all" : "telling";

const isAtPoint = (tool: string): boolean => /^(?:click|hover|drag|wheel|type)_at$/.test(tool);

/** The element at the pixel of a call, and where on it the pixel is. */
async function pointed(
  { x, y, to, path }: Record<string, unknown>,
  { sight }: ToolContext,
  session: Session,
  signal: AbortSignal,
): Promise<Partial<Before>> {
  try {
    const { at, seen } = sight.at({ x, y } as Point);
    const places = ((path ?? (to === undefined ? [] : [to])) as Point[]).map((place) => sight.at(place).at);
    const place = { ...at, left: seen.scrollX, top: seen.scrollY };
    const found = await atPoint(session, place, signal);
    const way = places.map((place) => ({ x: Math.round(place.x - at.x), y: Math.round(place.y - at.y) }));
    if (found?.uid === undefined) return { path: way, place: found?.spot ?? place };
    const target = await session.locatorOf({ by: "uid", value: found.uid }, { signal });
    return { target, spot: found.spot, path: way };
  } catch {
    // The call itself says what is wrong with the point, and the page may not be one that can be asked.
    return {};
  }
}

/** The elements that the call itself has found. */
export async function afterwards(
  tool: string,
  args: Record<string, unknown>,
  before: Before,
  answer: Answer | undefined,
  session: Session,
): Promise<Before> {
  const signal = AbortSignal.timeout(ASK_MS);
  const of = (uid: string): Promise<Target | undefined> =>
    session.locatorOf({ by: "uid", value: uid }, { signal }).catch(() => undefined);
  if (isAtPoint(tool)) {
    const found = { ...before };
    const uid = answer?.element?.uid;
    // What is in a frame is known only now, and so is what was out of view.
    if (found.place !== undefined && uid !== undefined) {
      found.target = await of(uid);
      found.spot = (await atPoint(session, found.place, signal, uid).catch(() => undefined))?.spot;
    }
    if (tool !== "type_at") return found;
    const left = answer?.effects?.navigatedTo !== undefined;
    return { ...found, secretFocus: left ? undefined : await secretFocus(session, signal) };
  }
  if (tool !== "interactWithPage" || before.target !== undefined || args["target"] === undefined) return before;
  const details = answer?.structured?.["details"] as { uid?: unknown } | undefined;
  return typeof details?.uid === "string" ? { ...before, target: await of(details.uid) } : before;
}

/** What `locatorOf` takes. */
type Wanted = Parameters<Session["locatorOf"]>[0];

/** A text that may be a UID, as `interactWithPage` takes it. */
const named = (wanted: Wanted): Wanted =>
  wanted.by === undefined && /^\d+_\d+$/.test(wanted.value) ? { by: "uid", value: wanted.value } : wanted;

/** Whether a call types where the focus is. */
function typesAtFocus(tool: string, args: Record<string, unknown>): boolean {
  // Only a character is a part of a text.
  const types = (key: unknown): boolean => typeof key === "string" && [...key].length === 1;
  if (tool === "interactWithPage") return args["action"] === "keypress" && types(args["value"]);
  return args["uid"] === undefined && (tool === "type_text" || (tool === "press_key" && types(args["key"])));
}

/** Whether a password field has the focus; undefined if that cannot be told. */
async function secretFocus(session: Session, signal: AbortSignal): Promise<boolean | undefined> {
  try {
    const found: LocatorReport = await session.locatorOf(
      { by: "css", value: "input:focus", visible: false },
      { signal },
    );
    return found.secret;
  } catch (error) {
    return isCoded(error) && error.code === "ELEMENT_NOT_FOUND" ? false : undefined;
  }
}

/** Where the session is. */
export async function placeOf(session: Session): Promise<Where> {
  const pages = await session.pages({ signal: AbortSignal.timeout(ASK_MS) }).catch(() => undefined);
  const selected = pages?.find((page) => page.selected);
  return { page: selected?.page, url: selected?.url ?? "", open: pages?.map(({ page }) => page) };
}
