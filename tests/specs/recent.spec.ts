/** `recent_actions` with filters. */

import { expect, it } from "vitest";
import { inOneOwnBrowser } from "../support/suite.ts";

inOneOwnBrowser("recent_actions", (t) => {
  it("filters by action, outcome, page and time", async () => {
    const { pilot } = t;
    const tree = await pilot.see(t.site.html("<button>Save</button><input aria-label='Name'>"));
    await pilot.ok("click_by_uid", { uid: tree.uid("button", "Save") });
    await pilot.ok("fill_by_uid", { uid: tree.uid("textbox", "Name"), value: "Ada" });
    const recent = (args: Record<string, unknown>) => pilot.ok("recent_actions", args);
    expect(await recent({ action: "fill", limit: 1 })).toMatch(/newest first:\n- [\d:.]+ fill textbox "Name"/);
    expect(await recent({ action: "click", outcome: "failed" })).toMatch(
      /^None of the last \d+ actions fits; their names: .*fill/,
    );
    expect(await recent({ page: 999 })).toContain("None of");
    expect(await recent({ action: "click", outcome: "ok" })).toContain('click button "Save"');
    const last = /- ([\d:.]+) fill/.exec(await recent({ action: "fill", limit: 1 }))?.[1];
    expect(await recent({ since: last })).toMatch(/^\d actions?, newest first:\n- [\d:.]+ fill/);
    expect(await recent({ since: new Date(Date.now() + 60_000).toISOString() })).toContain("None of");
    expect(await pilot.fails("INVALID_INPUT", "recent_actions", { since: "yesterday" })).toContain("since is no time");
  });
});
