import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inEachBrowser } from "../../support/suite.ts";

inEachBrowser("MUI", (t) => {
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
});
