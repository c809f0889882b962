import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

inEachBrowser("pressing keys", (t) => {
  it("submits a form with Enter", async () => {
    const done = t.site.html("<h1>Searched</h1>");
    await t.pilot.see(t.site.html(`<form action="${done.url}"><input aria-label="Query" name="q"></form>`));
    await t.pilot.fill("textbox", "Query", "needle");
    const answer = await t.pilot.ok("press_key", { key: "Enter" });
    expect(answer).toContain(done.url);
    expect((await t.pilot.snapshot()).has("heading", "Searched")).toBe(true);
  });

  it("gives trusted key events with key and code", async () => {
    const page = t.site.html(`<input id="f" aria-label="Field"><script>
      f.addEventListener("keydown", (event) => record("down", { key: event.key, code: event.code, trusted: event.isTrusted, shift: event.shiftKey }));
      f.addEventListener("keyup", (event) => record("up", { key: event.key }));</script>`);
    await t.pilot.see(page);
    const uid = t.pilot.uid("textbox", "Field");
    await t.pilot.ok("press_key", { uid, key: "a" });
    expect(await page.event("down", ({ key }) => key === "a")).toMatchObject({ code: "KeyA", trusted: true });
    await page.event("up", ({ key }) => key === "a");
    await t.pilot.ok("press_key", { uid, key: "ArrowLeft" });
    expect(await page.event("down", ({ key }) => key === "ArrowLeft")).toMatchObject({ trusted: true });
    await t.pilot.ok("press_key", { uid, key: "Shift+Tab" });
    expect(await page.event("down", ({ key }) => key === "Tab")).toMatchObject({ shift: true });
  });

  it("selects all with Control+A and deletes it", async () => {
    const page = t.site.html(
      `<input id="f" aria-label="Field" value="to be deleted"><script>watch("#f", "input")</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("textbox", "Field");
    await t.pilot.ok("press_key", { key: "Control+A" });
    await t.pilot.ok("press_key", { key: "Delete" });
    expect(await page.event("input")).toMatchObject({ value: "", trusted: true });
  });

  it("moves the focus with Tab, chooses with the arrows and closes with Escape", async () => {
    const page =
      t.site.html(`<button id="one">One</button><select id="two" aria-label="Two"><option>a</option><option>b</option></select>
      <script>watch("#two", "change"); addEventListener("keydown", (event) => event.key === "Escape" && record("escape"))</script>`);
    await t.pilot.see(page);
    await t.pilot.click("button", "One");
    await t.pilot.ok("press_key", { key: "Tab" });
    await t.pilot.ok("press_key", { key: "ArrowDown" });
    await page.event("change", ({ value }) => value === "b");
    await t.pilot.ok("press_key", { key: "Escape" });
    await page.event("escape");
  });

  it("refuses a key that there is not, by name", async () => {
    await t.pilot.see(t.site.html("<p>Page</p>"));
    const text = await t.pilot.fails("INVALID_INPUT", "press_key", { key: "Kontrol+Q" });
    expect(text).toContain("Kontrol");
  });
});
