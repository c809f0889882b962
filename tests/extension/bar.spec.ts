/** The bar that says that a tab is debugged slides in when the debugger comes, and makes the page smaller. */

import { expect, test } from "vitest";
import { inUserTab } from "../support/user-tab.ts";

const t = inUserTab();

test("the page has its size before the first action in it", async () => {
  // Lists of component libraries close where the window is resized: what one action opened would be gone for the next.
  const page = t.site.html(
    `<button>Open</button>
    <script>
      document.querySelector("button").onpointerdown = () => record("pressed");
      addEventListener("resize", () => record("resized"));
    </script>`,
    { title: "A page" },
  );
  await t.use(page, "A page");
  await t.pilot.ok("interactWithPage", { action: "click", target: { by: "text", value: "Open" } });
  const resized = await page.event("resized");
  const pressed = await page.event("pressed");
  expect(resized.order).toBeLessThan(pressed.order);
});
