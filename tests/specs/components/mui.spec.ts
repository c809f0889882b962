import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { does, refuses } from "../../support/interact.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser(
  "MUI",
  (t) => {
    it("selects an option of a list that opens with a transition", async () => {
      const page = await componentPage(t.site, "mui.tsx");
      await t.pilot.see(page);
      await t.pilot.click("combobox", "Fruit");
      await t.pilot.snapshot();
      await t.pilot.click("option", "Banana");
      await page.event("state", ({ fruit }) => fruit === "banana");
      await t.pilot.ok("wait_for", { textGone: "Cherry" });
      expect((await t.pilot.snapshot()).node("combobox", "Fruit").line).toContain("Banana");
    });

    it("chooses an option in one call, and what its list covered can be used at once", async () => {
      const page = await componentPage(t.site, "mui.tsx");
      await t.pilot.open(page);
      const answer = await does(t.pilot, "select", { by: "label", value: "Fruit" }, { value: "banana" });
      expect(answer.text).toContain('Chose in combobox "Fruit"');
      // The backdrop of the list fades out still.
      await does(t.pilot, "check", { by: "label", value: "Terms" });
      await page.event("state", ({ fruit, terms }) => fruit === "banana" && terms === true);
      const uid = (await t.pilot.snapshot()).uid("combobox", "Fruit");
      await t.pilot.ok("select_option", { uid, values: ["Cherry"] });
      await page.event("state", ({ fruit }) => fruit === "cherry");
      const again = await does(t.pilot, "select", { by: "label", value: "Fruit" }, { value: "Cherry" });
      expect(again.text).toContain("No change was detected");
      const refused = await refuses(t.pilot, "OPTION_NOT_FOUND", "select", 'combobox "Fruit"', { value: "Quince" });
      expect(refused.text).toContain('"Apple", "Banana", "Cherry"');
      // The list that was opened for nothing is closed again.
      await does(t.pilot, "uncheck", { by: "label", value: "Terms" });
      await page.event("state", ({ fruit, terms }) => fruit === "cherry" && terms === false);
    });

    it("chooses an option of a field that completes", async () => {
      const page = await componentPage(t.site, "mui.tsx");
      await t.pilot.open(page);
      await does(t.pilot, "select", { by: "label", value: "City" }, { value: "Lisbon" });
      await page.event("state", ({ city }) => city === "Lisbon");
    });

    it("does not show the field that only carries the value of a select", async () => {
      const tree = await t.pilot.see(await componentPage(t.site, "mui.tsx"));
      expect(tree.all("textbox").map(({ name }) => name)).toEqual(["Title"]);
    });

    it("completes a text with an option", async () => {
      const page = await componentPage(t.site, "mui.tsx");
      await t.pilot.see(page);
      await t.pilot.fill("combobox", "City", "lon");
      await t.pilot.snapshot();
      await t.pilot.click("option", "London");
      await page.event("state", ({ city }) => city === "London");
    });

    it("fills a text field whose label lies over it, and sets switch and checkbox", async () => {
      const page = await componentPage(t.site, "mui.tsx");
      await t.pilot.see(page);
      await t.pilot.fill("textbox", "Title", "Head");
      await t.pilot.fill("switch", "Quiet", "true");
      await t.pilot.fill("checkbox", "Terms", "true");
      await page.event("state", ({ title, quiet, terms }) => title === "Head" && quiet === true && terms === true);
    });

    it("answers a dialog, and closes one by Escape", async () => {
      const page = await componentPage(t.site, "mui.tsx");
      await t.pilot.see(page);
      await t.pilot.click("button", "Delete");
      const dialog = await t.pilot.snapshot();
      expect(dialog.node("dialog").line).toContain("Really delete?");
      await t.pilot.click("button", "Delete it");
      await page.event("state", ({ answer, open }) => answer === "yes" && open === false);
      await t.pilot.ok("wait_for", { textGone: "Really delete?" });
      await t.pilot.snapshot();
      await t.pilot.click("button", "Delete");
      await page.event("state", ({ answer, open }) => answer === "yes" && open === true);
      await t.pilot.ok("press_key", { key: "Escape" });
      await page.event("state", ({ answer }) => answer === "closed");
    });
  },
  { args: ["--tools", "web,more"] },
);
