/** Secrets of which a page shows each letter by itself come out of no answer. */

import { expect, it } from "vitest";
import { browsers } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { startSite } from "../support/site.ts";

const TOKEN = "tok-48151623-42";
const MARK = "[secret API_TOKEN]";

const each = (write: (letter: string) => string): string => Array.from(TOKEN, write).join("");

it.each(browsers)("are masked where each letter stands by itself, in %s", async (browser) => {
  const site = await startSite();
  const env = { UIPILOT_SECRET_API_TOKEN: TOKEN };
  const pilot = await Pilot.start({ browser, args: ["--tools", "web,more", "--allow-script"], env });
  try {
    await pilot.open(
      site.html(`<main><h1>Boxes</h1>${each((letter) => `<p>${letter}</p>`)}
        <table><tr>${each((letter) => `<td>${letter}</td>`)}</tr></table>
        ${each((letter) => `<input aria-label="Letter" value="${letter}">`)}
        ${each((letter) => `<button>${letter}</button>`)}</main>`).url,
    );
    const answers = [
      await pilot.ok("take_snapshot"),
      await pilot.ok("take_snapshot", { format: "json" }),
      await pilot.ok("find_in_page", { role: "button" }),
      await pilot.ok("read_page"),
      await pilot.ok("evaluate_script", {
        function: "() => [...document.querySelectorAll('button')].map((one) => one.textContent)",
      }),
    ];
    for (const answer of answers) {
      expect(answer).toContain(MARK);
      // Other digits are numbers of snapshots.
      expect(answer.replaceAll(MARK, "").match(/(?:^|["|]|value=)\s*[tok568]\s*(?:$|["|])/gm)).toBeNull();
    }
  } finally {
    await pilot.close();
    await site.close();
  }
});
