/**
 * A Swing program. Its accessibility comes from the Java ATK wrapper, which has to be on the class path. Java is large and
 * not part of the set-up. Without it the tests are skipped, and their title says so.
 */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Pilot } from "../support/pilot.ts";
import { App, startPilot } from "./support/driver.ts";

const wrapper = "/usr/share/java/java-atk-wrapper.jar";
const libraries = "/usr/lib/x86_64-linux-gnu/jni";
const source = fileURLToPath(new URL("fixtures/Swing.java", import.meta.url));
/** Java starts the source file directly, which needs its compiler. */
const needed = ["/usr/bin/java", "/usr/bin/javac", wrapper, `${libraries}/libatk-wrapper.so`];
const missing = needed.filter((file) => !existsSync(file));
const title = missing.length === 0 ? "a Java program" : `a Java program (there is no ${missing.join(", no ")})`;

describe.skipIf(missing.length > 0)(title, () => {
  let pilot: Pilot;
  let app: App;

  beforeAll(async () => {
    pilot = await startPilot();
    app = await App.launch(pilot, "/usr/bin/java", [
      `-Djava.library.path=${libraries}`,
      "-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper",
      "-cp",
      wrapper,
      source,
    ]);
  });
  afterAll(async () => {
    await pilot?.close();
  });

  /** The program's output is available when its session ends, so one test covers everything. */
  it("is read, pressed, set, typed into, clicked and driven by its menu", async () => {
    const act = async (action: string, args: Record<string, unknown>, wanted: object) => {
      const outcome = await app.act(action, args);
      expect(outcome, `${action}: ${JSON.stringify(outcome)}`).toMatchObject(wanted);
    };
    await act("click", { id: await app.id("button", "Count") }, { success: true, method: "atspi", verified: true });
    await act("click", { id: await app.id("checkbox", "Remember") }, { success: true, changed: true, verified: true });
    const name = await app.id("textbox", "Name");
    await act("set_value", { id: name, value: "set" }, { success: true, method: "atspi", verified: true });
    await act("key", { id: name, key: "end" }, { success: true });
    await act("type", { id: name, text: ", typed äöü 漢!" }, { success: true, method: "xtest", verified: true });
    // The wrapper accepts no value for a slider. That is reported as a failure; keys do move it.
    const volume = await app.id("slider", "Volume");
    await act("set_value", { id: volume, value: 70 }, { success: false, verified: false });
    await act("key", { id: volume, key: "right" }, { success: true, verified: true });
    const { sessionId } = app;
    await pilot.ok("window_action", { sessionId, action: "move", x: 300, y: 200 });
    await act("click", { id: await app.id("text", "counted 1") }, { success: true, method: "xtest" });
    await pilot.ok("menu_action", { sessionId, path: ["File", "Save"] });
    const said = await app.stop();
    const expected = [
      "count 1",
      "remember true",
      "name set\\n",
      "name set, typed äöü 漢!",
      "volume 21",
      "pointed",
      "saved",
    ];
    for (const line of expected) expect(said).toContain(line);
  });
});
