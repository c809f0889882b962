/**
 * The bar that says that a tab is debugged slides in when the debugger comes, and makes the page smaller. The browser
 * puts a new one in its place for each document.
 */

import { expect, test } from "vitest";
import { inUserTab } from "../support/user-tab.ts";
import { sleep } from "../support/wait.ts";

const t = inUserTab();

// Lists of component libraries close where the window is resized: what one action opened would be gone for the next.
const opener = (title: string) =>
  t.site.html(
    `<button>Open</button>
    <script>
      document.querySelector("button").onpointerdown = () => record("pressed");
      addEventListener("resize", () => record("resized"));
    </script>`,
    { title },
  );

const open = () => t.pilot.ok("interactWithPage", { action: "click", target: { by: "text", value: "Open" } });

test("the page has its size before the first action in it", async () => {
  const page = opener("A page");
  await t.use(page, "A page");
  await open();
  const resized = await page.event("resized");
  const pressed = await page.event("pressed");
  expect(resized.order).toBeLessThan(pressed.order);
});

test("so has each document that comes after it", async () => {
  for (let i = 0; i < 5; i++) {
    const page = opener(`Page ${i}`);
    await t.pilot.open(page);
    await open();
    const pressed = await page.event("pressed");
    await sleep(400);
    const after = page.events("resized").filter(({ order }) => order > pressed.order);
    expect(after, `of page ${i}`).toEqual([]);
  }
});
