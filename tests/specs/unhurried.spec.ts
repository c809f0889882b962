import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

/** A calendar's days. It begins to listen for the release when it has rendered and drawn a frame, as effects of Preact do. */
const calendar = `<style>div { width: 200px; height: 60px; background: #eee }</style><div id="day" tabindex="0">Day 12</div>
  <div id="other" tabindex="0">Day 13</div><p id="said"></p><script>
  const then = (run) => setTimeout(() => requestAnimationFrame(() => setTimeout(run)));
  for (const day of [document.querySelector("#day"), document.querySelector("#other")])
    day.onmousedown = () => then(() => document.addEventListener("mouseup", (event) => {
      record("range", { from: day.id, to: event.target.id });
      said.textContent = "From " + day.id + " to " + event.target.id;
    }, { once: true }));
</script>`;

inEachBrowser("a press of what is no control", (t) => {
  it("is released when the page listens for that", async () => {
    const page = t.site.html(calendar);
    await t.pilot.see(page);
    for (const [name, id] of [
      ["Day 12", "day"],
      ["Day 13", "other"],
    ]) {
      await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("generic", name) });
      expect(await page.event("range", ({ from }) => from === id)).toMatchObject({ from: id, to: id });
    }
  });

  it("of several clicks, each is", async () => {
    const page = t.site.html(calendar);
    await t.pilot.see(page);
    await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("generic", "Day 12"), clickCount: 2 });
    await page.event("range");
    expect(page.events("range").length).toBe(2);
  });

  it("is released too where the page has a dialog, another document or nothing at the press", async () => {
    const next = t.site.html("<h1>Next</h1>");
    const page = t.site.html(`<style>div { width: 200px; height: 60px; background: #eee }</style>
      <div id="ask" tabindex="0" onmousedown="record('ask'); alert('Now?')">Ask</div>
      <div id="go" tabindex="0" onmousedown="location.href = ${JSON.stringify(next.url).replaceAll('"', "'")}">Go</div>
      <div id="none" tabindex="0">None</div><script>watch("#none", "click")</script>`);
    await t.pilot.see(page);
    await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("generic", "None") });
    await page.event("click", ({ id }) => id === "none");
    expect(await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("generic", "Ask") })).toContain("Now?");
    await t.pilot.ok("accept_dialog");
    expect(page.events("ask").length).toBe(1);
    await t.pilot.snapshot();
    await t.pilot.call("click_by_uid", { uid: t.pilot.uid("generic", "Go") });
    expect((await t.pilot.snapshot()).has("heading", "Next")).toBe(true);
  });
});
