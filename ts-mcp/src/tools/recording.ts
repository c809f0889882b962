// Recordings of a session: as a page that shows each step, or as tests that do them again.

import { rm } from "node:fs/promises";
import type { Session } from "@uipilot/core";
import * as z from "zod/v4";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import type { Ended, Recorder } from "../record/slot.ts";
import type { TestFile } from "../record/written/recorder.ts";
import { defineTool } from "./define.ts";

const file = z.string().min(1);

export const startRecording = defineTool({
  name: "start_recording",
  title: "Record the session",
  description:
    "Records this session's calls in files in the allowed roots, each by its end. .html: a timeline with pictures before and after each action. .spec.ts, .selenium.ts, .rs: a test for Playwright or Selenium, or a Rust program, with lasting locators and what was seen as expectations. .webm: a film of the current page (Chromium). Ends with stop_recording or the session.",
  effect: "destroys",
  schema: z.strictObject({
    file: z
      .union([file, z.array(file).min(1).max(8)])
      .describe("Its end says what it becomes; several are written at once"),
    overwrite: z.boolean().optional().describe("Replace the file"),
    user: z.boolean().optional().describe("In a test, also what the user does by hand in the browser"),
    values: z.boolean().optional().describe("In a timeline, also the texts that are typed, which may be secrets"),
  }),
  example: { file: "session.html" },
  handler: async ({ file: given, overwrite, user, values }, { session, roots, recording, signal }) => {
    // Most servers record nothing.
    const { languageOf } = await import("../record/written/languages.ts");
    const files: string[] = [];
    const wish: Wish = { tests: [], overwrite, user, values };
    for (const name of [given].flat()) {
      const language = languageOf(name);
      const kind = /\.webm$/i.test(name) ? "film" : "timeline";
      if (language === undefined && kind === "timeline" && !/\.html?$/i.test(name)) {
        const what = "start_recording: file must end in .html, .webm, .spec.ts, .selenium.ts or .rs";
        throw new ToolError("INVALID_INPUT", what, "name such a file");
      }
      const file = await roots.resolve(name);
      if (files.includes(file)) {
        throw new ToolError("INVALID_INPUT", "start_recording: a file was named twice", "name it once");
      }
      if (language === undefined && wish[kind] !== undefined) {
        throw new ToolError("INVALID_INPUT", `start_recording: several ${kind}s were named`, "name one");
      }
      files.push(file);
      if (language === undefined) wish[kind] = file;
      else wish.tests.push({ file, language });
    }
    if (user === true && wish.tests.length === 0) {
      const what = "start_recording: timelines and films show calls or pages, and user is for tests";
      throw new ToolError("INVALID_INPUT", what, "name a file that ends in .spec.ts, .selenium.ts or .rs");
    }
    const opened = await session();
    // One that was cancelled may still be ending.
    while (recording.beginning !== undefined) await recording.beginning.catch(() => undefined);
    if (recording.current !== undefined) {
      const what = `this session is being recorded to ${listed(recording.current.files)}`;
      throw new ToolError("INVALID_INPUT", what, "end that with stop_recording first");
    }
    const beginning = begin(wish, opened, signal).then(async (begun) => {
      if (!signal.aborted) return begun;
      await begun.recorder.end("the call was cancelled");
      throw new ToolError("CANCELLED", "the call was cancelled before the recording began", "begin again");
    });
    recording.beginning = beginning;
    try {
      const { recorder, said } = await beginning;
      recording.current = recorder;
      return { summary: `Recording to ${listed(files)}. ${said.join(" ")}` };
    } finally {
      recording.beginning = undefined;
    }
  },
});

const listed = (files: readonly string[]): string => files.map((file) => brief(file, 1000)).join(", ");

/** What is to be recorded, each to a file. */
interface Wish {
  tests: TestFile[];
  timeline?: string;
  film?: string;
  overwrite?: boolean | undefined;
  user?: boolean | undefined;
  values?: boolean | undefined;
}

/** A recording, and what is said of it, as sentences. */
interface Begun {
  recorder: Recorder;
  said: string[];
}

async function begin(
  { tests, timeline, film, overwrite, user, values }: Wish,
  session: Session,
  signal: AbortSignal,
): Promise<Begun> {
  const begun: Recorder[] = [];
  const said: string[] = [];
  try {
    if (tests.length > 0) {
      const { Test } = await import("../record/written/recorder.ts");
      begun.push(await Test.begin(tests, { overwrite, user }, session));
      const languages = [...new Set(tests.map(({ language }) => language.name))].join(", ");
      said.push(
        `For ${languages}: typed texts are written, except those of password fields and secrets, which become environment variables.`,
        ...(user === true ? ["What the user does by hand in the browser's pages is written, too."] : []),
      );
    }
    if (timeline !== undefined) {
      const { Timeline } = await import("../record/recorder.ts");
      begun.push(await Timeline.begin({ file: timeline, overwrite, values }, session));
      const of = tests.length === 0 ? "arguments" : "the timeline's arguments";
      said.push(
        values === true
          ? "Typed texts are recorded, too."
          : `Typed texts are left out of ${of}, but pictures show what the page shows.`,
      );
    }
    if (film !== undefined) {
      const { Film, LIMITS } = await import("../record/film/recorder.ts");
      begun.push(await Film.begin({ file: film, overwrite }, session, signal));
      said.push(`A film of the page that is current: ${LIMITS}. It shows what the page shows, except secrets by name.`);
    }
  } catch (error) {
    for (const one of begun) {
      await one.end("another file could not be written");
      // What was there before is replaced by then.
      if (overwrite !== true) await Promise.all(one.files.map((file) => rm(file, { force: true })));
    }
    throw error;
  }
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return { recorder: only, said };
  const { Several } = await import("../record/several.ts");
  return { recorder: new Several(begun), said };
}

export const stopRecording = defineTool({
  name: "stop_recording",
  title: "End the recording",
  description: "Ends the recording of this session, and completes its files.",
  effect: "changes",
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { recording }) => {
    const ended = await recording.end("stop_recording");
    if (ended === undefined) {
      throw new ToolError("INVALID_INPUT", "this session is not being recorded", "begin with start_recording");
    }
    const leftOut = new Set(ended.flatMap((one) => one.leftOut));
    return { summary: ended.map(endedText).join("\n"), lines: [...leftOut].join("\n") };
  },
});

function endedText({ file, bytes, steps, failed, how }: Ended): string {
  const count = `${steps} ${steps === 1 ? "step" : "steps"}${failed > 0 ? ` (${failed} failed)` : ""}`;
  return `Recorded ${count} to ${brief(file, 1000)}, ${bytes} bytes. ${how}`;
}
