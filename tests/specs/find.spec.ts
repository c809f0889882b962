import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const rows = Array.from(
  { length: 60 },
  (_, row) => `<tr><td>Order ${row}</td><td><button>Edit ${row}</button><a href="/o/${row}">Open ${row}</a></td></tr>`,
).join("");
const body = `<main><h1>Orders of "today"</h1><form aria-label="Search"><label>Query <input value="alpha-42"></label></form>
  <table aria-label="Orders"><tbody>${rows}</tbody></table></main>`;

inOneBrowser("find_in_page", (t) => {
  it("gives lines with UIDs that can be acted on, and how many there are", async () => {
    await t.pilot.open(t.site.html(body));
    const text = await t.pilot.ok("find_in_page", { role: "button", name: "edit 5" });
    expect(text).toMatch(/^11 found\.$/m);
    const uid = /uid=(\d+_\d+) button "Edit 57"/.exec(text)?.[1];
    expect(uid, text).toBeDefined();
    expect(text).toContain('"Orders"');
    expect(text.length).toBeLessThan(1_500);
    expect(await t.pilot.ok("click_by_uid", { uid })).toContain('Clicked button "Edit 57"');
  });

  it("goes on with a cursor, nothing lost and nothing twice", async () => {
    await t.pilot.open(t.site.html(body));
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      const text: string = await t.pilot.ok("find_in_page", { text: "open ", limit: 7, ...(cursor ? { cursor } : {}) });
      expect(text).toContain("60 found");
      seen.push(...Array.from(text.matchAll(/link "(Open \d+)"/g), ([, name = ""]) => name));
      cursor = /cursor "([^"]+)"/.exec(text)?.[1];
      if (!cursor) break;
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, row) => `Open ${row}`));
  });

  it("takes a regular expression for names and values, and says why one is none", async () => {
    await t.pilot.open(t.site.html(body));
    expect(await t.pilot.ok("find_in_page", { regex: "^Edit (7|19)$" })).toMatch(/^2 found\.$/m);
    expect(await t.pilot.ok("find_in_page", { regex: "^alpha-\\d+$" })).toMatch(
      /\* +uid=\d+_\d+ textbox "Query" value=alpha-42/,
    );
    expect(await t.pilot.fails("INVALID_INPUT", "find_in_page", { regex: "a(b" })).toContain("unclosed group");
    expect(await t.pilot.fails("INVALID_INPUT", "find_in_page", { regex: "(?:a{1000}){1000}" })).toContain("too large");
    // Exponential in engines that go back.
    const began = performance.now();
    await t.pilot.ok("find_in_page", { regex: "^(\\w+\\s?)*$!" });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it("gives lines around a hit, and marks the hit", async () => {
    await t.pilot.open(t.site.html(body));
    const text = await t.pilot.ok("find_in_page", { name: "Edit 30", context: 2 });
    const lines = text.split("\n");
    const hit = lines.findIndex((line) => line.startsWith("* "));
    expect(lines[hit]).toContain('button "Edit 30"');
    expect(lines[hit + 1]).toMatch(/^ .*link "Open 30"/);
    expect(lines.filter((line) => line.startsWith("* "))).toHaveLength(1);
    expect(text).toContain("Order 30");
  });

  it("says that there is nothing, and refuses to look for nothing", async () => {
    await t.pilot.open(t.site.html(body));
    expect(await t.pilot.ok("find_in_page", { text: "nowhere" })).toMatch(/^0 found in \d+ lines\.$/m);
    await t.pilot.fails("INVALID_INPUT", "find_in_page", {});
    await t.pilot.fails("INVALID_INPUT", "find_in_page", { text: "a", cursor: "nonsense" });
  });
});
