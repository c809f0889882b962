/** Points of a screenshot, held keys and the wheel at a point work in a tab of the user's own browser. */

import { expect, test } from "vitest";
import { inUserTab } from "../support/user-tab.ts";

const t = inUserTab(["--tools", "web,more,vision"]);

test("click, drag and turn the wheel at points of a picture of the tab", async () => {
  const page = t.site.html(
    `<style>body { margin: 0 }</style><canvas id=board width=300 height=200 style="display:block"></canvas>
    <script>
      for (const type of ["click", "mouseup", "wheel"])
        board.addEventListener(type, (event) => record(type, { x: Math.round(event.offsetX), y: Math.round(event.offsetY), dy: event.deltaY, trusted: event.isTrusted }));
    </script>`,
    { title: "Canvas" },
  );
  await t.use(page, "Canvas");
  await t.pilot.ok("screenshot_page");
  expect(await t.pilot.ok("click_at", { x: 120, y: 80 })).toContain("Clicked canvas <canvas#board>");
  expect(await page.event("click")).toMatchObject({ x: 120, y: 80, trusted: true });
  page.forget();
  await t.pilot.ok("drag_at", { x: 20, y: 30, to: { x: 200, y: 90 } });
  expect(await page.event("mouseup")).toMatchObject({ x: 200, y: 90 });
  await t.pilot.ok("wheel_at", { x: 44, y: 55, dy: -120 });
  expect(await page.event("wheel")).toMatchObject({ x: 44, y: 55, dy: -120, trusted: true });
});

test("hold a key over clicks", async () => {
  const page = t.site.html(
    `<button>Go</button><script>addEventListener("click", (event) => record("click", { shift: event.shiftKey }))</script>`,
    { title: "Keys" },
  );
  await t.use(page, "Keys");
  await t.pilot.snapshot();
  await t.pilot.ok("key_down", { key: "Shift" });
  expect(await t.pilot.click("button", "Go")).toContain("Held down: Shift.");
  expect(await page.event("click")).toMatchObject({ shift: true });
  page.forget();
  await t.pilot.ok("key_up");
  await t.pilot.click("button", "Go");
  expect(await page.event("click")).toMatchObject({ shift: false });
});
