/** What sessions that are written out as tests expect of their pages, run by the programs that they are written for. */

import { expect, it } from "vitest";
import { inEachOwnBrowser } from "../../support/suite.ts";
import { recordedBy, runPlaywright, runSelenium } from "../../support/written.ts";

/** A written test for the page with other messages, which tries all that it expects. */
const elsewhere = (spec: string, url: string): string =>
  spec
    .replaceAll(url, `${url}#x`)
    .replaceAll("await expect(", "await expect.soft(")
    .replaceAll("{ useInnerText", "{ timeout: 500, useInnerText");

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
        'page.locator("#odd")).toContainText("Odd \\u202eok\\u202c", { useInnerText: true, ignoreCase: true });',
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
        .replaceAll("{ useInnerText", "{ timeout: 500, useInnerText");
      const { good, bad } = await runPlaywright({ good: spec, bad: soft });
      expect(good?.passed, good?.text).toBe(true);
      expect(bad?.passed).toBe(false);
      for (const text of ["Order placed", "#odd", "Framed", "Results"]) expect(bad?.text).toContain(text);
      const driven = await runSelenium(selenium);
      expect(driven.passed, driven.text).toBe(true);
    }, 240_000);

    it("expects messages of several blocks as each program reads them", async () => {
      const messages: Record<string, string> = {
        Paragraphs: "<p>Saved two</p><p>Nothing is lost</p>",
        List: "<ul><li>Milk is gone</li><li>Bread is here</li></ul>",
        Break: "First line<br>Second line",
        Row: "<table><tr><td>Alpha</td><td>Beta</td></tr></table>",
        Capitals: "<p style='text-transform: uppercase'>Loud one</p><p>Quiet one</p>",
        Hidden: "<p>Shown one</p><p style='display: none'>Never seen</p><p>Shown two</p>",
        Inline: "<b>Bold</b>ly said<br>and <i>slanted</i>",
      };
      const site = t.site.html(
        `<h1>Blocks</h1>${Object.entries(messages)
          .map(
            ([name, html]) => `<div role="status" id="in${name}"></div>
            <button onclick="in${name}.innerHTML = location.hash ? 'Sorry' : ${JSON.stringify(html).replaceAll('"', "&quot;")}">${name}</button>`,
          )
          .join("")}`,
      );
      const [spec = "", selenium = ""] = await recorded(["blocks.spec.ts", "blocks.selenium.ts"], async () => {
        await t.pilot.see(site);
        for (const name of Object.keys(messages))
          await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", name) });
      });
      const seen = [...spec.matchAll(/^ {2}await expect\(page\.locator\("#in(\w+)"\)\)\.toContainText\("(.*?)"/gm)];
      expect(seen.map(([, name, text]) => [name, text])).toEqual([
        ["Paragraphs", "Saved two Nothing is lost"],
        ["List", "Milk is gone Bread is here"],
        ["Break", "First line Second line"],
        ["Row", "Alpha Beta"],
        ["Capitals", "Loud one Quiet one"],
        ["Hidden", "Shown one Shown two"],
        ["Inline", "Boldly said and slanted"],
      ]);
      const { good, bad } = await runPlaywright({ good: spec, bad: elsewhere(spec, site.url) });
      expect(good?.passed, good?.text).toBe(true);
      for (const name of Object.keys(messages)) expect(bad?.text).toContain(`#in${name}`);
      const driven = await runSelenium(selenium);
      expect(driven.passed, driven.text).toBe(true);
    }, 240_000);

    it("expects messages that are drawn, and those of formulas", async () => {
      const drawn: Record<string, string> = {
        Whole: `<svg width=200 height=30 role="status" id="inWhole"><text y=20></text></svg>`,
        Part: `<svg width=200 height=30><g role="alert" id="inPart"><text y=20></text></g></svg>`,
        Link: `<svg width=200 height=30><a role="status" id="inLink"><text y=20></text></a></svg>`,
        Formula: `<math role="status" id="inFormula"><mtext></mtext></math>`,
        Custom: `<my-text role="status" id="inCustom"><p></p></my-text>`,
      };
      const site = t.site.html(
        Object.entries(drawn)
          .map(
            ([name, html]) => `${html}
            <button onclick="in${name}.firstElementChild.textContent = location.hash ? 'Sorry' : '${name} is done'">${name}</button>`,
          )
          .join(""),
      );
      const [spec = "", selenium = ""] = await recorded(["drawn.spec.ts", "drawn.selenium.ts"], async () => {
        await t.pilot.see(site);
        for (const name of Object.keys(drawn)) await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", name) });
      });
      for (const text of [spec, selenium])
        for (const name of Object.keys(drawn)) expect(text).toContain(`"${name} is done"`);
      expect(spec).toContain('#inCustom")).toContainText("Custom is done", { useInnerText: true, ignoreCase: true });');
      const { good, bad } = await runPlaywright({ good: spec, bad: elsewhere(spec, site.url) });
      expect(good?.passed, good?.text).toBe(true);
      for (const name of Object.keys(drawn)) expect(bad?.text).toContain(`${name} is done`);
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
