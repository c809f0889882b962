import { it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inEachBrowser } from "../../support/suite.ts";
import { appendFileSync, writeFileSync } from "node:fs";
writeFileSync("/tmp/m/look.txt", "");
const out = (s: string) => appendFileSync("/tmp/m/look.txt", s + "\n\n");
inEachBrowser("look", (t) => {
  it.each(["flatpickr.ts","mui.tsx","radix-menu.tsx","brush.ts","map.ts","crop.ts","diagram.tsx","lit.ts","vue.ts","virtual-list.tsx","slate.tsx","panes.ts","colour.ts","range.ts","grid.ts","mui-virtual.tsx"])("%s", async (file) => {
    const page = await componentPage(t.site, file);
    await t.pilot.see(page);
    const tree = await t.pilot.ok("take_snapshot");
    out("=== " + file + "\n" + tree);
    const nodes = (await t.pilot.snapshot()).nodes.filter((n) => /button|combobox|textbox|menuitem|gridcell/.test(n.role)).slice(0, 4);
    for (const n of nodes) {
      try { out(`--- click ${n.role} ${n.name}\n` + await t.pilot.ok("click_by_uid", { uid: n.uid })); } catch (e) { out("ERR " + (e as Error).message.slice(0, 300)); }
    }
  });
});
