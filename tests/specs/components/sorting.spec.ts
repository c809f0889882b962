import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser("sorting", (t) => {
  const uidOf = async (text: string): Promise<string | undefined> =>
    (await t.pilot.snapshot()).nodes.find((node) => node.line.includes(`"${text}"`) && node.uid)?.uid;

  it("moves an item of a SortableJS list that is driven by the pointer", async () => {
    const page = await componentPage(t.site, "sortable.ts");
    await t.pilot.open(page);
    const answer = await t.pilot.ok("drag_by_uid_to_uid", {
      fromUid: await uidOf("Pointer A"),
      toUid: await uidOf("Pointer C"),
    });
    expect(answer).not.toContain("script");
    expect((await page.event("state")).Pointer).toBe("BCAD");
  });

  it("moves an item of a SortableJS list that is driven by HTML drag and drop", async () => {
    const page = await componentPage(t.site, "sortable.ts");
    await t.pilot.open(page);
    const answer = await t.pilot.ok("drag_by_uid_to_uid", {
      fromUid: await uidOf("Native A"),
      toUid: await uidOf("Native C"),
    });
    // Firefox has no trusted drop for us; the answer says that it was made by script.
    expect(answer.includes("script")).toBe(t.browser === "firefox");
    expect((await page.event("state")).Native).toBe("BCAD");
  });

  it("moves an item of a dnd-kit list by pointer", async () => {
    const page = await componentPage(t.site, "dnd-kit.tsx");
    await t.pilot.see(page);
    await t.pilot.ok("drag_by_uid_to_uid", {
      fromUid: t.pilot.uid("button", "Item A"),
      toUid: t.pilot.uid("button", "Item C"),
    });
    expect(await page.event("state", ({ items }) => items !== "ABCD")).toMatchObject({ items: "BCAD" });
  });

  it("moves an item of a dnd-kit list by keys", async () => {
    const page = await componentPage(t.site, "dnd-kit.tsx");
    await t.pilot.see(page);
    await t.pilot.ok("press_key", { uid: t.pilot.uid("button", "Item A"), key: "Space" });
    await page.event("state", ({ held, over }) => held === "A" && over === "A");
    await t.pilot.ok("press_key", { key: "ArrowDown" });
    await page.event("state", ({ over }) => over === "B");
    await t.pilot.ok("press_key", { key: "Space" });
    await page.event("state", ({ items }) => items === "BACD");
  });
});
