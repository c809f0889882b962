import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser(
  "flatpickr",
  (t) => {
    it("opens its calendar, turns a page and takes a day", async () => {
      const page = await componentPage(t.site, "flatpickr.ts");
      await t.pilot.see(page);
      await t.pilot.click("textbox", "Day");
      await page.event("state", ({ open }) => open === true);
      await t.pilot.snapshot();
      await t.pilot.fill("combobox", "Month", "March");
      const march = await t.pilot.snapshot();
      await t.pilot.ok("click_by_uid", { uid: march.nodes.find(({ name }) => name === "March 15, 2027")?.uid });
      await page.event("state", ({ value, open }) => value === "2027-03-15" && open === false);
      expect((await t.pilot.snapshot()).node("textbox", "Day").attributes.value).toBe("2027-03-15");
    });

    it("refuses a text for its read-only field and says why", async () => {
      const page = await componentPage(t.site, "flatpickr.ts");
      await t.pilot.see(page);
      await t.pilot.fails("NOT_EDITABLE", "fill_by_uid", { uid: t.pilot.uid("textbox", "Day"), value: "2027-02-15" });
    });
  },
  { args: ["--action-timeout", "1500"] },
);
