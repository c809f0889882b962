import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** A dialog of the page's own that takes the focus back, with its backdrop beside it. `backdrop`: whether that takes the pointer from the page. */
const page = (role: string, style = ""): string => `
  <style>.veil { position: fixed; inset: 0; background: #0008 }
    .box { position: fixed; left: 200px; top: 150px; width: 300px; background: white; padding: 20px }${style}</style>
  <input aria-label="Name" id="n"><input type="date" aria-label="Day" id="d"><button onclick="record('clicked')">Below</button>
  <div class="veil"></div>
  <div class="box" id="box" role="${role}" aria-modal="true" aria-labelledby="t" tabindex="-1"><h2 id="t">Delete it?</h2>
    <button onclick="location.hash = 'no'; box.remove(); document.querySelector('.veil').remove()">Cancel</button>
    <button onclick="record('deleted')">Yes, delete it</button></div>
  <script>
    document.addEventListener("focusin", ({ target }) => { if (box.isConnected && !box.contains(target)) box.focus(); });
    document.addEventListener("input", ({ target }) => record("input", { id: target.id, value: target.value }));
    box.focus();
  </script>`;

inOneBrowser(
  "a field behind a dialog that takes the focus back",
  (t) => {
    const acts: [tool: string, name: string, args: Record<string, unknown>][] = [
      ["type_text", "Name", { text: "Ada" }],
      ["press_key", "Name", { key: "x" }],
      ["fill_by_uid", "Name", { value: "Ada" }],
      ["fill_by_uid", "Day", { value: "2026-11-21" }],
    ];
    it.each(acts)("is not reached by %s in %s, which names the dialog and what closes it", async (tool, name, args) => {
      const site = t.site.html(page("dialog"));
      const tree = await t.pilot.see(site);
      const uid = tree.nodes.find((node) => node.name === name)?.uid;
      const text = await t.pilot.fails("COVERED", tool, { uid, ...args });
      expect(text).toContain("Delete it?");
      expect(text).toContain("nothing was done");
      expect(text).toContain(`close it with UID ${tree.uid("button", "Cancel")} (button "Cancel")`);
      expect(site.events("input")).toEqual([]);
      await t.pilot.ok("click_by_uid", { uid: tree.uid("button", "Cancel") });
      await t.pilot.ok(tool, { uid, ...args });
    });

    it("is not filled by meaning", async () => {
      const site = t.site.html(page("alertdialog"));
      await t.pilot.see(site);
      const args = { action: "type", target: { by: "label", value: "Name" }, value: "Ada" };
      expect(await t.pilot.fails("COVERED", "interactWithPage", args)).toContain("Delete it?");
      expect(site.events("input")).toEqual([]);
    });
  },
  { args: ["--tools", "web,more"] },
);

inOneBrowser(
  "a page that is inert behind a dialog",
  (t) => {
    it("is not waited for: the dialog is named, and what closes it", async () => {
      const site = t.site.html(
        `<main inert style="height:200px;overflow:auto"><button>Save</button><input aria-label="Name"><p style="height:900px">long</p></main>
      <div role="dialog" aria-modal="true" aria-label="Clear caches">Really? <button onclick="this.parentElement.remove(); document.querySelector('main').inert = false">Cancel</button></div>`,
      );
      const tree = await t.pilot.see(site);
      const acts: [tool: string, args: Record<string, unknown>][] = [
        ["click_by_uid", { uid: tree.uid("button", "Save") }],
        ["fill_by_uid", { uid: tree.uid("textbox", "Name"), value: "Ada" }],
        ["interactWithPage", { action: "click", target: { by: "role", value: "button", name: "Save" } }],
      ];
      for (const [tool, args] of acts) {
        const began = performance.now();
        const text = await t.pilot.fails("COVERED", tool, args);
        expect.soft(performance.now() - began, tool).toBeLessThan(3_000);
        expect.soft(text, tool).toContain("is inert");
        expect.soft(text, tool).toContain("Clear caches");
        expect.soft(text, tool).toContain(`close it with UID ${tree.uid("button", "Cancel")} (button "Cancel")`);
      }
      await t.pilot.ok("click_by_uid", { uid: tree.uid("button", "Cancel") });
      await t.pilot.ok("click_by_uid", { uid: tree.uid("button", "Save") });
    });
  },
  { args: ["--tools", "web,more"] },
);

inOneBrowser("what a dialog's backdrop covers", (t) => {
  // Radix puts the page out of reach of the pointer, and its backdrop and its dialog beside each other.
  const outOfReach = "body { pointer-events: none } .veil, .box { pointer-events: auto }";
  it.each([
    ["alertdialog", ""],
    ["alertdialog", outOfReach],
    ["dialog", outOfReach],
  ])("names the dialog (role %s) and what closes it (%j)", async (role, style) => {
    const tree = await t.pilot.see(t.site.html(page(role, style)));
    const text = await t.pilot.fails("COVERED", "click_by_uid", { uid: tree.uid("button", "Below") });
    expect(text).toContain("Delete it?");
    expect(text).toContain(`UID ${tree.uid("button", "Cancel")}`);
  });

  it("is no dialog's where that is a small box in a panel over a canvas", async () => {
    const tree = await t.pilot.see(
      t.site.html(
        `<body style="margin:0"><canvas aria-label="Plan" role="img" width="600" height="400"></canvas>
        <div id="panel" style="position:absolute;left:0;top:0;width:180px;height:300px;background:#eee">
        <div role="dialog" aria-modal="true" aria-label="Colour" style="width:160px;height:30px"><button>Close</button></div>
        <label style="display:block;margin-top:100px">Opacity <input type="range"></label></div>`,
      ),
    );
    const args = { uid: tree.uid("img", "Plan"), at: { x: 20, y: 140 } };
    const text = await t.pilot.fails("COVERED", "click_by_uid", args);
    expect(text).toContain("#panel");
    expect(text).not.toContain("backdrop");
    expect(text).not.toContain("close it with UID");
  });
});
