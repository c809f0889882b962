import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { does, refuses } from "../../support/interact.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser(
  "Radix",
  (t) => {
    it("selects an option of a list that opens on the press", async () => {
      const page = await componentPage(t.site, "radix.tsx");
      await t.pilot.see(page);
      await t.pilot.click("combobox", "Fruit");
      await t.pilot.snapshot();
      await t.pilot.click("option", "Banana");
      await page.event("state", ({ fruit }) => fruit === "banana");
    });

    it("chooses an option in one call", async () => {
      const page = await componentPage(t.site, "radix.tsx");
      await t.pilot.open(page);
      await does(t.pilot, "select", { by: "role", value: "combobox", name: "Fruit" }, { value: "Banana" });
      await page.event("state", ({ fruit }) => fruit === "banana");
      const refused = await refuses(
        t.pilot,
        "OPTION_NOT_FOUND",
        "select",
        { by: "label", value: "Fruit" },
        {
          value: "Cherry",
        },
      );
      expect(refused.text).toContain('use one of "Apple", "Banana"');
      await does(t.pilot, "click", { by: "text", value: "Edit profile" });
      await page.event("state", ({ fruit, open }) => fruit === "banana" && open === true);
    });

    it("selects by keys alone", async () => {
      const page = await componentPage(t.site, "radix.tsx");
      await t.pilot.see(page);
      await t.pilot.ok("press_key", { uid: t.pilot.uid("combobox", "Fruit"), key: "Enter" });
      await t.pilot.ok("wait_for", { text: "Banana" });
      await t.pilot.ok("press_key", { key: "ArrowDown" });
      await t.pilot.ok("press_key", { key: "Enter" });
      await page.event("state", ({ fruit }) => fruit === "banana");
    });

    it("refuses an option that is disabled", async () => {
      const page = await componentPage(t.site, "radix.tsx");
      await t.pilot.see(page);
      await t.pilot.click("combobox", "Fruit");
      const list = await t.pilot.snapshot();
      expect(list.node("option", "Cherry").line).toContain("disabled");
      await t.pilot.fails("NOT_ENABLED", "click_by_uid", { uid: list.uid("option", "Cherry") });
    });

    it("works in a dialog that holds the focus, and closes it", async () => {
      const page = await componentPage(t.site, "radix.tsx");
      await t.pilot.see(page);
      await t.pilot.click("button", "Edit profile");
      const dialog = await t.pilot.snapshot();
      expect(dialog.node("dialog").line).toContain("Profile");
      await t.pilot.fails("COVERED", "click_by_uid", { uid: t.pilot.uid("button", "Edit profile") });
      await t.pilot.fill("textbox", "Name", "Ada");
      await t.pilot.click("button", "Save");
      await page.event("state", ({ saved }) => saved === "Ada");
      await t.pilot.click("button", "Close");
      await page.event("state", ({ open, saved }) => open === false && saved === "Ada");
    });
  },
  { args: ["--action-timeout", "1500"] },
);
