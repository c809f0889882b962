/** Choosers, pastes, drops and fingers work in a tab of the user's own browser. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { inUserTab } from "../support/user-tab.ts";
import { until } from "../support/wait.ts";

const t = inUserTab(["--tools", "web,more"]);

test("files go to the chooser that a click opens, to a paste and to a drop", async () => {
  writeFileSync(path.join(t.pilot.folder, "a.txt"), "abc");
  const page = t.site.html(
    `<button id="b">Attach</button><textarea aria-label="Notes" id="n"></textarea>
    <div id="z" role="group" aria-label="Zone" style="width:200px;height:80px">drop</div><script>
      const names = (files) => Array.from(files, (file) => file.name + file.size).join();
      b.onclick = () => { const input = document.createElement("input"); input.type = "file"; input.onchange = () => record("chosen", { names: names(input.files) }); input.click(); };
      n.onpaste = (event) => record("pasted", { text: event.clipboardData.getData("text/plain"), names: names(event.clipboardData.files) });
      n.oninput = () => record("value", { value: n.value });
      z.ondragover = (event) => event.preventDefault();
      z.ondrop = (event) => { event.preventDefault(); record("dropped", { names: names(event.dataTransfer.files) }); };
    </script>`,
    { title: "Files" },
  );
  await t.use(page, "Files");
  await t.pilot.snapshot();
  const call = (role: string, name: string) => ({ uid: t.pilot.uid(role, name), filePath: "a.txt" });
  await t.pilot.ok("upload_file_by_uid", call("button", "Attach"));
  expect(await page.event("chosen")).toMatchObject({ names: "a.txt3" });
  await t.pilot.ok("paste_by_uid", { ...call("textbox", "Notes"), text: "hello" });
  expect(await page.event("pasted")).toMatchObject({ text: "hello", names: "a.txt3" });
  expect(await page.event("value")).toMatchObject({ value: "hello" });
  await t.pilot.ok("drop_by_uid", call("group", "Zone"));
  expect(await page.event("dropped")).toMatchObject({ names: "a.txt3" });
});

test("fingers tap, swipe and pinch", async () => {
  const page = t.site.html(
    `<div id="p" role="application" aria-label="Pad" tabindex="0" style="width:300px;height:200px;background:#eee;touch-action:none"></div><script>
      let from;
      p.onpointerdown = (event) => { from = event.clientX; record("down", { type: event.pointerType, trusted: event.isTrusted }); };
      p.onpointerup = (event) => record("up", { dx: Math.round(event.clientX - from) });
      p.onclick = () => record("click", {});
    </script>`,
    { title: "Pad" },
  );
  await t.use(page, "Pad");
  await t.pilot.snapshot();
  const pad = { uid: t.pilot.uid("application", "Pad") };
  await t.pilot.ok("touch_by_uid", { ...pad, gesture: "tap" });
  expect(await page.event("down")).toMatchObject({ type: "touch", trusted: true });
  await page.event("click");
  page.forget();
  await t.pilot.ok("touch_by_uid", { ...pad, gesture: "swipe", by: { dx: 60 } });
  expect(await page.event("up")).toMatchObject({ dx: 60 });
  for (const scale of [2, 0.5]) {
    page.forget();
    expect(await t.pilot.ok("touch_by_uid", { ...pad, gesture: "pinch", scale })).toContain("Pinched");
    await until("both fingers to go up", () => page.events("up").length === 2);
    expect(page.events("down").length).toBe(2);
  }
});

test("side buttons are pressed", async () => {
  const page = t.site.html(
    `<button>Go</button><script>addEventListener("mousedown", (event) => { record("down", { button: event.button }); event.preventDefault(); })</script>`,
    { title: "Side" },
  );
  await t.use(page, "Side");
  await t.pilot.snapshot();
  await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Go"), button: "back" });
  expect(await page.event("down")).toMatchObject({ button: 3 });
});

test("a drag that is refused on its way says that the press was given", async () => {
  const foreign = t.site.html("<p>Not allowed</p>");
  const page = t.site.html(
    `<style>body{margin:0}iframe{border:0;position:fixed;left:300px;top:0}</style>
    <div id=b role=button tabindex=0 draggable=true style="position:fixed;left:20px;top:20px;width:100px;height:100px">Card</div>
    <iframe src="http://bank.test:${foreign.port}${foreign.path}" width=200 height=200></iframe><script>
      for (const type of ["mousedown", "dragstart", "dragend"]) b.addEventListener(type, () => record(type, {}));
    </script>`,
    { title: "Refusing" },
  );
  await t.use(page, "Refusing");
  await t.pilot.snapshot();
  const uid = t.pilot.uid("button", "Card");
  const told = await t.pilot.fails("INTERRUPTED", "drag_by_uid", { uid, by: { dx: 330, dy: 20 } });
  expect(told).toContain('button "Card") was pressed');
  expect(told).toContain("bank.test");
  await page.event("mousedown");
  await page.event("dragend");
  page.forget();
  // A drag that stays in the page works.
  await t.pilot.ok("drag_by_uid", { uid, by: { dx: 100, dy: 20 } });
  await page.event("dragend");
});
