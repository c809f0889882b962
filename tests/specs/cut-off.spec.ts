/** Browsers and pages that end after a call has given the page something, and before its answer. */

import { expect, it } from "vitest";
import { isRenderer } from "../support/processes.ts";
import { inOneOwnBrowser } from "../support/suite.ts";

/** The page's script is busy after the event, so that the call is still out when the page ends. */
const BUSY = `record("began"); for (const end = Date.now() + 4000; Date.now() < end;);`;

inOneOwnBrowser(
  "a call that is cut off",
  (t) => {
    const kill = async (what: "browser" | "page"): Promise<void> => {
      const browser = await t.pilot.browserProcess();
      const killed = what === "browser" ? [browser] : t.pilot.children().filter(isRenderer);
      for (const { pid } of killed) process.kill(pid, "SIGKILL");
    };

    for (const what of ["browser", "page"] as const) {
      it(`says that the page had been given input when its ${what} was killed`, async () => {
        const page = t.site.html(`<button onclick='${BUSY}'>Buy</button><input aria-label="Field" oninput='${BUSY}'>`);
        for (const [tool, role, name, more] of [
          ["click_by_uid", "button", "Buy", {}],
          ["fill_by_uid", "textbox", "Field", { value: "x" }],
          ["type_text", "textbox", "Field", { text: "x" }],
        ] as const) {
          page.forget();
          await t.pilot.call("navigate_page", { url: page.url });
          await t.pilot.see(page);
          const acting = t.pilot.call(tool, { uid: t.pilot.uid(role, name), ...more });
          await page.event("began");
          await kill(what);
          const answer = await acting;
          // What was typed until then is known, and so is that it was typed.
          if (answer.code !== "INTERRUPTED") {
            expect(answer.code, `${tool}: ${answer.text}`).toBe("OUTCOME_UNKNOWN");
            expect(answer.text, tool).toMatch(/may have (acted|been clicked)/);
          }
          expect(answer.text, tool).toContain("before you repeat it");
          expect(answer.text, tool).not.toContain("call again");
        }
      });

      it(`says that the page had been given the script when its ${what} was killed`, async () => {
        const page = t.site.html("<h1>Script</h1>");
        await t.pilot.call("navigate_page", { url: page.url });
        await t.pilot.see(page);
        const running = t.pilot.call("evaluate_script", { function: `() => { ${BUSY} }`, timeoutMs: 10_000 });
        await page.event("began");
        await kill(what);
        const answer = await running;
        expect(answer.code, answer.text).toBe("OUTCOME_UNKNOWN");
        expect(answer.text).toContain("had been given the script before, and may have acted");
      });
    }
  },
  { args: ["--tools", "web,more", "--allow-script"] },
);
