/** Secrets that a page takes apart, or writes with other characters, come out of no answer. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { startSite } from "../support/site.ts";

const TOKEN = "tok-48151623-42";
const MARK = "[secret API_TOKEN]";

const each = (write: (letter: string) => string): string => Array.from(TOKEN, write).join("");

it.each(oneBrowser)("are masked where each letter stands by itself, in %s", async (browser) => {
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

it.each(oneBrowser)("are masked whole where a part is marked up or written otherwise, in %s", async (browser) => {
  const site = await startSite();
  const env = { UIPILOT_SECRET_API_TOKEN: "plainvalue8361", UIPILOT_SECRET_PASS: "pa$s wörd" };
  const pilot = await Pilot.start({ browser, args: ["--tools", "web,more", "--allow-script"], env });
  try {
    const words: [string, string][] = [
      ["<b>plain</b>value8361", `**${MARK}**`],
      ["<b>plai</b>nval<b>ue83</b>61", `**${MARK}**`],
      ["<em>plainvalu</em>e8361", `*${MARK}*`],
      ["<code>plain</code>value8361", `\`${MARK}\``],
      ["<s>plain</s>value8361", `~~${MARK}~~`],
      ["plainvalue<sup>8361</sup>", MARK],
      ["<a href=/x>plain</a>value8361", `[${MARK}][1]`],
      ["plain\u2060value\ufe0f8361", MARK],
      ["ｐｌａｉｎvalue８３６１", MARK],
      ["pa$s w&ouml;rd".normalize("NFD"), "[secret PASS]"],
      ["pa$s wo\u0308rd", "[secret PASS]"],
      ["pa&amp;dollar;s w&amp;ouml;rd", "[secret PASS]"],
    ];
    await pilot.open(site.html(`<main>${words.map(([html]) => `<p>token ${html} end</p>`).join("")}</main>`));
    const read = await pilot.ok("read_page", { content: "all" });
    for (const [, masked] of words) expect(read).toContain(`token ${masked} end`);
    expect(read.match(/token .* end/g)?.map((line) => line.slice(6, -4))).toEqual(words.map(([, masked]) => masked));
    await pilot.ok("save_page", { saveTo: "page.md", content: "all" });
    const answers = [
      readFileSync(path.join(pilot.folder, "page.md"), "utf8"),
      // A link is a node of its own there.
      (await pilot.ok("take_snapshot")).replace(/^.* link .*$/m, ""),
      await pilot.ok("evaluate_script", { function: "() => document.body.innerText" }),
      await pilot.ok("evaluate_script", { function: "() => document.body.innerHTML" }),
    ];
    for (const answer of answers) {
      expect(answer).toContain(MARK);
      expect(answer).toContain("[secret PASS]");
      expect(answer).not.toMatch(/plai|ｐ|8361|８|pa\$s|rd end/);
    }
  } finally {
    await pilot.close();
    await site.close();
  }
});

it.each(oneBrowser)(
  "are masked where a page breaks them over lines, and in links of each style, in %s",
  async (browser) => {
    const site = await startSite();
    const value = "hunterRex48151x";
    const pilot = await Pilot.start({
      browser,
      args: ["--tools", "web,more"],
      env: { UIPILOT_SECRET_API_TOKEN: value, UIPILOT_SECRET_UMLAUT: "Zk9Ömwq7xTva4" },
    });
    const base64 = Buffer.from(`abc${value}tail`)
      .toString("base64")
      .replace(/(.{8})/g, "$1\n");
    const bytes = [...Buffer.from("Zk9Ömwq7xTva4")].map((byte) => `\\x${byte.toString(16)}`).join("");
    const shown = [
      "<p>hunter<br>Rex48151x</p>",
      "<pre>hunter\nRex48151x</pre>",
      '<textarea aria-label="Text">hunter\nRex48151x</textarea>',
      `<pre>${base64}</pre>`,
      ...["/x", "/a(b", "/a)b", "/a((b))", "/?a\\", "#\uff08", "#a\u00a8b\u202e", "https://else.test/a(b"].map(
        (address) => `<p>hunt<a href="${address}">erRex</a>48151x</p>`,
      ),
      "<p>hunt<q>erRex</q>48151x</p>",
      `<p>${bytes}</p>`,
    ];
    try {
      for (const html of shown) {
        // In snapshots, elements of their own pass, as the documentation says.
        const apart = html.includes("<a ");
        await pilot.open(site.html(`<main><h1>Value</h1>${html}</main>`).url);
        const answers = [
          await pilot.ok("read_page"),
          await pilot.ok("read_page", { links: "inline" }),
          await pilot.ok("read_page", { links: "none" }),
          ...(apart ? [] : [await pilot.ok("take_snapshot"), await pilot.ok("take_snapshot", { format: "json" })]),
        ];
        for (const answer of answers) {
          expect.soft(answer, html).toMatch(/\[secret (?:API_TOKEN|UMLAUT)\]/);
          expect.soft(answer.replaceAll(/\[secret \w+\]/g, ""), html).not.toMatch(/hunt|48151|aHVudGV|x5a/i);
        }
      }
    } finally {
      await pilot.close();
      await site.close();
    }
  },
);
