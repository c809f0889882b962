import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../support/paths.ts";
import { startSite } from "../support/site.ts";

it("the example program opens a page, takes a snapshot and clicks", async () => {
  const site = await startSite();
  try {
    const page = site.html(
      `<a href="#x">Other</a><button onclick="record('click', { trusted: event.isTrusted })">Learn more</button>`,
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(root, "examples/click.mjs"), page.url, "Learn more"],
      { timeout: 25_000 },
    );
    expect(stdout).toMatch(/uid=\d+_\d+ button "Learn more"/);
    expect(stdout).toContain('Clicked button "Learn more"');
    expect(await page.event("click")).toMatchObject({ trusted: true });
  } finally {
    await site.close();
  }
});
