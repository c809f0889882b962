import { expect, it } from "vitest";
import { inEachBrowser } from "../../support/suite.ts";

/** Each try begins the navigation at another moment of the walks. */
const TRIES = 30;

inEachBrowser("a snapshot of a page that navigates meanwhile", (t) => {
  it("gives UIDs that can be used", async () => {
    const many = "<p>Text</p>".repeat(2_000);
    const next = t.site.html(`${many}<button>Here</button>`);
    for (let one = 0; one < TRIES; one++) {
      const delay = 20 + ((one * 7) % 60);
      const leave = `setTimeout(() => location.replace("${next.url}"), ${delay})`;
      await t.pilot.ok("navigate_page", { url: t.site.html(`${many}<script>${leave}</script>`).url });
      let uid: string | undefined;
      while (uid === undefined) {
        const text = await t.pilot.ok("take_snapshot", { interactiveOnly: true });
        uid = /uid=(\S+) button "Here"/.exec(text)?.[1];
      }
      expect(await t.pilot.ok("click_by_uid", { uid }), `after ${delay} ms`).toContain("Clicked");
    }
  });
});
