// What a call is about: the elements that it would activate, and the origins of their documents.

import type { Activated, InteractRequest, Session } from "@uipilot/core";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import type { ToolContext } from "../tools/define.ts";
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

/** Keys that activate what has the focus, or send its form. */
const ACTIVATES = /(?:^|\+)(?:Enter|NumpadEnter|Return|Space| )$/i;

/** Actions by a locator that activate nothing. */
const LOOKS: readonly string[] = ["waitForSelector", "scroll", "hover", "focus"];

const UIDS = ["uid", "fromUid", "toUid"] as const;
const isObject = (value: unknown): value is Args => typeof value === "object" && value !== null;

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
  const uids = [...UIDS.map((name) => args[name]), ...listed(args["elements"])].filter(
    (uid) => typeof uid === "string",
  );
  const pressed = presses(tool, args) ?? forced(args);
  if (tool === "interactWithPage" && LOOKS.includes(String(args["action"]))) return { subjects: [], args };
  if (tool === "interactWithPage" && isObject(args["target"])) {
    const session = await context.session();
    const found = await interactTarget(session, args, signal);
    const subjects = [await activated(session, found, signal)];
    if (typeof args["to"] === "string")
      subjects.push(await unknownOn(session, args, signal, "drags onto another element"));
    if (pressed !== undefined) subjects.push(await unknownOn(session, args, signal, pressed));
    // The UID says in which frame it is.
    const options = isObject(args["options"]) ? { options: { ...args["options"], frameSelector: undefined } } : {};
    return { subjects, args: { ...args, ...options, target: { by: "uid", value: found } } };
  }
  if (elements && typeof args["x"] === "number" && typeof args["y"] === "number") {
    const pixel = { x: args["x"], y: args["y"] };
    const session = await context.session();
    const { at, seen } = context.sight.at(pixel);
    const { uid = "" } = await session.hoverAt(at, { seen, signal });
    const subjects = [await activated(session, uid, signal)];
    if (pressed !== undefined) subjects.push(await unknownOn(session, args, signal, pressed));
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
  if (uids.length === 0 && pressed === undefined && !origins) return { subjects: [], args };
  const session = await context.session();
  const subjects = await Promise.all(uids.map((uid) => activated(session, uid as string, signal)));
  if (pressed !== undefined) subjects.push(await unknownOn(session, args, signal, pressed));
  if (subjects.length > 0) return { subjects, args };
  const page = await selected(session, args, signal);
  return { subjects: [{ origin: page.origin, words: page.words }], args };
}

function listed(elements: unknown): unknown[] {
  return Array.isArray(elements) ? elements.map((one) => (isObject(one) ? one["uid"] : undefined)) : [];
}

/** Actions that press no button of the mouse. */
const NO_CLICK: readonly string[] = ["type", "select", "keypress", "upload", "uploadFile"];

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

/** What a call presses that activates something else than its element; nothing, if it presses no such key. */
function presses(tool: string, args: Args): string | undefined {
  const keys = [args["key"], args["submitKey"], args["action"] === "keypress" ? args["value"] : undefined].filter(
    (key) => typeof key === "string",
  );
  const key = keys.find((one) => ACTIVATES.test(one as string));
  if (key !== undefined) return `presses ${brief(key as string, 40)}`;
  const texts = [args["text"], args["action"] === "type" ? args["value"] : undefined];
  const typed = texts.filter((text) => typeof text === "string");
  if (typed.some((text) => /[\r\n]/.test(text))) return 'presses "Enter"';
  // A space presses the button that has the focus: that of the page, or the one that a tab in the text moves to.
  const blind = tool === "type_text" && typeof args["uid"] !== "string";
  return typed.some((text) => (blind ? / / : /\t.* /s).test(text)) ? 'presses "Space"' : undefined;
}

async function activated(session: Session, uid: string, signal: AbortSignal): Promise<Named> {
  const { target, page, origin, parts }: Activated = await session.activated(uid, { signal });
  const inside = parts.slice(1).map(({ role, name }) => `${role} ${brief(name, 80)}`);
  const within = inside.length === 0 ? "" : ` in ${inside.join(", ")}`;
  return { origin, parts, words: `${target}${within} of ${brief(origin, 120)} on page ${page} (uid ${uid})` };
}

async function unknownOn(session: Session, args: Args, signal: AbortSignal, what: string): Promise<Named> {
  const { origin, words } = await selected(session, args, signal);
  return { origin, unknown: true, words: `an element that is not known: it ${what} on ${words}` };
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
