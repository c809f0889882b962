import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { does, refuses } from "../../support/interact.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser("an option that is not there", (t) => {
  it("is written into the field in vain, which is put back, and nothing around the list is closed", async () => {
    const page = await componentPage(t.site, "mui-virtual.tsx");
    await t.pilot.open(page);
    const target = { by: "role", value: "combobox", name: "Street" };
    await does(t.pilot, "select", target, { value: "Street 12" });
    await page.event("state", ({ street }) => street === "Street 12");
    const refused = await refuses(t.pilot, "OPTION_NOT_FOUND", "select", target, {
      value: "Mauve Alley",
      options: { timeoutMs: 8_000 },
    });
    expect(refused.text).toContain("it did not appear when its text was typed into the field");
    expect(refused.text).toMatch(/in \d+\.\d s the list was scrolled as far as "Street \d+"/);
    expect(page.events("state").some(({ written }) => written === "Mauve Alley")).toBe(true);
    expect(page.events("state").at(-1)).toMatchObject({ street: "Street 12", written: "Street 12", open: true });
  });

  it("is looked for to the end of a list that can only be scrolled", async () => {
    const page = await componentPage(t.site, "react-select.tsx");
    await t.pilot.open(page);
    const target = { by: "role", value: "combobox", name: "Fixed" };
    const refused = await refuses(t.pilot, "OPTION_NOT_FOUND", "select", target, {
      value: "Number 300",
      options: { timeoutMs: 30_000 },
    });
    expect(refused.text).toContain("the list was scrolled to its end (300 options)");
    expect(refused.text).toContain('use one of "Number 0", "Number 1"');
    expect(page.events("state").every(({ fixed }) => fixed === undefined)).toBe(true);
  });
});

inOneBrowser("an option that leaves with its list", (t) => {
  it("is clicked, and nothing is said of its state", async () => {
    const page = await componentPage(t.site, "react-select.tsx");
    await t.pilot.see(page);
    await t.pilot.click("combobox", "Colour");
    await t.pilot.snapshot();
    const answer = await t.pilot.click("option", "Green");
    await page.event("state", ({ colour }) => colour === "green");
    expect(answer).toContain('Clicked option "Green"');
    expect(answer).not.toContain("checked now");
  });

  it("so is a choice of a menu, and setting it does not claim a state", async () => {
    const page = await componentPage(t.site, "radix-menu.tsx");
    await t.pilot.see(page);
    await t.pilot.click("button", "View");
    await t.pilot.snapshot();
    const answer = await t.pilot.click("menuitemcheckbox", "Ruler");
    await page.event("state", ({ ruler }) => ruler === true);
    expect(answer).not.toContain("checked now");
    await t.pilot.snapshot();
    await t.pilot.click("button", "View");
    const uid = (await t.pilot.snapshot()).uid("menuitemcheckbox", "Ruler");
    await t.pilot.fails("OUTCOME_UNKNOWN", "fill_by_uid", { uid, value: "false" });
    await page.event("state", ({ ruler }) => ruler === false);
  });
});
