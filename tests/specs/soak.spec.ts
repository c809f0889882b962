import { describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { soak, soakFaults } from "../support/soak.ts";

describe("twelve rounds of open, act, close with two dead browsers between them", () => {
  it.each(oneBrowser)("leave nothing behind in %s", async (browser) => {
    const report = await soak(browser, 12, 5);
    expect(report.restarts).toBe(2);
    expect(soakFaults(report)).toEqual([]);
  });
});
