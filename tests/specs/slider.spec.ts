import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

interface Shape {
  role?: string;
  min?: number;
  max?: number;
  now?: number;
  step?: number;
  page?: number;
  /** Without it, the slider moves by its keys. */
  dead?: boolean;
  /** It takes the arrows across only. */
  across?: boolean;
  /** It does not go below this, as the greater one of a pair. */
  limit?: number;
  /** It tells each value only after so many milliseconds. */
  late?: number;
}

/** A slider of the page's own. It records each key, and sets its value in the next microtask, as components do. */
const slider = ({
  role = "slider",
  min = 0,
  max = 100,
  now = 50,
  step = 1,
  page = 10,
  dead = false,
  across = false,
  limit = min,
  late = 0,
}: Shape): string => `
  <div id="s" role="${role}" tabindex="0" aria-label="Volume" aria-valuemin="${min}" aria-valuemax="${max}" aria-valuenow="${now}"
    style="width: 20px; height: 20px; background: red"></div>
  <script>
    let now = ${now};
    s.onkeydown = (event) => {
      const by = { ArrowUp: ${step}, ArrowRight: ${step}, ArrowDown: -${step}, ArrowLeft: -${step}, PageUp: ${page}, PageDown: -${page} }[event.key];
      const to = event.key === "Home" ? ${min} : event.key === "End" ? ${max} : now + (by ?? 0);
      event.preventDefault();
      if (${dead} || (${across} && /Up|Down/.test(event.key))) return;
      now = Math.min(${max}, Math.max(${limit}, to));
      record("key", { key: event.key, now });
      const shown = now;
      const tell = () => s.setAttribute("aria-valuenow", shown);
      if (${late} > 0) setTimeout(tell, ${late});
      else Promise.resolve().then(tell);
    };
  </script>`;

inOneBrowser("a slider that is no input", (t) => {
  it.each<[value: string, shape: Shape, keys: number]>([
    ["53", {}, 3],
    ["20", {}, 12],
    ["100", {}, 1],
    ["0", {}, 1],
    ["990", { max: 1000, page: 1 }, 12],
    ["55", { across: true }, 10],
    ["45", { across: true, now: 50 }, 10],
    ["0.5", { max: 1, now: 0, step: 0.1, page: 0.1 }, 6],
    ["53", { late: 30 }, 3],
    ["20", { late: 30 }, 12],
    ["53", { late: 90 }, 3],
    ["60", { late: 200, across: true }, 12],
    ["53", { role: "spinbutton" }, 3],
  ])("gets the value %s by its keys (%j)", async (value, shape, keys) => {
    const page = t.site.html(slider(shape));
    const tree = await t.pilot.see(page);
    const uid = tree.uid(shape.role ?? "slider", "Volume");
    const answer = await t.pilot.ok("fill_by_uid", { uid, value });
    expect(answer).not.toContain("but its value");
    expect(answer).not.toContain("by script");
    await page.event("key", ({ now }) => Math.abs((now as number) - Number(value)) < 1e-9);
    expect(page.events("key").length).toBeLessThanOrEqual(keys);
  });

  it("says which value it has if it cannot have the given one", async () => {
    const page = t.site.html(slider({ now: 0, step: 5, page: 5 }));
    const tree = await t.pilot.see(page);
    const answer = await t.pilot.ok("fill_by_uid", { uid: tree.uid("slider", "Volume"), value: "37" });
    expect(answer).toContain('but its value is now "35"');
  });

  it("ends at the nearest value that it has had, where the page stops it", async () => {
    const page = t.site.html(slider({ now: 90, limit: 90 }));
    const tree = await t.pilot.see(page);
    const answer = await t.pilot.ok("fill_by_uid", { uid: tree.uid("slider", "Volume"), value: "10" });
    expect(answer).toContain('but its value is now "90"');
    expect(page.events("key").at(-1)?.now).toBe(90);
  });

  it("is refused a value outside of its range, and no number", async () => {
    const tree = await t.pilot.see(t.site.html(slider({})));
    const uid = tree.uid("slider", "Volume");
    const text = await t.pilot.fails("INVALID_INPUT", "fill_by_uid", { uid, value: "101" });
    expect(text).toContain("a number from 0 to 100 is expected");
    await t.pilot.fails("INVALID_INPUT", "fill_by_uid", { uid, value: "loud" });
  });

  it("is said not to have moved", async () => {
    const tree = await t.pilot.see(t.site.html(slider({ dead: true })));
    const uid = tree.uid("slider", "Volume");
    const text = await t.pilot.fails("WRONG_ELEMENT", "fill_by_uid", { uid, value: "60" });
    expect(text).toContain("did not move: its value is still 50");
  });
});
