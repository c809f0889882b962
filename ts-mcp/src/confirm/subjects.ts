// What a call is about: the elements that it would activate, and the origins of their documents.

import type {
  Activated,
  ActivatedControl,
  ActivatedOptions,
  DragByOptions,
  InteractRequest,
  Session,
} from "@uipilot/core";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import type { ToolContext } from "../tools/define.ts";
import { mayChange, presses, sendsKeys } from "./keys.ts";
import type { Policy, Subject } from "./policy.ts";

/** A subject, with words for the person. */
export interface Named extends Subject {
  words: string;
}

/** What a call is about, and the arguments with which it is that for sure. */
export interface About {
  subjects: Named[];
  args: Record<string, unknown>;
  /** Whether another element could be meant when the call is carried out. */
  loose?: boolean;
}

type Args = Record<string, unknown>;

/** Actions by a locator that activate nothing. */
const LOOKS: readonly string[] = ["waitForSelector", "scroll"];

const UIDS = ["uid", "fromUid", "toUid"] as const;
const isObject = (value: unknown): value is Args => typeof value === "object" && value !== null;
const isPixel = (value: unknown): value is { x: number; y: number } =>
  isObject(value) && typeof value["x"] === "number" && typeof value["y"] === "number";

/** What a call is about, as far as the rules of a policy can be about that. */
export async function aboutOf(
  tool: string,
  args: Args,
  context: ToolContext,
  { ofElements: elements, ofOrigins: origins }: Pick<Policy, "ofElements" | "ofOrigins">,
): Promise<About> {
  const { signal } = context;
  const address = args["url"] ?? args["initialUrl"];
  if (typeof address === "string") return { subjects: [addressed(address)], args };
  const targets = [...UIDS.map((name) => ({ uid: args[name], ...choiceOf(args) })), ...listed(args["elements"])];
  const known = targets.filter((one): one is Target => typeof one.uid === "string");
  const pressed = presses(tool, args) ?? forced(args);
  if (tool === "interactWithPage" && LOOKS.includes(String(args["action"]))) return { subjects: [], args };
  if (tool === "interactWithPage" && isObject(args["target"])) {
    const session = await context.session();
    const found = await interactTarget(session, args, signal);
    const subjects = [await activated(session, { uid: found, ...choiceOf(args) }, signal)];
    if (args["action"] === "keypress" && mayChange(tool, args)) subjects.push(...(await byKey(session, found, signal)));
    const dropped = typeof args["to"] === "string" ? "drags onto another element" : undefined;
    subjects.push(...(await unknownIn(session, args, signal, [dropped, pressed], subjects)));
    // The UID says in which frame it is.
    const options = isObject(args["options"]) ? { options: { ...args["options"], frameSelector: undefined } } : {};
    return { subjects, args: { ...args, ...options, target: { by: "uid", value: found } } };
  }
  if (elements && typeof args["x"] === "number" && typeof args["y"] === "number") {
    const pixel = { x: args["x"], y: args["y"] };
    const session = await context.session();
    const { at, seen } = context.sight.at(pixel);
    const found = await session.activatedAt(at, { seen, signal });
    const subjects = [named(found)];
    const end = args["to"] ?? (Array.isArray(args["path"]) ? args["path"].at(-1) : undefined);
    if (isPixel(end)) {
      const { at: there } = context.sight.at(end, "the point ");
      subjects.push(named(await session.activatedAt(there, { seen, signal })));
    }
    if (mayChange(tool, args)) subjects.push(...(await byKey(session, found.uid, signal)));
    subjects.push(...(await unknownIn(session, args, signal, [pressed], subjects)));
    return { subjects, args };
  }
  if (typeof args["sessionId"] === "string") {
    if (typeof args["selector"] !== "string") return { subjects: [], args };
    // These tools look for their element themselves, and may find another one later.
    const subject = { words: "what its selector matches", unknown: true };
    const place = await context.sessions.use(args["sessionId"], (one) => one.session());
    const origin = originOf((await place.pages({ signal })).find(({ selected }) => selected)?.url);
    return { subjects: [{ ...subject, origin }], args, loose: true };
  }
  const changes = elements && mayChange(tool, args);
  if (known.length === 0 && pressed === undefined && !changes && !origins) return { subjects: [], args };
  const session = await context.session();
  const subjects = await Promise.all(known.map((one) => activated(session, one, signal)));
  const uid = typeof args["uid"] === "string" ? args["uid"] : undefined;
  if (uid !== undefined && tool === "drag_by_uid") {
    const { at, by, path } = args as DragByOptions;
    subjects.push(named(await session.dragEnd(uid, { at, by, path, signal })));
  }
  if (changes) subjects.push(...(await byKey(session, uid, signal)));
  else if (known.length === 0 && sendsKeys(tool, args))
    subjects.push(await inFocus(session, pressed !== undefined, signal));
  subjects.push(...(await unknownIn(session, args, signal, [pressed], subjects)));
  if (known.length > 0) return { subjects, args };
  const page = await selected(session, args, signal);
  return { subjects: [...subjects, { origin: page.origin, words: page.words }], args };
}

/** An element, and what it would be filled with, or what would be chosen of it. */
type Target = { uid: string } & ActivatedOptions;

function listed(elements: unknown): Args[] {
  const list: unknown[] = Array.isArray(elements) ? elements : [];
  return list.filter(isObject).map((one) => ({ uid: one["uid"], ...choiceOf(one) }));
}

/** What a call fills an element with, and which options it chooses of it. */
function choiceOf({ action, value, values }: Args): ActivatedOptions {
  if (Array.isArray(values)) return { values: values.map(String) };
  if (typeof value !== "string" || !FILLS.includes(String(action ?? "type"))) return {};
  return action === "select" ? { value, values: [value] } : { value };
}

/** Actions by a locator that give a field a value. */
const FILLS: readonly string[] = ["type", "select"];
/** Actions that press no button of the mouse. */
const NO_CLICK: readonly string[] = ["type", "select", "keypress", "upload", "uploadFile", "focus"];

/**
 * What a call does that may reach something else than its element: a forced click goes to what lies on top, which may change
 * until then and may be in another document; a point of an element may be a control inside of it.
 */
function forced(args: Args): string | undefined {
  const options = isObject(args["options"]) ? args["options"] : {};
  if (args["force"] === true || options["force"] === true) return "clicks whatever is on top";
  const isPoint = isObject(args["at"]) || isObject(options["at"]);
  return isPoint && !NO_CLICK.includes(String(args["action"]))
    ? "acts at a point that may be inside of its element"
    : undefined;
}

async function activated(session: Session, { uid, ...what }: Target, signal: AbortSignal): Promise<Named> {
  return named(await session.activated(uid, { ...what, signal }));
}

/** What a key may change or choose in an element, or where the focus is. */
async function byKey(session: Session, uid: string | undefined, signal: AbortSignal): Promise<Named[]> {
  const { origin, choices } = await session.activatedByKey(uid, { signal });
  if (choices === undefined) return [focused(origin, true)];
  const { target, page, parts } = choices;
  const where = `${brief(choices.origin, 120)} on page ${page} (uid ${choices.uid})`;
  const words = `what a key may change or choose in ${target} of ${where}: ${parts.map(said).join(", ")}`;
  return [{ origin: choices.origin, parts, words }];
}

/** The document that gets keys. `does`: whether they activate something. */
async function inFocus(session: Session, does: boolean, signal: AbortSignal): Promise<Named> {
  const { origin } = await session.activatedByKey(undefined, { signal });
  return focused(origin, does);
}

/** Which rule is about a frame that cannot be looked into is not known. `does`: whether the keys change or activate something. */
function focused(origin: string | undefined, does: boolean): Named {
  if (origin !== undefined) return { origin, words: `keys in a document of ${brief(origin, 120)}` };
  return { anyOrigin: true, unknown: does, words: "keys in a frame that this connection cannot look into" };
}

function named({ target, uid, page, origin, parts, unknown }: Activated): Named {
  const [own, ...others] = parts;
  const more = unknown ? ["an option that is not there yet"] : [];
  const all = [`${target}${own ? endOf(own.name) : ""}`, ...others.map(said), ...more].join(", ");
  return { origin, parts, unknown, words: `${all} of ${brief(origin, 120)} on page ${page} (uid ${uid})` };
}

const said = ({ role, name }: ActivatedControl): string => `${role} ${brief(name, SHOWN)}${endOf(name)}`;

/** How many characters of a name the person is shown, and how many of its end. */
const SHOWN = 80;
const END = 40;

/** The end of a name that is not shown as a whole: a rule may be about that. */
function endOf(name: string): string {
  const characters = [...name];
  return characters.length > SHOWN ? ` (its name ends with ${brief(characters.slice(-END).join(""), END)})` : "";
}

/** Elements that are not known, which a call may reach in the page and in the documents that it is about. */
async function unknownIn(
  session: Session,
  args: Args,
  signal: AbortSignal,
  done: readonly (string | undefined)[],
  about: readonly Named[],
): Promise<Named[]> {
  const reaches = done.filter((what) => what !== undefined);
  if (reaches.length === 0) return [];
  const page = await selected(session, args, signal);
  const origins = new Set(about.flatMap(({ origin }) => origin ?? []));
  if (page.origin !== undefined) origins.delete(page.origin);
  const others = [...origins].map((origin) => ({ origin, words: `a document of ${brief(origin, 120)}` }));
  return reaches.flatMap((what) =>
    [page, ...others].map(({ origin, words }) => ({
      origin,
      unknown: true,
      words: `an element that is not known: it ${what} on ${words}`,
    })),
  );
}

async function selected(
  session: Session,
  args: Args,
  signal: AbortSignal,
): Promise<{ origin: string | undefined; words: string }> {
  const pages = await session.pages({ signal });
  const wanted = args["page"];
  const page = pages.find((one) => (typeof wanted === "number" ? one.page === wanted : one.selected));
  const origin = originOf(page?.url);
  return { origin, words: `page ${page?.page ?? "?"} (${brief(origin ?? "no origin", 120)})` };
}

function addressed(url: string): Named {
  const origin = originOf(url);
  return { origin, words: `the address ${brief(url, 200)}` };
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** The UID of the element that a locator names, without an action on it. */
async function interactTarget(session: Session, args: Args, signal: AbortSignal): Promise<string> {
  const { target, options } = args as unknown as Pick<InteractRequest, "target" | "options">;
  const { timeoutMs, waitForVisible, frameSelector } = options ?? {};
  const wait = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(waitForVisible === undefined ? {} : { waitForVisible }),
    ...(frameSelector === undefined ? {} : { frameSelector }),
  };
  const { details } = await session.interact({ action: "waitForSelector", target, options: wait } as InteractRequest, {
    signal,
  });
  if (details.uid === undefined) {
    throw new ToolError(
      "UNSUPPORTED",
      "the element has no UID by which it could be confirmed",
      "take a snapshot, and act by UID",
    );
  }
  return details.uid;
}
