import { afterAll, beforeAll, describe } from "vitest";
import { PageServer, type TestBrowser } from "./browsers.ts";
import { activatedSuite } from "./suites/activated.ts";
import { againSuite } from "./suites/again.ts";
import { chooseSuite } from "./suites/choose.ts";
import { coversSuite } from "./suites/covers.ts";
import { fillSuite } from "./suites/fill.ts";
import { fillAsKeysSuite } from "./suites/fill-as-keys.ts";
import { keysSuite } from "./suites/keys.ts";
import { locateSuite } from "./suites/locate.ts";
import { locateDoingSuite } from "./suites/locate-doing.ts";
import { pointsSuite } from "./suites/points.ts";
import { prepareSuite } from "./suites/prepare.ts";
import { pressesSuite } from "./suites/presses.ts";
import { readSuite } from "./suites/read.ts";
import { readUnseenSuite } from "./suites/read-unseen.ts";
import { restSuite } from "./suites/rest.ts";
import { scrollSuite } from "./suites/scroll.ts";
import { selectTextSuite } from "./suites/select-text.ts";
import { slotsSuite } from "./suites/slots.ts";
import { stylesSuite } from "./suites/styles.ts";
import { textsSuite } from "./suites/texts.ts";
import { unseenSuite } from "./suites/unseen.ts";
import { unseenGroundsSuite } from "./suites/unseen-grounds.ts";
import { unseenOutsideSuite } from "./suites/unseen-outside.ts";
import { walkSuite } from "./suites/walk.ts";
import { walkAllSuite } from "./suites/walk-all.ts";
import { walkNamesSuite } from "./suites/walk-names.ts";
import { walkViewSuite } from "./suites/walk-view.ts";

/** All tests of the in-page script, in one browser. Without its executable they fail, or are skipped where that is wished. */
export function testIn(
  name: string,
  executable: string | undefined,
  start: (server: PageServer) => Promise<TestBrowser>,
): void {
  if (!executable && !process.env.UIPILOT_SKIP_BROWSERS)
    throw new Error(`no executable for ${name}; set UIPILOT_SKIP_BROWSERS to go without`);
  describe.skipIf(!executable)(name, () => {
    let server: PageServer;
    let browser: TestBrowser;
    beforeAll(async () => {
      server = await PageServer.start();
      browser = await start(server);
    });
    afterAll(async () => {
      await browser?.close();
      await server?.stop();
    });
    walkSuite(() => browser);
    walkAllSuite(() => browser);
    walkNamesSuite(() => browser);
    walkViewSuite(() => browser);
    readSuite(() => browser);
    readUnseenSuite(() => browser);
    unseenSuite(() => browser);
    unseenGroundsSuite(() => browser);
    unseenOutsideSuite(() => browser);
    againSuite(() => browser);
    slotsSuite(() => browser);
    stylesSuite(() => browser);
    prepareSuite(() => browser);
    pointsSuite(() => browser);
    coversSuite(() => browser);
    pressesSuite(() => browser);
    fillSuite(() => browser);
    fillAsKeysSuite(() => browser);
    restSuite(() => browser);
    locateSuite(() => browser);
    locateDoingSuite(() => browser);
    chooseSuite(() => browser);
    keysSuite(() => browser);
    activatedSuite(() => browser);
    scrollSuite(() => browser);
    selectTextSuite(() => browser);
    textsSuite(() => browser);
  });
}
