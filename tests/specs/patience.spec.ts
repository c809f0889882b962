import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

/** Something over the whole page. */
const over = (inner: string, more = ""): string =>
  `<div id="over" style="position:fixed;inset:0;background:rgba(0,0,0,.3)" ${more}>${inner}</div>`;

const BUY = `<button id="buy">Buy</button><script>watch("#buy", "click")</script>`;

inEachBrowser("what covers an element", (t) => {
  it.each([
    ["a spinner", over(`<div class="spinner"></div>`)],
    ["words", over("Loading…")],
    ["a busy area", over("<p>Please wait</p>", `aria-busy="true"`)],
    [
      "a picture in a closed layer of its own",
      over("<svg width='40' height='40'><circle r='9' cx='20' cy='20'/></svg>"),
    ],
  ])("is waited for if it is a veil: %s", async (_, veil) => {
    const page = t.site.html(
      `${BUY}${veil}<script>
       setTimeout(() => over.remove(), 900)</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("button", "Buy");
    await page.event("click");
  });

  it("is refused after the time of the call if the veil stays", async () => {
    await t.pilot.see(t.site.html(BUY + over("Loading…")));
    const text = await t.pilot.fails("COVERED", "interactWithPage", {
      action: "click",
      target: { by: "role", value: "button", name: "Buy" },
      options: { timeoutMs: 1_000 },
    });
    expect(text).toMatch(/after \d\.\d s; nothing was clicked/);
  });

  it.each([
    [
      "a cookie banner",
      over("<p>We use cookies</p><button>Settings</button> <button id='yes'>Accept all</button>"),
      "Accept all",
    ],
    ["a dialog with a cross", over("<a href='#more'>More</a> <button id='yes' aria-label='Close'>×</button>"), "Close"],
    [
      "a backdrop beside its dialog",
      `${over("")}<div role="dialog" aria-label="News" style="position:fixed;top:40%;left:40%;background:white"><button id="yes">No thanks</button></div>`,
      "No thanks",
    ],
  ])("names the control that closes it: %s", async (_, layer, name) => {
    const page = t.site.html(
      `${BUY}${layer}<script>yes.onclick = () => { over.remove(); document.querySelector("[role=dialog]")?.remove(); }</script>`,
    );
    await t.pilot.see(page);
    const text = await t.pilot.fails("COVERED", "click_by_uid", { uid: t.pilot.uid("button", "Buy") });
    const [, uid] = /close it with UID (\w+) \(button "(.*?)"\)/.exec(text) ?? [];
    expect(text).toContain(`(button "${name}")`);
    await t.pilot.ok("click_by_uid", { uid });
    await t.pilot.click("button", "Buy");
    await page.event("click");
  });

  it("names no control of the page itself where the element takes no pointer events", async () => {
    const page = t.site.html(`<button>Close</button><button id="buy" style="pointer-events:none">Buy</button>`);
    await t.pilot.see(page);
    const text = await t.pilot.fails("COVERED", "click_by_uid", { uid: t.pilot.uid("button", "Buy") });
    expect(text).not.toContain("close it with UID");
  });
});
