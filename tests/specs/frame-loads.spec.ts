import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

inEachBrowser(
  "a click that loads a new document into a frame",
  (t) => {
    const ways: [what: string, script: string][] = [
      ["by the frame itself", "location.href = next"],
      ["by the page around it", `parent.postMessage("load", "*")`],
      ["anew", "location.reload()"],
    ];
    it.each(ways)("%s is told as a change", async (_, script) => {
      const next = t.site.html("<h2>Second</h2>");
      const inner = t.site.html(
        `<button onclick="go()">Go</button><script>const next = "${next.url}"; const go = () => { ${script}; };</script>`,
      );
      const page = t.site.html(
        `<iframe id="frame" title="Inner" src="${inner.url}"></iframe><script>onmessage = () => { frame.src = "${next.url}"; };</script>`,
      );
      await t.pilot.see(page);
      const byRole = { action: "click", target: { by: "role", value: "button", name: "Go" } };
      const said = await t.pilot.ok("interactWithPage", byRole);
      expect(said).toContain("The page changed");
      expect(said).not.toContain("No change was detected");
    });
  },
  { args: ["--tools", "web,more"] },
);
