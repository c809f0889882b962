import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

inEachBrowser("a UID", (t) => {
  it("stays with its element over snapshots and changes around it", async () => {
    const page = t.site.html(`<ul id="list"><li><button>Keep</button></li></ul>
      <button onclick="for (let i = 0; i < 5; i++) document.getElementById('list').insertAdjacentHTML('afterbegin', '<li><button>New ' + i + '</button></li>')">Add</button>`);
    const first = await t.pilot.see(page);
    await t.pilot.click("button", "Add");
    const second = await t.pilot.snapshot();
    expect(second.has("button", "New 4")).toBe(true);
    expect(second.uid("button", "Keep")).toBe(first.uid("button", "Keep"));
    expect(first.uids).not.toContain(second.uid("button", "New 4"));
  });

  it("stays with an element that moves within the document", async () => {
    const first = await t.pilot.see(
      t.site.html(
        `<div id="a"><button id="m">Mover</button></div><div id="b"></div><button onclick="b.append(m)">Move</button>`,
      ),
    );
    await t.pilot.click("button", "Move");
    expect((await t.pilot.snapshot()).uid("button", "Mover")).toBe(first.uid("button", "Mover"));
  });

  it("is stale at once when its node was replaced by an identical one", async () => {
    const page = t.site.html(`<div id="box"><button onclick="record('old')">Same</button></div>
      <button onclick="box.innerHTML = '<button onclick=&quot;record(\\'new\\')&quot;>Same</button>'">Replace</button>`);
    const tree = await t.pilot.see(page);
    await t.pilot.click("button", "Replace");
    const began = performance.now();
    const text = await t.pilot.fails("STALE_UID", "click_by_uid", { uid: tree.uid("button", "Same") });
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(text).toContain("take_snapshot");
    expect(text).toContain(tree.uid("button", "Same"));
    expect([...page.events("old"), ...page.events("new")]).toEqual([]);
    expect((await t.pilot.snapshot()).uid("button", "Same")).not.toBe(tree.uid("button", "Same"));
  });

  it("is refused with what it was and what it is when its node has a new meaning", async () => {
    const page = t.site.html(`<button id="row" onclick="record('row')">Delete report A</button>
      <button onclick="row.textContent = 'Delete everything'">Recycle</button>`);
    const tree = await t.pilot.see(page);
    await t.pilot.click("button", "Recycle");
    const text = await t.pilot.fails("STALE_UID", "click_by_uid", { uid: tree.uid("button", "Delete report A") });
    expect(text).toContain("Delete report A");
    expect(text).toContain("Delete everything");
    expect(page.events("row")).toEqual([]);
    const again = await t.pilot.snapshot();
    await t.pilot.ok("click_by_uid", { uid: again.uid("button", "Delete everything") });
    await page.event("row");
  });

  it("is refused when its name counts, and says how to act on what counts", async () => {
    const page = t.site.html(`<button id="code" onclick="record('code')">Resend code (59 s)</button>
      <button onclick="code.textContent = 'Resend code (8 s)'">Wait</button>`);
    const tree = await t.pilot.see(page);
    await t.pilot.click("button", "Wait");
    const text = await t.pilot.fails("STALE_UID", "click_by_uid", { uid: tree.uid("button", "Resend code (59 s)") });
    expect(text).toContain("if that number counts by itself, act by meaning instead");
    await t.pilot.ok("interactWithPage", {
      action: "click",
      target: { by: "role", value: "button", name: "Resend code" },
    });
    await page.event("code");
  });

  it("is stale after a navigation, a reload and going back", async () => {
    const page = t.site.html("<button>One</button>");
    const tree = await t.pilot.see(page);
    await t.pilot.open(t.site.html("<button>Two</button>"));
    const text = await t.pilot.fails("STALE_UID", "click_by_uid", { uid: tree.uid("button", "One") });
    expect(text).toMatch(/UID \d+_\d+ is stale – take a new snapshot \(`take_snapshot`\) and try again/);
    const second = await t.pilot.see(page);
    await t.pilot.ok("navigate_history", { direction: "back" });
    await t.pilot.fails("STALE_UID", "click_by_uid", { uid: second.uid("button", "One") });
  });

  it("is stale after clear_snapshot, and its number is not used again", async () => {
    const page = t.site.html("<button>One</button>");
    const tree = await t.pilot.see(page);
    await t.pilot.ok("clear_snapshot");
    await t.pilot.fails("STALE_UID", "click_by_uid", { uid: tree.uid("button", "One") });
    const again = await t.pilot.snapshot();
    expect(again.uids.filter((uid) => tree.uids.includes(uid))).toEqual([]);
    await t.pilot.ok("click_by_uid", { uid: again.uid("button", "One") });
  });

  it("is never used again in a session", async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const tree = await t.pilot.see(t.site.html(`<button>Round ${round}</button><a href="#x">Link</a>`));
      for (const uid of tree.uids) {
        expect(seen.has(uid)).toBe(false);
        seen.add(uid);
      }
    }
  });

  it("works on its own page only while that page is there, and never on another", async () => {
    const first = t.site.html(`<button onclick="record('hit')">Twin</button>`);
    const second = t.site.html(`<button onclick="record('hit')">Twin</button>`);
    const tree = await t.pilot.see(first);
    await t.pilot.ok("new_page", { url: second.url });
    await t.pilot.snapshot();
    const answer = await t.pilot.call("click_by_uid", { uid: tree.uid("button", "Twin") });
    // Either the page of the UID is acted on, or the call says to select it first; the other page is never touched.
    if (answer.isError) expect(answer.text).toMatch(/select_page|page/);
    else await first.event("hit");
    expect(second.events("hit")).toEqual([]);
  });

  it("that was never given out is told from a stale one", async () => {
    const tree = await t.pilot.see(t.site.html("<button>One</button>"));
    const unknown = `${Number(tree.uid("button").split("_")[0]) + 500}_1`;
    await t.pilot.fails("UNKNOWN_UID", "click_by_uid", { uid: unknown });
    await t.pilot.fails("UNKNOWN_UID", "hover_by_uid", { uid: unknown });
  });

  it("resolves to a selector that finds exactly that element", async () => {
    const page =
      t.site.html(`<div class="row"><button class="x">Same name</button></div><div class="row"><button class="x">Same name</button></div>
      <button id="a:b.c">Odd id</button><button id="dup">D1</button><button id="dup">D2</button>
      <form onsubmit="return false"><label>Selector <input id="s"></label></form>
      <button onclick="const all = document.querySelectorAll(s.value); record('found', { count: all.length, text: all[0].textContent, index: [...document.querySelectorAll('button')].indexOf(all[0]) })">Check</button>`);
    const tree = await t.pilot.see(page);
    const buttons = tree.all("button");
    for (const [index, node] of buttons.entries()) {
      page.forget();
      const answer = await t.pilot.ok("resolve_uid_to_selector", { uid: node.uid });
      const plain = /`([^`]+)`/.exec(answer)?.[1] ?? "";
      await t.pilot.fill("textbox", "Selector", plain);
      await t.pilot.click("button", "Check");
      expect(await page.event("found"), plain).toMatchObject({ count: 1, text: node.name, index });
    }
  });

  it("resolves to a path through shadow trees and frames where one is needed", async () => {
    const inner = t.site.html("<button>In frame</button>");
    await t.pilot.see(
      t.site.html(`<div id="host"></div><iframe id="frame" src="${inner.url}"></iframe><script>
        document.getElementById("host").attachShadow({ mode: "open" }).innerHTML = "<button>In shadow</button>";</script>`),
    );
    const shadow = await t.pilot.ok("resolve_uid_to_selector", { uid: t.pilot.uid("button", "In shadow") });
    expect(shadow).toContain("#host");
    expect(shadow).toContain(">>>");
    const frame = await t.pilot.ok("resolve_uid_to_selector", { uid: t.pilot.uid("button", "In frame") });
    expect(frame).toContain("#frame");
    expect(frame).toContain(">>frame>>");
  });
});
