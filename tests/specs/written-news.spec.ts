/** What sessions that are written out as tests expect of their pages, run by the programs that they are written for. */

import { expect, it } from "vitest";
import { inEachOwnBrowser } from "../support/suite.ts";
import { recordedBy, runPlaywright, runSelenium } from "../support/written.ts";

inEachOwnBrowser(
  "a test that was written of a session",
  (t) => {
    const recorded = (names: readonly string[], act: () => Promise<void>): Promise<string[]> =>
      recordedBy(t.pilot, names, act);

    it("expects what is new, also in the answer of a whole page, and nothing old", async () => {
      const two = t.site.html(
        `<h1 id="big">Results</h1><p role="status">Ready</p><script>if (location.hash) big.textContent = "None";</script>`,
      );
      const says = "location.hash ? 'Sorry' :";
      const one = t.site.html(`<h1 id="big">Search</h1><p role="status">Ready</p><h2 id="odd">Odd</h2>
        <p role="alert" id="alarm"></p><iframe id="frame" srcdoc="<h1 id='inner'>Frame</h1>"></iframe>
        <button onclick="big.textContent = ${says} 'Order placed'">Save</button>
        <button onclick="odd.textContent = ${says} 'Odd \u202eok\u202c'">Turn</button>
        <button onclick="alarm.textContent = 'Saved at 12:03'">Clock</button>
        <button onclick="frames[0].document.getElementById('inner').textContent = ${says} 'Framed'">Inner</button>
        <button onclick="big.textContent = 'Quiet'; big.style.visibility = 'hidden'">Hide</button>
        <button onclick="location.assign('${two.url}' + location.hash)">Go</button>`);
      const files = ["news.spec.ts", "news.selenium.ts", "news.rs"];
      const [spec = "", selenium = "", rust = ""] = await recorded(files, async () => {
        await t.pilot.see(one);
        for (const name of ["Save", "Turn", "Clock", "Inner", "Hide", "Go"])
          await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", name) });
      });
      const seen = [...spec.matchAll(/^ {2}await expect\((.*)$/gm)].map(([, line]) => line);
      expect(seen).toEqual([
        `page).toHaveURL(${JSON.stringify(one.url)});`,
        'page.getByRole("heading", { name: "Order placed", exact: true })).toBeVisible();',
        'page.locator("#odd")).toContainText("Odd \\u202eok\\u202c");',
        'page.locator("#frame").contentFrame().getByRole("heading", { name: "Framed", exact: true })).toBeVisible();',
        `page).toHaveURL(${JSON.stringify(two.url)});`,
        'page.getByRole("heading", { name: "Results", exact: true })).toBeVisible();',
      ]);
      for (const text of [selenium, rust]) expect(text).not.toContain("Ready");
      const elsewhere = (text: string): string =>
        text.replaceAll(one.url, `${one.url}#x`).replaceAll(two.url, `${two.url}#x`);
      const soft = elsewhere(spec)
        .replaceAll("await expect(", "await expect.soft(")
        .replaceAll("toBeVisible()", "toBeVisible({ timeout: 500 })")
        .replace(/toContainText\((".*?")\)/g, "toContainText($1, { timeout: 500 })");
      const { good, bad } = await runPlaywright({ good: spec, bad: soft });
      expect(good?.passed, good?.text).toBe(true);
      expect(bad?.passed).toBe(false);
      for (const text of ["Order placed", "#odd", "Framed", "Results"]) expect(bad?.text).toContain(text);
      const driven = await runSelenium(selenium);
      expect(driven.passed, driven.text).toBe(true);
    }, 240_000);

    it("expects dialogs: that they come, what they say, and those that come when one is answered", async () => {
      const answer = "record('answer', { answer: String(text) })";
      const site = t.site.html(`<button onclick="if (location.hash !== '#none') alert(location.hash ? 'Else' : 'First');
        const text = prompt('Second', 'offered'); ${answer}">Ask</button>
        <button onclick="const text = location.hash !== '#none' && confirm('Sure?'); ${answer}">Sure</button>`);
      const files = ["asked.spec.ts", "asked.selenium.ts", "asked.rs"];
      const [spec = "", selenium = "", rust = ""] = await recorded(files, async () => {
        await t.pilot.see(site);
        await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Ask") });
        await t.pilot.ok("accept_dialog");
        await t.pilot.ok("accept_dialog", { text: "typed" });
        await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Sure") });
        await t.pilot.ok("dismiss_dialog");
      });
      const answers = async (): Promise<unknown[]> => {
        await expect.poll(() => site.events("answer")).toHaveLength(2);
        const all = site.events("answer").map((event) => event["answer"]);
        site.forget();
        return all;
      };
      expect(await answers()).toEqual(["typed", "false"]);
      for (const text of [spec, selenium, rust]) expect(text).not.toContain("Left out");
      expect(rust).toContain('answer(session, Some("First"), true, None).await?;');
      expect(rust).toContain('answer(session, Some("Second"), true, Some("typed")).await?;');
      expect(rust).toContain('answer(session, Some("Sure?"), false, None).await?;');
      const at = (hash: string): string => spec.replaceAll(site.url, site.url + hash);
      const short = at("#none").replace("timeout: 30_000", "timeout: 1_000");
      const good = (await runPlaywright({ good: spec }))["good"];
      expect(good?.passed, good?.text).toBe(true);
      expect(await answers()).toEqual(["typed", "false"]);
      const { other, none } = await runPlaywright({ other: at("#other"), none: short });
      expect(other?.text).toContain("Else");
      expect(none?.text).toContain('waiting for event "dialog"');
      site.forget();
      const driven = await runSelenium(selenium);
      expect(driven.passed, driven.text).toBe(true);
      expect(await answers()).toEqual(["typed", "false"]);
    }, 240_000);
  },
  { args: ["--tools", "web,record"] },
);
