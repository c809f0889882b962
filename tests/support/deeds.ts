/** A page that says what is done on it, and a session that does all of it. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Addressed, Pilot } from "./pilot.ts";
import type { Site } from "./site.ts";

/** What is uploaded, dropped and pasted. */
export const files: Record<string, string> = { "list.txt": "bread", "note.txt": "hi", "dot.png": "no picture" };

/** What the written tests take from the environment. */
export const environment = { TEST_BASKET: "7" };

/** At the end of the address: the page says something else. */
export const CHANGED = "#changed";

const page = `<style>
  body { margin: 170px 0 0 20px; }
  #board { position: fixed; left: 20px; top: 20px; width: 240px; height: 120px; background: rgb(10, 200, 30); touch-action: none; }
  #name { position: fixed; left: 300px; top: 20px; width: 150px; height: 30px; }
  #pad { position: fixed; right: 10px; top: 10px; width: 240px; height: 200px; background: #ddd; touch-action: none; }
  #list { position: fixed; right: 10px; top: 220px; width: 240px; height: 80px; overflow: auto; }
  #list p { margin: 0; height: 20px; }
  #zone, #tray, #handle, #slot { width: 240px; height: 60px; background: #ddd; margin: 4px; touch-action: none; user-select: none; }
</style>
<h1>Workbench</h1>
<canvas id="board" aria-label="Board" role="img"></canvas>
<input id="name" aria-label="Name">
<label>Notes <textarea id="notes" rows="2">quick brown fox</textarea></label>
<div role="note" aria-label="Saying">A quick <b>brown fox</b> jumps</div>
<button id="hold">Hold</button> <button id="attach">Attach</button>
<div id="zone" role="group" aria-label="Drop zone"></div>
<div id="tray" role="group" aria-label="Tray" tabindex="0"></div>
<div id="handle" role="group" aria-label="Handle"></div><div id="slot" role="group" aria-label="Slot"></div>
<div id="pad" role="application" aria-label="Pad"></div>
<div id="list" role="group" aria-label="Rows" tabindex="0"></div>
<label>Code <input id="code"></label> <label><input type="checkbox"> Gift</label>
<button id="ask">Ask</button> <button id="add">Add</button><p id="basket">Nothing yet</p>
<i class="mark">one</i> <i class="mark">two</i> <i class="mark last">three</i>
<ul id="said"></ul>
<script>
  const changed = location.hash === "#changed";
  const say = (text) => {
    const line = document.createElement("li");
    line.textContent = changed ? "something else" : text;
    said.append(line);
  };
  const keys = (event) => ["shift", "alt", "ctrl"].filter((key) => event[key + "Key"]).join("+");
  const at = (event) => Math.round(event.offsetX) + "," + Math.round(event.offsetY);
  // A press on the board: a click, or a line.
  let start, corners;
  board.onpointerdown = (event) => { start = event; corners = 0; board.setPointerCapture(event.pointerId); };
  board.onpointermove = (event) => {
    if (Math.abs(event.offsetX - 61) < 1 && Math.abs(event.offsetY - 62) < 1 && !event.buttons) say("hovered at 61,62");
    if (event.buttons) corners++;
  };
  board.onpointerup = (event) => {
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY].map(Math.round);
    if (dx || dy) say("drew " + dx + "," + dy + " from " + at(start) + " " + keys(event));
    else say("clicked " + at(event) + " with button " + event.button + " " + keys(event));
  };
  board.onwheel = (event) => { event.preventDefault(); say("turned " + Math.sign(event.deltaY) + " at " + at(event)); };
  board.oncontextmenu = (event) => event.preventDefault();
  document.getElementById("name").oninput = (event) => say("name " + event.target.value);
  notes.oninput = () => say("notes " + notes.value);
  document.onselectionchange = () => {
    const text = getSelection().toString();
    if (text === "brown fox jumps") say("selected " + text);
  };
  // Fingers.
  let taps = 0, fingers, began;
  const far = ([a, b]) => (b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0);
  pad.addEventListener("touchstart", (event) => {
    began = performance.now();
    fingers = [...event.touches];
  });
  pad.addEventListener("touchmove", (event) => {
    if (event.touches.length === 2) pad.dataset.scale = far([...event.touches]) / far(fingers);
    const [one] = event.touches;
    pad.dataset.by = Math.round(one.clientX - fingers[0].clientX) + "," + Math.round(one.clientY - fingers[0].clientY);
  });
  pad.addEventListener("touchend", (event) => {
    if (event.touches.length > 0) return;
    const { by = "0,0", scale } = pad.dataset;
    if (scale) say(scale > 1.5 ? "pinched apart" : "pinched together");
    else if (by !== "0,0") say("swiped " + by);
    else if (performance.now() - began > 400) say("pressed long");
    else say("taps " + ++taps);
    delete pad.dataset.by;
    delete pad.dataset.scale;
  });
  // What comes from outside.
  const told = async (data) => [
    ...[...data.files].map((file) => file.name + " " + file.type + " " + file.size),
    data.getData("text/plain"), data.getData("text/html") && "and markup",
  ].filter(Boolean).join(" ");
  zone.ondragover = (event) => event.preventDefault();
  zone.ondrop = async (event) => { event.preventDefault(); const here = at(event); say("dropped " + (await told(event.dataTransfer)) + " at " + here); };
  tray.onpaste = async (event) => { event.preventDefault(); say("pasted " + (await told(event.clipboardData))); };
  // Keys and buttons that stay down.
  let down;
  hold.onmousedown = (event) => { down = performance.now(); };
  hold.onmouseup = (event) => say((performance.now() - down > 250 ? "held the button " : "pressed the button ") + keys(event));
  tray.onkeydown = (event) => { if (!event.repeat) down = performance.now(); };
  tray.onkeyup = (event) => say(event.key + " was down " + (performance.now() - down > 250 ? "long" : "shortly"));
  attach.onclick = () => {
    const field = Object.assign(document.createElement("input"), { type: "file", multiple: true });
    field.onchange = () => say("attached " + [...field.files].map(({ name }) => name).sort().join(" and "));
    field.click();
  };
  // Something that is dragged by hand.
  handle.onpointerdown = (event) => { start = event; corners = []; handle.setPointerCapture(event.pointerId); };
  handle.onpointermove = (event) => { if (event.buttons) corners.push(event.clientX - start.clientX); };
  handle.onpointerup = (event) => {
    const box = slot.getBoundingClientRect();
    const share = (event.clientY - box.top) / box.height;
    if (share > 0 && share < 1) say("handle in the " + (share < 0.4 ? "upper" : share > 0.6 ? "lower" : "middle") + " part of the slot");
    else say("handle by " + Math.round(event.clientX - start.clientX) + " from " + at(start) + ", furthest " + Math.max(...corners.map(Math.round)) + " " + keys(event));
  };
  // A list that grows while it is scrolled.
  const more = () => { for (let n = 0; n < 20; n++) list.insertAdjacentHTML("beforeend", "<p>Row " + (list.childElementCount + 1) + "</p>"); };
  more();
  list.onscroll = () => { if (list.childElementCount < 400 && list.scrollTop + 200 > list.scrollHeight) more(); };
  list.onclick = (event) => say("chose " + event.target.textContent);
  // What the page runs in.
  onresize = () => { if (innerWidth === 900) say("900 wide"); };
  ask.onclick = async () => {
    const answer = await fetch("/answer").then(({ status }) => status, () => "in vain");
    say("asked " + answer + (document.cookie.includes("basket=7") ? " with a basket" : ""));
  };
  // What only the state of the page tells.
  code.oninput = () => { if (!changed) code.value = code.value.toUpperCase(); };
  add.onclick = () => { basket.textContent = changed ? "Nothing new" : "4 things in the basket"; };
  if (changed) document.querySelector(".last").remove();
</script>`;

/** The page that says what is done on it. */
export const workbench = (site: Site): Addressed => site.html(page);

/** What the page says to what {@link work} does, in that order. */
export const sayings = [
  "clicked 30,20 with button 0",
  "clicked 32,22 with button 2 shift",
  "hovered at 61,62",
  "drew 80,-10 from 40,100",
  "turned 1 at 120,60",
  "name Ada",
  "taps 1",
  "taps 3",
  "pressed long",
  "swiped -60,20",
  "pinched apart",
  "pasted list.txt text/plain 5 one and markup",
  "notes quick brown fox, and dogs",
  "dropped dot.png image/png 10 two at 20,30",
  "selected brown fox jumps",
  "notes quick and brown fox, and dogs",
  "held the button",
  "h was down long",
  "pressed the button shift",
  "attached list.txt and note.txt",
  "handle by 40 from 10,10, furthest 70",
  "handle in the upper part of the slot",
  "chose Row 70",
  "said by a script",
  "900 wide",
  "asked in vain",
  "asked 404 with a basket",
  "asked 503 with a basket",
];

/** Does all that a page can notice, and waits each time for what the page says. */
export async function work(pilot: Pilot, bench: Addressed): Promise<void> {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(pilot.folder, name), text);
  const all = [...sayings];
  /** A call, and what the page says to it. */
  const does = async (tool: string, args: Record<string, unknown>): Promise<void> => {
    await pilot.ok(tool, args);
    await pilot.ok("wait_for", { text: all.shift() });
  };
  await pilot.see(bench);
  const uid = (role: string, name: string): string => pilot.uid(role, name);
  const [pad, tray, notes, handle] = [
    uid("application", "Pad"),
    uid("group", "Tray"),
    uid("textbox", "Notes"),
    uid("group", "Handle"),
  ];
  await pilot.ok("screenshot_page");
  /** A point of the board. */
  const on = (x: number, y: number): { x: number; y: number } => ({ x: 20 + x, y: 20 + y });
  await does("click_at", on(30, 20));
  await does("click_at", { ...on(32, 22), button: "right", modifiers: ["Shift"] });
  await does("hover_at", on(61, 62));
  await does("drag_at", { ...on(40, 100), path: [on(60, 60), on(120, 90)] });
  await does("wheel_at", { ...on(120, 60), dy: 120 });
  await does("type_at", { x: 360, y: 35, text: "Ada" });
  await does("touch_by_uid", { uid: pad, gesture: "tap" });
  await does("touch_by_uid", { uid: pad, gesture: "doubleTap" });
  await does("touch_by_uid", { uid: pad, gesture: "longPress", durationMs: 500 });
  await does("touch_by_uid", { uid: pad, gesture: "swipe", by: { dx: -60, dy: 20 } });
  await does("touch_by_uid", { uid: pad, gesture: "pinch", scale: 3 });
  await does("paste_by_uid", { uid: tray, text: "one", html: "<b>one</b>", filePath: "list.txt" });
  await does("paste_by_uid", { uid: notes, text: ", and dogs" });
  await does("drop_by_uid", {
    uid: uid("group", "Drop zone"),
    text: "two",
    filePath: ["dot.png"],
    at: { x: 20, y: 30 },
  });
  await does("select_text", { uid: uid("note", "Saying"), text: "rown fox jum", unit: "word" });
  await pilot.ok("select_text", { uid: notes, text: "quick", caret: "after" });
  await does("type_text", { text: " and", delayMs: 10 });
  const hold = { by: "role", value: "button", name: "Hold" };
  await does("interactWithPage", { action: "pressAndHold", target: hold, value: "350" });
  await does("press_key", { uid: tray, key: "h", holdMs: 350 });
  await pilot.ok("key_down", { key: "Shift" });
  await does("click_by_uid", { uid: uid("button", "Hold") });
  await pilot.ok("key_up");
  await does("upload_file_by_uid", { uid: uid("button", "Attach"), filePath: ["list.txt", "note.txt"] });
  const way = [
    { dx: 70, dy: 5 },
    { dx: 40, dy: 0 },
  ];
  await does("drag_by_uid", { uid: handle, at: { x: 10, y: 10 }, path: way });
  await does("drag_by_uid_to_uid", { fromUid: handle, toUid: uid("group", "Slot"), place: "above" });
  await pilot.ok("scroll", { uid: uid("group", "Rows"), untilText: "Row 70" });
  await does("interactWithPage", { action: "click", target: { by: "text", value: "Row 70", exact: true } });
  await does("evaluate_script", { function: "() => say('said by a script')" });
  await does("emulate", { viewport: { width: 900, height: 700 } });
  await pilot.ok("set_network", { offline: true });
  const ask = { uid: uid("button", "Ask") };
  await does("click_by_uid", ask);
  await pilot.ok("set_network");
  await pilot.ok("cookies", { action: "set", name: "basket", value: environment.TEST_BASKET, domain: "127.0.0.1" });
  await does("click_by_uid", ask);
  // What these see, they say themselves.
  await pilot.ok("interactWithPage", { action: "type", target: { by: "label", value: "Code" }, value: "abc" });
  await pilot.ok("interactWithPage", { action: "check", target: { by: "label", value: "Gift" } });
  await pilot.ok("interactWithPage", { action: "click", target: { by: "role", value: "button", name: "Add" } });
  await pilot.ok("interactWithPage", { action: "waitForSelector", target: { by: "css", value: ".mark" } });
  // The last, because Selenium has no words for it.
  await pilot.ok("route", { action: "add", url: "*/answer", do: "fulfill", status: 503, text: "" });
  await does("click_by_uid", ask);
}
