import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser("Lit", (t) => {
  it("is filled and clicked behind shadow roots, open and closed", async () => {
    const page = await componentPage(t.site, "lit.ts");
    await t.pilot.see(page);
    await t.pilot.fill("textbox", "Name", "Ada");
    await t.pilot.fill("checkbox", "Agreed", "true");
    await t.pilot.fill("textbox", "Secret", "hidden");
    await t.pilot.click("button", /^Count/);
    await page.event("state", ({ name, agreed, count }) => name === "Ada" && agreed === true && count === 1);
    // `change` comes when the field loses the focus, as it does of a person.
    await page.event("state", ({ secret }) => secret === "hidden");
  });

  it("shows slotted content where it is drawn, and clicks it", async () => {
    const page = await componentPage(t.site, "lit.ts");
    const tree = await t.pilot.see(page);
    const lines = tree.nodes.map(({ name }) => name);
    expect(lines.indexOf("Reset")).toBeGreaterThan(lines.indexOf("Secret"));
    await t.pilot.click("button", "Reset");
    await page.event("state", ({ name, count }) => name === "" && count === 0);
  });
});
