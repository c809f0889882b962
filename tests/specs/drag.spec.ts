import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

const nativeDrag = `<div id="from" draggable="true" role="button" aria-label="Card" style="width:80px;height:40px;background:#cce">Card</div>
  <div style="height:60px"></div><div id="to" role="region" aria-label="Bin" style="width:120px;height:80px;background:#ecc">Bin</div>
  <script>
    from.addEventListener("dragstart", (event) => { event.dataTransfer.setData("text/plain", "card-1"); record("dragstart", { trusted: event.isTrusted }); });
    to.addEventListener("dragover", (event) => event.preventDefault());
    to.addEventListener("drop", (event) => { event.preventDefault(); record("drop", { trusted: event.isTrusted, data: event.dataTransfer.getData("text/plain") }); });
    from.addEventListener("dragend", (event) => record("dragend", { trusted: event.isTrusted, effect: event.dataTransfer.dropEffect }));
  </script>`;

const pointerDrag = `<div id="thumb" role="slider" tabindex="0" aria-label="Thumb" aria-valuenow="0" style="position:absolute;left:20px;top:60px;width:30px;height:30px;background:#88c;touch-action:none"></div>
  <button id="goal" style="position:absolute;left:300px;top:60px">Goal</button>
  <script>
    let held = false, moves = 0;
    thumb.addEventListener("pointerdown", (event) => { held = true; thumb.setPointerCapture(event.pointerId); record("down", { trusted: event.isTrusted }); });
    thumb.addEventListener("pointermove", (event) => { if (held) { moves++; thumb.style.left = event.clientX - 15 + "px"; } });
    thumb.addEventListener("pointerup", (event) => { held = false; record("up", { trusted: event.isTrusted, left: parseFloat(thumb.style.left), moves }); });
  </script>`;

inEachBrowser("dragging", (t) => {
  it("makes real HTML drag-and-drop happen with trusted events and its data", async () => {
    const page = t.site.html(nativeDrag);
    const tree = await t.pilot.see(page);
    const answer = await t.pilot.ok("drag_by_uid_to_uid", {
      fromUid: tree.uid("button", "Card"),
      toUid: tree.uid("region", "Bin"),
    });
    expect(answer).toContain("Card");
    expect(answer).toContain("Bin");
    const drop = await page.event("drop");
    expect(drop).toMatchObject({ data: "card-1" });
    // A fallback by script is allowed only where the browser offers no more, and the answer says so.
    expect(/script/.test(answer)).toBe(drop.trusted !== true);
    if (t.browser === "chromium") {
      expect(drop.trusted).toBe(true);
      expect(answer).toContain("The page accepted the drop.");
    }
    expect(answer).not.toContain("holdMs");
    await page.event("dragend");
  });

  it("moves what listens to pointer events, step by step", async () => {
    const page = t.site.html(pointerDrag);
    const tree = await t.pilot.see(page);
    await t.pilot.ok("drag_by_uid_to_uid", { fromUid: tree.uid("slider", "Thumb"), toUid: tree.uid("button", "Goal") });
    const up = await page.event("up");
    expect(up).toMatchObject({ trusted: true });
    expect(Number(up.left)).toBeGreaterThan(250);
    expect(Number(up.moves)).toBeGreaterThan(1);
  });

  it("sorts a list that is driven by mouse events", async () => {
    const page =
      t.site.html(`<ul id="list" style="width:200px;list-style:none;padding:0">${["A", "B", "C"].map((name) => `<li tabindex="0" role="listitem" aria-label="Item ${name}" style="height:40px">${name}</li>`).join("")}</ul>
      <script>
        let held;
        list.onmousedown = (event) => { held = event.target; event.preventDefault(); };
        onmousemove = (event) => { if (held && event.buttons === 1) { const over = document.elementFromPoint(event.clientX, event.clientY).closest("li"); if (over && over !== held) over.after(held); } };
        onmouseup = () => { if (held) record("order", { order: [...list.children].map((item) => item.textContent).join("") }); held = undefined; };
      </script>`);
    const { nodes } = await t.pilot.see(page);
    const uid = (name: string): string | undefined => nodes.find((node) => node.name === name && node.uid)?.uid;
    await t.pilot.ok("drag_by_uid_to_uid", { fromUid: uid("Item A"), toUid: uid("Item C") });
    expect((await page.event("order")).order).not.toBe("ABC");
  });

  it("drags inside a frame of another origin", async () => {
    const inner = t.site.html(nativeDrag);
    const tree = await t.pilot.see(
      t.site.html(
        `<div style="height:100px"></div><iframe width="400" height="300" src="${inner.otherOrigin}"></iframe>`,
      ),
    );
    await t.pilot.ok("drag_by_uid_to_uid", { fromUid: tree.uid("button", "Card"), toUid: tree.uid("region", "Bin") });
    await inner.event("drop");
  });

  it("says which of the two UIDs is stale and leaves no button pressed", async () => {
    const page = t.site.html(
      `${nativeDrag}<button onclick="document.getElementById('to').remove()">Remove bin</button><script>onmousedown = () => record("down"); onmouseup = () => record("up")</script>`,
    );
    const tree = await t.pilot.see(page);
    await t.pilot.click("button", "Remove bin");
    // The answer may come before the page's own reports.
    await page.event("up");
    await page.event("down");
    page.forget();
    const bin = tree.uid("region", "Bin");
    expect(
      await t.pilot.fails("STALE_UID", "drag_by_uid_to_uid", { fromUid: tree.uid("button", "Card"), toUid: bin }),
    ).toContain(bin);
    expect(page.events("down").length).toBe(page.events("up").length);
  });

  it("does not say that something was dropped on an element that the page took away", async () => {
    const page = t.site.html(
      `${nativeDrag}<script>from.addEventListener("dragstart", () => setTimeout(() => { to.remove(); record("removed"); }));</script>`,
    );
    const tree = await t.pilot.see(page);
    const answer = await t.pilot.call("drag_by_uid_to_uid", {
      fromUid: tree.uid("button", "Card"),
      toUid: tree.uid("region", "Bin"),
    });
    await page.event("removed");
    expect(answer.text).toMatch(/took away the element|ended without a drop/);
    expect(page.events("drop")).toEqual([]);
  });

  it("holds the keys during a drag, also by script", async () => {
    const page = t.site.html(
      `${nativeDrag}<script>to.addEventListener("drop", (event) => record("keys", { ctrl: event.ctrlKey, shift: event.shiftKey }));</script>`,
    );
    const tree = await t.pilot.see(page);
    await t.pilot.ok("drag_by_uid_to_uid", {
      fromUid: tree.uid("button", "Card"),
      toUid: tree.uid("region", "Bin"),
      modifiers: ["Control", "Shift"],
    });
    expect(await page.event("keys")).toMatchObject({ ctrl: true, shift: true });
  });

  it("says that the page did not put the element where it was to be", async () => {
    const items = ["One", "Two", "Three"].map(
      (name) => `<li tabindex="0" style="height:30px;user-select:none">${name}</li>`,
    );
    const { nodes } = await t.pilot.see(t.site.html(`<ul>${items.join("")}</ul>`));
    const [one, , three] = nodes.filter(({ role }) => role === "listitem").map(({ uid }) => uid);
    const drag = (place: string): Promise<string> =>
      t.pilot.ok("drag_by_uid_to_uid", { fromUid: one, toUid: three, place });
    expect(await drag("below")).toContain("is not on that side of the other one");
    expect(await drag("above")).not.toContain("is not on that side");
  });
});
