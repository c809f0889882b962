import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

inOneBrowser(
  "an element whose focus makes the page leave",
  (t) => {
    const acts: [tool: string, args: Record<string, unknown>][] = [
      ["press_key", { key: "x" }],
      ["type_text", { text: "xyz" }],
      ["fill_by_uid", { value: "xyz" }],
    ];
    it.each(acts)("is not said to have got nothing from %s", async (tool, args) => {
      const next = t.site.html("<h1>Next</h1>");
      for (let round = 0; round < 5; round++) {
        await t.pilot.see(t.site.html(`<input aria-label="Trap" onfocus="location.href = '${next.url}'">`));
        const { code, text } = await t.pilot.call(tool, { uid: t.pilot.uid("textbox", "Trap"), ...args });
        expect(["INTERRUPTED", "OUTCOME_UNKNOWN", undefined], text).toContain(code);
        await t.pilot.ok("wait_for", { text: "Next" });
      }
    });
  },
  { args: ["--tools", "web,more"] },
);
