// The browser suite: eight tools whose names, arguments and structured answers are fixed by their specification. They work
// on the sessions of `../sessions.ts`, as all other tools do.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { InteractReport, Session } from "@uipilot/core";
import * as z from "zod/v4";
import { type Answer, errorText } from "../answer.ts";
import { base64 } from "../base64.ts";
import { counted } from "../counted.ts";
import { isCoded } from "../error.ts";
import { brief } from "../quote.ts";
import { defineTool, type ToolContext } from "./define.ts";

/** Longest picture in an answer, in bytes. A larger one goes to a file: models pay for each character. */
const MOST_INLINE = 150_000;
const JPEG_QUALITY = 80;

const sessionId = z.string().min(1).describe("From launchBrowser");
const selector = z.string().min(1).describe("CSS or XPath");
const errorDetails = z.string().nullable();

const OK = "SUCCESS";
const NO_SESSION = "ERROR_INVALID_SESSION";
const NO_ELEMENT = "ERROR_ELEMENT_NOT_FOUND";

/** What a tool of the suite answers, beside its text. */
type Structured = { status: string; errorDetails: string | null } & Record<string, unknown>;

/** The answer of a tool that worked. */
function done(summary: string, fields: Record<string, unknown> = {}): Answer {
  return { summary, structured: { status: OK, ...fields, errorDetails: null } satisfies Structured };
}

/** The answer of a tool that failed: the status of its specification, and the error as every tool words it. */
function failed(error: unknown, otherwise: string, fields: Record<string, unknown> = {}): Answer {
  if (!isCoded(error)) throw error;
  const text = `[${error.code}] ${errorText(error)}`;
  const status =
    error.code === "SESSION_ENDED" ? NO_SESSION : error.code === "ELEMENT_NOT_FOUND" ? NO_ELEMENT : otherwise;
  const structured = { status, ...fields, errorDetails: text } satisfies Structured;
  return { summary: text, failed: error.code, structured };
}

/**
 * Runs a call in a session of the suite, and answers a failure with a status. What looks for an element and then does
 * something with it has one deadline for both.
 */
async function inSuite(
  { sessions }: ToolContext,
  handle: string,
  call: (session: Session) => Promise<Answer>,
  refuse: (error: unknown) => Answer,
): Promise<Answer> {
  try {
    return await sessions.use(handle, async (place) => call((await place.session()).oneDeadline()));
  } catch (error) {
    return refuse(error);
  }
}

/** A selector of the suite. XPath begins with a slash, a bracket or a dot with a slash, which no CSS selector does. */
function locator(text: string): { by: "css" | "xpath"; value: string; nth: number } {
  const marked = /^(xpath|css)=(.*)$/s.exec(text);
  if (marked) return { by: marked[1] as "css" | "xpath", value: marked[2] as string, nth: 0 };
  return { by: /^\s*(?:\(|\.{0,2}\/)/.test(text) ? "xpath" : "css", value: text, nth: 0 };
}

/** The UID of the first element that fits, seen or not, and how it is described. */
async function find(session: Session, text: string, signal: AbortSignal): Promise<InteractReport> {
  const target = { ...locator(text), visible: false };
  return session.interact({ action: "waitForSelector", target, options: { waitForVisible: false } }, { signal });
}

export const launchBrowser = defineTool({
  name: "launchBrowser",
  title: "Launch a browser",
  description:
    "Opens a session in a headless browser, loads initialUrl. Returns the sessionId for the other browser tools.",
  effect: "changes",
  schema: z.strictObject({
    initialUrl: z.url().optional(),
    viewport: z
      .strictObject({
        width: z.int().min(1).max(10_000).default(1_280),
        height: z.int().min(1).max(10_000).default(720),
      })
      .optional(),
  }),
  output: z.object({
    sessionId: z.string(),
    status: z.enum([OK, "ERROR_LAUNCH_FAILED"]),
    pageTitle: z.string().optional(),
    errorDetails,
  }),
  example: { initialUrl: "https://example.org" },
  handler: async ({ initialUrl, viewport }, { sessions, signal }) => {
    let handle: string | undefined;
    try {
      handle = await sessions.open(viewport === undefined ? {} : { viewport });
      const pageTitle = await sessions.use(handle, async (place) => {
        const session = await place.session();
        if (initialUrl === undefined) await session.start({ signal });
        return initialUrl === undefined ? undefined : (await session.navigate(initialUrl, { signal })).title;
      });
      const shown = pageTitle === undefined ? "" : ` It shows ${brief(pageTitle, 120)}.`;
      return done(`Launched session ${handle}.${shown}`, {
        sessionId: handle,
        ...(pageTitle === undefined ? {} : { pageTitle }),
      });
    } catch (error) {
      // A caller that gets no id could not close it.
      if (handle !== undefined) await sessions.close(handle).catch(() => undefined);
      return { ...failed(error, "", {}), structured: launchFailed(error) };
    }
  },
});

/** A launch has one status for all failures. */
function launchFailed(error: unknown): Structured {
  const { structured } = failed(error, "");
  return { ...(structured as Structured), sessionId: "", status: "ERROR_LAUNCH_FAILED" };
}

export const clickElement = defineTool({
  name: "clickElement",
  title: "Click an element",
  description: "Clicks the first visible element that matches, as soon as it can be clicked.",
  effect: "destroys",
  schema: z.strictObject({ sessionId, selector }),
  output: z.object({
    status: z.enum([OK, NO_ELEMENT, "ERROR_CLICK_FAILED", NO_SESSION]),
    clickedElementDescription: z.string().optional(),
    errorDetails,
  }),
  example: { sessionId: "pR2m0Xc6b1kQy8sWq9Zt5w", selector: "#save" },
  handler: ({ sessionId, selector }, context) =>
    inSuite(
      context,
      sessionId,
      async (session) => {
        const { signal } = context;
        const { message, report } = await session.interact({ action: "click", target: locator(selector) }, { signal });
        return { ...done(message, { clickedElementDescription: report.target }), effects: report.effects };
      },
      (error) => failed(error, "ERROR_CLICK_FAILED"),
    ),
});

export const typeTextTool = defineTool({
  name: "typeText",
  title: "Type into an element",
  description: "Types with real keys at the end of the element's text.",
  effect: "destroys",
  schema: z.strictObject({
    sessionId,
    selector,
    textToType: z.string().max(100_000),
    delayBetweenKeyPressesMs: z.int().min(0).max(1_000).default(50),
  }),
  output: z.object({
    status: z.enum([OK, NO_ELEMENT, "ERROR_TYPE_FAILED", NO_SESSION]),
    errorDetails,
  }),
  example: { sessionId: "pR2m0Xc6b1kQy8sWq9Zt5w", selector: "input[name=q]", textToType: "uipilot" },
  handler: ({ sessionId, selector, textToType, delayBetweenKeyPressesMs }, context) =>
    inSuite(
      context,
      sessionId,
      async (session) => {
        const { signal } = context;
        const { details } = await session.interact(
          { action: "waitForSelector", target: locator(selector) },
          { signal },
        );
        const options = { uid: details.uid as string, delayMs: delayBetweenKeyPressesMs, signal };
        const { target, effects } = await session.typeText(textToType, options);
        return { ...done(`Typed ${counted([...textToType].length, "character")} into ${target}.`), effects };
      },
      (error) => failed(error, "ERROR_TYPE_FAILED"),
    ),
});

export const scrollPage = defineTool({
  name: "scrollPage",
  title: "Scroll the page",
  description: "Scrolls up or down, by default most of the viewport, or brings the element of selector into view.",
  effect: "changes",
  schema: z.strictObject({
    sessionId,
    direction: z.enum(["up", "down", "toElement"]),
    pixels: z.int().min(1).max(1_000_000).optional(),
    selector: selector.optional(),
  }),
  output: z.object({
    status: z.enum([OK, "ERROR_SCROLL_FAILED", NO_ELEMENT, NO_SESSION]),
    finalScrollPosition: z.object({ x: z.number(), y: z.number() }).optional(),
    errorDetails,
  }),
  example: { sessionId: "pR2m0Xc6b1kQy8sWq9Zt5w", direction: "down", pixels: 500 },
  handler: ({ sessionId, direction, pixels, selector }, context) =>
    inSuite(
      context,
      sessionId,
      async (session) => {
        const { signal } = context;
        if (direction !== "toElement") {
          const amount = pixels === undefined ? {} : { amount: pixels };
          await session.scroll({ direction, ...amount, signal });
        } else if (selector === undefined) {
          const text = "[INVALID_INPUT] scrollPage: selector is missing, which toElement needs – give one";
          const structured = { status: "ERROR_SCROLL_FAILED", errorDetails: text } satisfies Structured;
          return { summary: text, failed: "INVALID_INPUT", structured };
        } else {
          await session.interact({ action: "scroll", target: locator(selector) }, { signal });
        }
        // It has scrolled, whether or not the page says in time how far.
        const position = await session.scrollPosition({ signal }).catch(() => undefined);
        signal.throwIfAborted();
        if (position === undefined) return done("Scrolled. The page did not say where it is now.", {});
        const { x, y } = position;
        return done(`Scrolled; the page is at ${x}, ${y} now.`, { finalScrollPosition: { x, y } });
      },
      (error) => failed(error, "ERROR_SCROLL_FAILED"),
    ),
});

export const captureScreenshot = defineTool({
  name: "captureScreenshot",
  title: "Take a screenshot",
  description:
    "A picture of the whole page or one element, as base64; a large one is saved, and temporaryFilePath names its file, which closeBrowser removes.",
  effect: "reads",
  schema: z.strictObject({
    sessionId,
    selector: selector.optional(),
    format: z.enum(["png", "jpeg"]).default("png"),
    quality: z.int().min(0).max(100).optional(),
  }),
  output: z.object({
    status: z.enum([OK, "ERROR_CAPTURE_FAILED", NO_SESSION]),
    imageDataBase64: z.string().optional(),
    temporaryFilePath: z.string().optional(),
    errorDetails,
  }),
  example: { sessionId: "pR2m0Xc6b1kQy8sWq9Zt5w" },
  handler: ({ sessionId, selector, format, quality }, context) =>
    inSuite(
      context,
      sessionId,
      async (session) => {
        const { signal } = context;
        const uid = selector === undefined ? undefined : (await find(session, selector, signal)).details.uid;
        const { data } = await session.screenshot({
          ...(uid === undefined ? { fullPage: true } : { uid }),
          // The engine's qualities begin at 1.
          ...(format === "jpeg" ? { jpegQuality: Math.max(1, quality ?? JPEG_QUALITY) } : {}),
          signal,
        });
        const what = `Screenshot of ${selector === undefined ? "the page" : brief(selector, 120)}, ${data.length} bytes`;
        if (data.length <= MOST_INLINE) {
          return { ...done(`${what}.`, { imageDataBase64: base64(data) }) };
        }
        const folder = await context.sessions.folder(sessionId, () => mkdtemp(path.join(tmpdir(), "uipilot-")), remove);
        const temporaryFilePath = path.join(folder, `${crypto.randomUUID()}.${format}`);
        await writeFile(temporaryFilePath, data, { mode: 0o600, flag: "wx" });
        return done(`${what}, saved to ${temporaryFilePath}.`, { temporaryFilePath });
      },
      (error) => {
        const answer = failed(error, "ERROR_CAPTURE_FAILED");
        // This tool's specification has no status of its own for an element that is not there.
        const { status } = answer.structured as Structured;
        return status === NO_ELEMENT
          ? { ...answer, structured: { ...answer.structured, status: "ERROR_CAPTURE_FAILED" } }
          : answer;
      },
    ),
});

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

export const getElementText = defineTool({
  name: "getElementText",
  title: "Read an element's text",
  description: "The text that an element shows; of a field, its value.",
  effect: "reads",
  schema: z.strictObject({ sessionId, selector }),
  output: z.object({
    status: z.enum([OK, NO_ELEMENT, "ERROR_EXTRACTION_FAILED", NO_SESSION]),
    text: z.string().nullable(),
    errorDetails,
  }),
  example: { sessionId: "pR2m0Xc6b1kQy8sWq9Zt5w", selector: "h1" },
  handler: ({ sessionId, selector }, context) =>
    inSuite(
      context,
      sessionId,
      async (session) => {
        const { details } = await find(session, selector, context.signal);
        const { text } = await session.readText(details.uid as string, { signal: context.signal });
        return { ...done("Its text, made by the page:", { text }), pageText: brief(text, 10_000) };
      },
      (error) => failed(error, "ERROR_EXTRACTION_FAILED", { text: null }),
    ),
});

export const checkElementExists = defineTool({
  name: "checkElementExists",
  title: "Check for an element",
  description: "Whether an element is on the page now, visible or not.",
  effect: "reads",
  schema: z.strictObject({ sessionId, selector }),
  output: z.object({ status: z.enum([OK, NO_SESSION]), exists: z.boolean(), errorDetails }),
  example: { sessionId: "pR2m0Xc6b1kQy8sWq9Zt5w", selector: "//button[.='Save']" },
  handler: ({ sessionId, selector }, context) =>
    inSuite(
      context,
      sessionId,
      async (session) => {
        const { total, leftOut } = await session.count(
          { ...locator(selector), visible: false },
          { signal: context.signal },
        );
        const exists = total > 0;
        const said = exists ? "It exists." : "It does not exist.";
        // A frame that was not searched may have it.
        return done(exists || leftOut === undefined ? said : `${said} ${leftOut}`, { exists });
      },
      (error) => {
        const answer = failed(error, OK, { exists: false });
        // A check that failed otherwise has no status of its own: the error is no success, and says nothing of the element.
        if ((answer.structured as Structured).status !== NO_SESSION) throw error;
        return answer;
      },
    ),
});

export const closeBrowser = defineTool({
  name: "closeBrowser",
  title: "Close a browser session",
  description: "Closes a session of launchBrowser with its pages.",
  effect: "destroys",
  schema: z.strictObject({ sessionId }),
  output: z.object({ status: z.enum([OK, "ERROR_CLOSE_FAILED", NO_SESSION]), errorDetails }),
  example: { sessionId: "pR2m0Xc6b1kQy8sWq9Zt5w" },
  handler: async ({ sessionId }, { sessions }) => {
    try {
      await sessions.close(sessionId);
      return done(`Closed session ${sessionId}.`);
    } catch (error) {
      return failed(error, "ERROR_CLOSE_FAILED");
    }
  },
});
