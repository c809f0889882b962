import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

inOneBrowser("clicks that are forced", (t) => {
  it("go through what covers an element of no use, at once, and say what got them", async () => {
    const page =
      t.site.html(`<style>body{margin:0} div,button{position:absolute;left:0;top:0;width:200px;height:60px}</style>
      <button onclick="record('button', {})">Under</button><div onclick="record('veil', {})">Loading…</div>
      <div style="top:100px" onclick="record('open', { x: event.clientX })"><button>Plain</button></div>`);
    await t.pilot.see(page);
    const forced = (name: string, more = {}) =>
      t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", name), force: true, ...more });
    expect(await forced("Under")).toContain("Forced: something else was on top there, and got the click.");
    await page.event("veil");
    expect(page.events("button")).toEqual([]);
    expect(await forced("Plain", { at: { x: 20, y: 10 } })).toContain("Forced: it was not waited for.");
    expect(await page.event("open")).toMatchObject({ x: 20 });
  });

  it("reach disabled elements, which the browser keeps silent, and elements that move", async () => {
    const page =
      t.site.html(`<style>@keyframes go { to { transform: translateX(300px) } } #m { animation: go 20s linear infinite }</style>
      <button disabled onclick="record('off', {})">Off</button><button id="m" onclick="record('moved', {})">Moving</button>`);
    await t.pilot.see(page);
    const off = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Off"), force: true });
    expect(off).toContain("Forced, but it is disabled, so it got no click.");
    await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Moving"), force: true });
    await page.event("moved");
    expect(page.events("off")).toEqual([]);
  });

  it("work by meaning, too, in a frame that something covers", async () => {
    const inner = t.site.html(`<button onclick="record('inner', {})">Inner</button>`);
    const outer = t.site.html(`<iframe src="${inner.otherOrigin}" width="300" height="200"></iframe>
      <div onclick="record('cover', {})" style="position:fixed;inset:0">Please wait</div>`);
    await t.pilot.open(outer);
    const answer = await t.pilot.ok("interactWithPage", {
      action: "click",
      target: { by: "role", value: "button", name: "Inner" },
      options: { force: true },
    });
    expect(answer).toContain("Forced: something else was on top there, and got the click.");
    await outer.event("cover");
    expect(inner.events("inner")).toEqual([]);
  });

  it("wait for no disabled element that is named by its meaning, either", async () => {
    const page = t.site.html(`<button disabled onclick="record('off', {})">Off</button>`);
    await t.pilot.open(page);
    const answer = await t.pilot.ok("interactWithPage", {
      action: "click",
      target: { by: "role", value: "button", name: "Off" },
      options: { force: true },
    });
    expect(answer).toContain("Forced, but it is disabled, so it got no click.");
    expect(page.events("off")).toEqual([]);
  });
});

inOneBrowser("matches that are hidden", (t) => {
  it("count only if the caller says so", async () => {
    const page =
      t.site.html(`<button hidden>Save</button><button onclick="record('clicked', { which: 'second' })">Save</button>
      <button onclick="record('clicked', { which: 'third' })">Save</button>`);
    await t.pilot.open(page);
    const click = (more: object) =>
      t.pilot.ok("interactWithPage", { action: "click", target: { by: "css", value: "button", nth: 1, ...more } });
    await click({});
    expect(await page.event("clicked")).toMatchObject({ which: "third" });
    page.forget();
    await click({ visible: false });
    expect(await page.event("clicked")).toMatchObject({ which: "second" });
  });
});
