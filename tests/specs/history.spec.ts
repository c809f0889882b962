import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

inEachBrowser("a step in the history", (t) => {
  const step = (direction: "back" | "forward"): Promise<string> => t.pilot.ok("navigate_history", { direction });

  /** Whether the frame of the page shows this heading. */
  const shows = (heading: string): Promise<unknown> =>
    until(
      `the frame to show "${heading}"`,
      async () => (await t.pilot.snapshot()).has("heading", heading) || undefined,
    );

  it("of a frame alone is told as that, at once", async () => {
    const two = t.site.html("<h1>Two</h1>");
    const one = t.site.html(`<h1>One</h1><a href="${two.url}">Next</a>`);
    const page = t.site.html(`<title>Outer</title><iframe src="${one.url}"></iframe>`);
    await t.pilot.see(page);
    await shows("One");
    await t.pilot.click("link", "Next");
    await shows("Two");
    for (const [direction, heading] of [
      ["back", "One"],
      ["forward", "Two"],
    ] as const) {
      const told = await step(direction);
      expect(told).toContain(`one of a frame: page `);
      expect(told).toContain(`still shows "${page.url}"`);
      await shows(heading);
    }
  });

  it("within the document of a frame is told as that", async () => {
    const inner = t.site.html(
      `<h1>One</h1><button onclick="history.pushState(1, ''); document.querySelector('h1').textContent = 'Two'">Next</button>
      <script>onpopstate = () => { document.querySelector("h1").textContent = "One" }</script>`,
    );
    const page = t.site.html(`<title>Outer</title><iframe src="${inner.url}"></iframe>`);
    await t.pilot.see(page);
    await shows("One");
    await t.pilot.click("button", "Next");
    await shows("Two");
    expect(await step("back")).toContain(`still shows "${page.url}"`);
    await shows("One");
  });

  it("between two entries with one address is told as done", async () => {
    const page = t.site.html(
      `<h1>First</h1><button onclick="history.pushState(1, ''); document.querySelector('h1').textContent = 'Second'">Next</button>
      <script>onpopstate = () => { document.querySelector("h1").textContent = "First" }</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("button", "Next");
    expect(await step("back")).toContain(`Went back to "${page.url}"`);
    expect((await t.pilot.snapshot()).has("heading", "First")).toBe(true);
  });

  it("away from a page whose script is busy for a while is made", async () => {
    const before = t.site.html("<h1>Before</h1>");
    await t.pilot.open(before);
    const page = t.site.html(
      `<button onclick="setTimeout(() => { for (const end = Date.now() + 2000; Date.now() < end;); }, 400)">Work</button>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("button", "Work");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await step("back")).toContain(`Went back to "${before.url}"`);
    expect((await t.pilot.snapshot()).has("heading", "Before")).toBe(true);
  });
});
