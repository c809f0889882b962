import { expect, it } from "vitest";
import { pdf } from "../support/pdf.ts";
import { inOneBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

inOneBrowser("what the browser shows in a viewer of its own", (t) => {
  it("says that a page is a PDF, and reads it where the browser's viewer can be read", async () => {
    const document = t.site.resource({ type: "application/pdf", body: pdf("Hello from a PDF") }, "report.pdf");
    await t.pilot.open(document);
    const read = t.browser === "firefox";
    if (read) await t.pilot.ok("wait_for", { text: "Hello from a PDF", timeoutMs: 20_000 });
    const { text } = await t.pilot.snapshot();
    expect(text).toMatch(/uid=\S+ document( "report.pdf")? type="application\/pdf"/);
    expect(text.includes("Hello from a PDF")).toBe(read);
    expect(text.includes("in a viewer of its own, which cannot be read. A screenshot shows it.")).toBe(!read);
  });

  it("says so of a frame, and of what is embedded", async () => {
    const document = t.site.resource({ type: "application/pdf", body: pdf("Below") }, "below.pdf");
    await t.pilot.open(
      t.site.html(`<h1>Report</h1><iframe src="${document.url}" title="Whole" width="600" height="300"></iframe>
        <embed src="${document.url}" type="application/pdf" width="600" height="300" aria-label="Part">`),
    );
    // Firefox shows nothing there until the viewer is.
    const tree = await until(
      "what is embedded",
      async () => {
        const seen = await t.pilot.snapshot();
        return seen.all("embed", "Part").length > 0 ? seen : undefined;
      },
      20_000,
    );
    const frame = tree.node("iframe", "Whole");
    const below = tree.all("document").find(({ attributes }) => attributes.type === "application/pdf");
    expect(below?.depth).toBeGreaterThan(frame.depth);
    expect(tree.node("embed", "Part").attributes.type).toBe("application/pdf");
  });
});
