// Recordings of a session: as a page that shows each step, or as a test that does them again.

import type { Session } from "@uipilot/core";
import * as z from "zod/v4";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import type { RecordWish } from "../record/recorder.ts";
import type { Ended, Recorder } from "../record/slot.ts";
import type { Language } from "../record/written/step.ts";
import { defineTool } from "./define.ts";

export const startRecording = defineTool({
  name: "start_recording",
  title: "Record the session",
  description:
    "Records this session's calls in one file in the allowed roots. .html: a timeline with pictures before and after each action. .spec.ts, .selenium.ts, .rs: a test for Playwright or Selenium, or a Rust program, with lasting locators and what was seen as expectations. .webm: a film of the current page (Chromium). Ends with stop_recording or the session.",
  effect: "destroys",
  schema: z.strictObject({
    file: z.string().min(1).describe("Its end says what it becomes"),
    overwrite: z.boolean().optional().describe("Replace the file"),
    user: z.boolean().optional().describe("In a test, also what the user does by hand in the browser"),
    values: z.boolean().optional().describe("In a timeline, also the texts that are typed, which may be secrets"),
  }),
  example: { file: "session.html" },
  handler: async ({ file: given, overwrite, user, values }, { session, roots, recording, signal }) => {
    // Most servers record nothing.
    const { languageOf } = await import("../record/written/languages.ts");
    const language = languageOf(given);
    const films = /\.webm$/i.test(given);
    if (language === undefined && !films && !/\.html?$/i.test(given)) {
      const what = "start_recording: file must end in .html, .webm, .spec.ts, .selenium.ts or .rs";
      throw new ToolError("INVALID_INPUT", what, "name such a file");
    }
    if (language === undefined && user === true) {
      const what = "start_recording: timelines and films show calls or pages, and user is for tests";
      throw new ToolError("INVALID_INPUT", what, "name a file that ends in .spec.ts, .selenium.ts or .rs");
    }
    const file = await roots.resolve(given);
    const opened = await session();
    // One that was cancelled may still be ending.
    while (recording.beginning !== undefined) await recording.beginning.catch(() => undefined);
    if (recording.current !== undefined) {
      const what = `this session is being recorded to ${brief(recording.current.file, 1000)}`;
      throw new ToolError("INVALID_INPUT", what, "end that with stop_recording first");
    }
    const wish = { file, overwrite, user, values };
    const beginning = (films ? film(wish, opened, signal) : begin(wish, language, opened)).then(async (begun) => {
      if (!signal.aborted) return begun;
      await begun.recorder.end("the call was cancelled");
      throw new ToolError("CANCELLED", "the call was cancelled before the recording began", "begin again");
    });
    recording.beginning = beginning;
    try {
      const { recorder, said } = await beginning;
      recording.current = recorder;
      return { summary: `Recording to ${brief(file, 1000)}${said}` };
    } finally {
      recording.beginning = undefined;
    }
  },
});

/** A recording, and what is said of it after the name of its file. */
interface Begun {
  recorder: Recorder;
  said: string;
}

async function begin(
  wish: RecordWish & { user?: boolean | undefined },
  language: Language | undefined,
  session: Session,
): Promise<Begun> {
  if (language === undefined) {
    const { Timeline } = await import("../record/recorder.ts");
    const typed =
      wish.values === true
        ? "Typed texts are recorded, too."
        : "Typed texts are left out of arguments, but pictures show what the page shows.";
    return { recorder: await Timeline.begin(wish, session), said: `. ${typed}` };
  }
  const { Test } = await import("../record/written/recorder.ts");
  const typed =
    "Typed texts are written, except those of password fields and secrets: these become environment variables.";
  const hands = wish.user === true ? " What the user does by hand in the browser's pages is written, too." : "";
  return { recorder: await Test.begin(wish, language, session), said: `, for ${language.name}. ${typed}${hands}` };
}

async function film(wish: RecordWish, session: Session, signal: AbortSignal): Promise<Begun> {
  const { Film, LIMITS } = await import("../record/film/recorder.ts");
  const said = `, as a film of the page that is current: ${LIMITS}. It shows what the page shows, except secrets by name.`;
  return { recorder: await Film.begin(wish, session, signal), said };
}

export const stopRecording = defineTool({
  name: "stop_recording",
  title: "End the recording",
  description: "Ends the recording of this session, and completes its file.",
  effect: "changes",
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { recording }) => {
    const ended = await recording.end("stop_recording");
    if (ended === undefined) {
      throw new ToolError("INVALID_INPUT", "this session is not being recorded", "begin with start_recording");
    }
    return { summary: endedText(ended), lines: ended.leftOut.join("\n") };
  },
});

function endedText({ file, bytes, steps, failed, how }: Ended): string {
  const count = `${steps} ${steps === 1 ? "step" : "steps"}${failed > 0 ? ` (${failed} failed)` : ""}`;
  return `Recorded ${count} to ${brief(file, 1000)}, ${bytes} bytes. ${how}`;
}
