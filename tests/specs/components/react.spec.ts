import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser(
  "React's controlled inputs",
  (t) => {
    it("take what is filled in, and their state holds it", async () => {
      const page = await componentPage(t.site, "react.tsx");
      const { nodes } = await t.pilot.see(page);
      const uid = (name: string): string | undefined => nodes.find((node) => node.name === name && node.uid)?.uid;
      await t.pilot.ok("fill_form_by_uid", {
        elements: [
          { uid: uid("Name"), value: "Ada" },
          { uid: uid("Notes"), value: "two\nlines" },
          { uid: uid("Age"), value: "36" },
          { uid: uid("Date"), value: "2027-01-31" },
          { uid: uid("Level"), value: "8" },
          { uid: uid("Colour"), value: "Green" },
          { uid: uid("Terms"), value: "true" },
          { uid: uid("paid"), value: "true" },
        ],
      });
      await t.pilot.snapshot();
      await t.pilot.click("button", "Send");
      expect(await page.event("state", ({ sent }) => sent === 1)).toMatchObject({
        name: "Ada",
        notes: "two\nlines",
        age: "36",
        date: "2027-01-31",
        level: "8",
        colour: "g",
        terms: true,
        plan: "paid",
      });
    });

    it("that change a value have the last word, and the answer says so", async () => {
      const page = await componentPage(t.site, "react.tsx");
      await t.pilot.see(page);
      expect(await t.pilot.fill("textbox", "Code", "12-34-56")).toContain('"1234"');
      await page.event("state", ({ code }) => code === "1234");
    });

    it("see every key of what is typed, and take options and checks", async () => {
      const page = await componentPage(t.site, "react.tsx");
      await t.pilot.see(page);
      await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Code"), text: "1a2", delayMs: 20 });
      await page.event("state", ({ code, keys }) => code === "12" && keys === "1 a 2 ");
      await t.pilot.ok("select_option", { uid: t.pilot.uid("listbox", "Tags"), values: ["Alpha", "c"] });
      await t.pilot.ok("set_checked", { uid: t.pilot.uid("checkbox", "Terms"), checked: true });
      await page.event("state", ({ tags, terms }) => String(tags) === "a,c" && terms === true);
    });
  },
  { args: ["--tools", "web,more"] },
);
