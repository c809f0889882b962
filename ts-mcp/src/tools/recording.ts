// Recordings of a session, as a page that shows each step.

import * as z from "zod/v4";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import type { Ended } from "../record/slot.ts";
import { defineTool } from "./define.ts";

export const startRecording = defineTool({
  name: "start_recording",
  title: "Record the session",
  description:
    "Records this session's calls as one HTML file in the allowed roots: each action with pictures before and after, its target marked, and its answer. Ends with stop_recording or the session.",
  effect: "destroys",
  schema: z.strictObject({
    file: z.string().min(1).describe("Ends in .html"),
    overwrite: z.boolean().optional().describe("Replace the file"),
    values: z.boolean().optional().describe("Also the texts that are typed, which may be secrets"),
  }),
  example: { file: "session.html" },
  handler: async ({ file: given, overwrite, values }, { session, roots, recording }) => {
    if (!/\.html?$/i.test(given)) {
      throw new ToolError("INVALID_INPUT", "start_recording: file must end in .html", "name such a file");
    }
    if (recording.current !== undefined) {
      const what = `this session is being recorded to ${brief(recording.current.file, 1000)}`;
      throw new ToolError("INVALID_INPUT", what, "end that with stop_recording first");
    }
    const file = await roots.resolve(given);
    // Most servers record nothing.
    const { Timeline } = await import("../record/recorder.ts");
    const timeline = await Timeline.begin({ file, overwrite, values }, await session());
    if (recording.current !== undefined) {
      await timeline.end("another recording had begun");
      throw new ToolError("INVALID_INPUT", "another recording began meanwhile", "end it with stop_recording first");
    }
    recording.current = timeline;
    const typed =
      values === true
        ? "Typed texts are recorded, too."
        : "Typed texts are left out of arguments, but pictures show what the page shows.";
    return { summary: `Recording to ${brief(file, 1000)}. ${typed}` };
  },
});

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

function endedText({ file, bytes, steps, failed }: Ended): string {
  const count = `${steps} ${steps === 1 ? "step" : "steps"}${failed > 0 ? ` (${failed} failed)` : ""}`;
  return `Recorded ${count} to ${brief(file, 1000)}, ${bytes} bytes. It opens in any browser, without a network.`;
}
