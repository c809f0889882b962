import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inOneBrowser } from "../../support/suite.ts";
import { until } from "../../support/wait.ts";

inOneBrowser(
  "a virtual list",
  (t) => {
    it("shows the rows that are there, and clicks the one that is meant", async () => {
      const page = await componentPage(t.site, "virtual-list.tsx");
      const tree = await t.pilot.see(page);
      expect(tree.has("option", "Row 9999")).toBe(false);
      await t.pilot.click("option", "Row 7");
      await page.event("state", ({ chosen }) => chosen === 7);
    });

    it("is scrolled by the wheel to rows that were not there", async () => {
      const page = await componentPage(t.site, "virtual-list.tsx");
      await t.pilot.see(page);
      const uid = t.pilot.uid("listbox", "Rows");
      const answer = await t.pilot.ok("scroll", { uid, direction: "down", amount: 30_000 });
      expect(answer).toContain("30000 px; 269700 px more");
      await page.event("state", ({ first }) => first === 1_000);
      await t.pilot.snapshot();
      await t.pilot.click("option", "Row 1003");
      await page.event("state", ({ chosen }) => chosen === 1_003);
    });

    it("is scrolled by keys; the row that is gone is stale and its place is not clicked", async () => {
      const page = await componentPage(t.site, "virtual-list.tsx");
      await t.pilot.see(page);
      const first = t.pilot.uid("option", "Row 0");
      await t.pilot.ok("press_key", { uid: t.pilot.uid("listbox", "Rows"), key: "End" });
      await page.event("state", ({ first }) => Number(first) > 9_900);
      // The list draws its end in several steps.
      await until("the last row", async () => (await t.pilot.snapshot()).has("option", "Row 9999"));
      await t.pilot.fails("STALE_UID", "click_by_uid", { uid: first });
      await t.pilot.click("option", "Row 9999");
      await page.event("state", ({ chosen }) => chosen === 9_999);
    });
  },
  { args: ["--tools", "web,more"] },
);
