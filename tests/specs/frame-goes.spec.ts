import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

/** A field that says when it holds three characters. */
const three = `<input id="f" aria-label="Field"><script>
  f.oninput = () => { record("f", { value: f.value }); if (f.value.length === 3) parent.postMessage("three", "*"); };</script>`;

/** Tells of keys before anything can stop them. */
const strays = `<script>addEventListener("keydown", ({ key }) => record("stray", { key }), true)</script>`;

/** What an answer may take: the texts here are typed in less than two seconds. */
const LIMIT_MS = 4_000;

inEachBrowser(
  "typing into a frame that goes",
  (t) => {
    const type = async (text: string, delayMs: number): Promise<string> => {
      const began = Date.now();
      const { text: answer } = await t.pilot.call("type_text", {
        uid: t.pilot.uid("textbox", "Field"),
        text,
        delayMs,
      });
      expect(Date.now() - began, answer).toBeLessThan(LIMIT_MS);
      return answer;
    };
    const ways: [name: string, how: string][] = [
      ["removed", "frame.remove()"],
      ["put elsewhere", "document.body.append(frame)"],
    ];
    for (const origin of ["url", "otherOrigin"] as const) {
      for (const [name, how] of ways) {
        for (const [delayMs, total] of [
          [100, 10],
          [0, 400],
        ] as const) {
          it(`that is ${name} ends, and says so (${origin}, with a delay of ${delayMs} ms)`, async () => {
            const inner = t.site.html(three);
            const page = t.site.html(
              `${strays}<iframe id="frame" src="${inner[origin]}"></iframe><p>Below
              <script>onmessage = () => { ${how}; record("gone"); };</script>`,
            );
            await t.pilot.see(page);
            const answer = await type("abcdefghij".repeat(total / 10), delayMs);
            await page.event("gone");
            expect(answer).toContain("[INTERRUPTED]");
            expect(answer).toContain("its frame was removed from the page");
            const most = Number(new RegExp(`at most (\\d+) of ${total} characters were typed`).exec(answer)?.[1]);
            expect(most, answer).toBeGreaterThanOrEqual(3);
            expect(most, answer).toBeLessThan(delayMs ? 6 : total);
            // What the field got is never more than what is told.
            expect(String(inner.events("f").at(-1)?.value).length).toBeLessThanOrEqual(most);
            if (delayMs) expect(page.events("stray")).toEqual([]);
            else expect(page.events("stray").length).toBeLessThanOrEqual(most - 3);
          });
        }
      }
    }

    it("that goes with the last key is not said to have got all", async () => {
      const inner = t.site.html(three);
      const page = t.site.html(
        `${strays}<iframe id="frame" src="${inner.otherOrigin}"></iframe>
        <script>onmessage = () => { frame.remove(); record("gone"); };</script>`,
      );
      await t.pilot.see(page);
      const answer = await type("abc", 0);
      await page.event("gone");
      // The field has confirmed the last key, or it has not.
      if (answer.includes("[OUTCOME_UNKNOWN]")) expect(answer).toContain("its frame was removed from the page");
      else expect(answer).not.toMatch(/^\[/);
      expect(page.events("stray")).toEqual([]);
    });

    it("ends where the field or its document is replaced, before the next key of a slow text", async () => {
      const ways = [
        "f.remove()",
        "g.focus()",
        `document.open(); document.write(${JSON.stringify("<p>Other</p>")}); document.close()`,
      ];
      for (const how of ways) {
        const inner = t.site.html(
          `${strays}<input id="f" aria-label="Field"><input id="g" aria-label="Other"><script>
          f.oninput = () => { record("f", { value: f.value }); if (f.value.length === 3) setTimeout(() => { record("gone"); ${how} }, 20); };</script>`,
        );
        await t.pilot.see(t.site.html(`<iframe src="${inner.url}"></iframe>`));
        const answer = await type("abcdefghij", 150);
        await inner.event("gone");
        expect(answer, how).toContain("[INTERRUPTED] 3 of 10 characters were typed");
        expect(inner.events("stray").map(({ key }) => key)).toEqual(["a", "b", "c"]);
      }
    });
  },
  { args: ["--tools", "web,more"] },
);
