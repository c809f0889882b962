import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser("Vue", (t) => {
  it("binds what is filled in, with every modifier of v-model", async () => {
    const page = await componentPage(t.site, "vue.ts");
    const { nodes } = await t.pilot.see(page);
    const uid = (name: string): string | undefined => nodes.find((node) => node.name === name && node.uid)?.uid;
    await t.pilot.ok("fill_form_by_uid", {
      elements: [
        { uid: uid("Name"), value: "Ada" },
        { uid: uid("Lazy"), value: "later" },
        { uid: uid("Amount"), value: "12.5" },
        { uid: uid("Terms"), value: "true" },
        { uid: uid("Tags"), value: '["Alpha","c"]' },
        { uid: uid("paid"), value: "true" },
      ],
    });
    await t.pilot.snapshot();
    await t.pilot.click("button", "Add");
    expect(await page.event("state", ({ items }) => (items as string[]).length === 2)).toMatchObject({
      name: "Ada",
      lazy: "later",
      amount: 12.5,
      terms: true,
      tags: ["a", "c"],
      plan: "paid",
      items: ["one", "Ada"],
    });
  });

  it("never clicks the neighbour of a list entry that is gone", async () => {
    const page = await componentPage(t.site, "vue.ts");
    await t.pilot.see(page);
    const gone = t.pilot.uid("button", "Remove one");
    await t.pilot.click("button", "Remove one");
    await page.event("state", ({ items }) => (items as string[]).length === 0);
    await t.pilot.fails("STALE_UID", "click_by_uid", { uid: gone });
  });

  it("waits for an element that comes in by a transition", async () => {
    const page = await componentPage(t.site, "vue.ts");
    await t.pilot.see(page);
    await t.pilot.click("button", "Show");
    await t.pilot.snapshot();
    await t.pilot.click("button", "Hide");
    await page.event("state", ({ shown, order }) => shown === false && order === 2);
  });
});
