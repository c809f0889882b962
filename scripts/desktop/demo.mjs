// Shows the desktop tools: a real MCP client drives a real GTK program on a display of its own.
//
//   node scripts/desktop/demo.mjs [--no-setup]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { Desktop } from "../lib/desktop.mjs";
import { Failure, main } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { desktopPrograms } from "../lib/system.mjs";
import { setup } from "../setup.mjs";

const panel = join(root, "tests/desktop/fixtures/panel.py");
const pictures = join(root, "demo-output");

await main(async () => {
  if (process.platform !== "linux") throw new Failure("the demo needs Linux", "run the browser's: npm run demo");
  const { values } = parseArgs({ options: { "no-setup": { type: "boolean", default: false } } });
  if (!values["no-setup"]) await setup({ programs: desktopPrograms });
  // Imported here, because the set-up installs the client's package.
  const { Demonstration } = await import("../demo/client.mjs");
  const folder = mkdtempSync(join(tmpdir(), "uipilot-demo-"));
  const state = join(folder, "state.json");
  const desktop = await Desktop.start();
  try {
    const demonstration = await Demonstration.start(["--tools", "desktop"], desktop.env);
    try {
      await story(demonstration, state);
    } finally {
      await demonstration.close();
    }
    console.log(`\n✓ done; the program itself says ${readFileSync(state, "utf8")}`);
    console.log(`  pictures: ${relative(root, pictures)}/desktop-*.png`);
  } finally {
    await desktop.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function story(demonstration, state) {
  const launched = await demonstration.call("debug_launch", { command: "/usr/bin/python3", args: [panel, state] });
  const sessionId = /sessionId (\S+),/.exec(launched)?.[1];
  const tree = await demonstration.call("debug_ui", { sessionId });
  const id = (role, title) => {
    const found = tree.split("\n").find((line) => line.includes(` ${role} "${title}"`));
    if (!found) throw new Failure(`the tree shows no ${role} ${title}`, "read the tree above and report it");
    return /id=(\S+)/.exec(found)[1];
  };
  await picture(demonstration, sessionId, "desktop-before");
  const act = (action, args) => demonstration.call("debug_ui_action", { sessionId, action, ...args });
  await act("click", { id: id("button", "Count") });
  await act("set_value", { id: id("slider", "Volume"), value: 75 });
  await act("set_value", { id: id("combobox", "Colour"), value: "Blue" });
  await act("click", { id: id("checkbox", "Remember") });
  await act("type", { id: id("textbox", "Notes"), text: "Typed by a program: äöü, 漢字, 😀" });
  await act("drag", { id: id("button", "Drag me"), toId: id("button", "Drop here"), settleMs: 300 });
  await act("scroll", { id: id("group", "Area"), direction: "down", amount: 5 });
  await demonstration.call("menu_action", { sessionId, path: ["File", "Save"] });
  await picture(demonstration, sessionId, "desktop-after");

  const said = JSON.parse(readFileSync(state, "utf8"));
  const wanted = { count: 1, volume: 75, colour: "Blue", remember: true, dropped: "payload", saved: 1 };
  for (const [name, value] of Object.entries(wanted)) {
    if (said[name] !== value)
      throw new Failure(`the program says ${name} ${JSON.stringify(said[name])}`, "report it with this output");
  }
  await demonstration.call("debug_stop", { sessionId });
}

async function picture(demonstration, sessionId, name) {
  const image = await demonstration.image("debug_ui", { sessionId, depth: 0, screenshot: true });
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.png`), image);
}
