// Stories beyond one page: desktop applications, research, WebDriver servers, HTTP, the commands beside the server.
import { spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { prepare, tell } from "../../demo/workspace.mjs";
import { Desktop } from "../../lib/desktop.mjs";
import { findProgram, root } from "../../lib/paths.mjs";
import { freePort, waitFor } from "../../lib/ports.mjs";
import { Recorder } from "../recorder.mjs";

const entry = join(root, "ts-mcp/dist/index.js");

export const desktop = {
  alsoDemo: true,
  needs: () => (findProgram("Xvfb", "Xorg") ? undefined : "there is no X server"),
  async play(recorder, { folder, keep }) {
    const panel = join(root, "tests/desktop/fixtures/panel.py");
    const state = join(folder, "state.json");
    recorder.replace(panel, "panel.py");
    recorder.replace(state, "state.json");
    const display = await Desktop.start();
    try {
      await recorder.server(
        ["--tools", "desktop"],
        async (server) => {
          const launched = await server.call("debug_launch", { command: "/usr/bin/python3", args: [panel, state] });
          const sessionId = /sessionId (\S+),/.exec(launched)?.[1];
          const { text: tree } = await server.answer("debug_ui", { sessionId });
          const id = (role, title) => {
            const line = tree.split("\n").find((line) => line.includes(` ${role} "${title}"`));
            return /id=(\S+)/.exec(line ?? "")?.[1];
          };
          await server.call("debug_ui", { sessionId, find: "Volume" });
          await server.call("debug_ui_action", {
            sessionId,
            action: "set_value",
            id: id("slider", "Volume"),
            value: 75,
          });
          const count = { sessionId, action: "click", id: id("button", "Count") };
          await server.call("debug_ui_action", count, { silent: true });
          await server.call("menu_action", { sessionId, path: ["File", "Save"] });
          keep("desktop-panel.png", await server.picture("debug_ui", { sessionId, depth: 0, screenshot: true }));
          await server.call("debug_stop", { sessionId }, { silent: true });
        },
        { env: display.env },
      );
      const said = JSON.parse(await readFile(state, "utf8"));
      if (said.volume !== 75 || said.saved !== 1) throw new Error(`the program says ${JSON.stringify(said)}`);
    } finally {
      await display.stop();
    }
  },
};

export const research = {
  alsoDemo: true,
  async play(recorder) {
    const project = await prepare();
    recorder.replace(project.folder, "/home/me/project");
    recorder.replace(/127\.0\.0\.1:\d{5}/g, "guide.example");
    try {
      await recorder.server(project.args, async (server) => {
        // The story of `npm run demo:workspace`, shortened in the recording.
        const recording = { call: (name, args) => server.call(name, args, { limit: 12 }) };
        await tell(recording, project.folder);
      });
    } finally {
      await project.close();
    }
  },
};

export const webdriver = {
  needs: () => (findProgram("chromedriver") ? undefined : "there is no chromedriver"),
  async play(recorder, { site }) {
    const port = await freePort();
    const driver = spawn(findProgram("chromedriver"), [`--port=${port}`], { stdio: "ignore" });
    try {
      await waitFor(`http://127.0.0.1:${port}/status`);
      recorder.replace(`127.0.0.1:${port}`, "grid.example:4444");
      const capability = 'goog:chromeOptions={"args":["--headless=new","--no-sandbox"]}';
      recorder.replace(capability, "browserName=chrome");
      await recorder.server(
        ["--webdriver-url", `http://127.0.0.1:${port}`, "--capability", capability],
        async (server) => {
          await server.call("navigate_page", { url: `${site}/` });
          await server.call("find_in_page", { role: "button", text: "Add" });
          await server.call("click_by_uid", {
            uid: /uid=(\S+) button "Add bread"/.exec((await server.answer("take_snapshot")).text)?.[1],
          });
        },
      );
    } finally {
      driver.kill();
    }
  },
};

export const http = {
  alsoDemo: true,
  async play(recorder) {
    const port = await freePort();
    recorder.replace(`127.0.0.1:${port}`, "127.0.0.1:8931");
    recorder.write("$ uipilot-mcp --port 8931 &");
    const server = spawn(process.execPath, [entry, "--port", String(port)], { stdio: "ignore" });
    const ended = new Promise((resolve) => server.once("close", resolve));
    try {
      await waitFor(`http://127.0.0.1:${port}/health`);
      const ask = async (shown, path, options) => {
        recorder.write(`$ curl ${shown}`);
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, options);
        recorder.write(await answer.text());
        return answer.status;
      };
      await ask("http://127.0.0.1:8931/health", "/health");
      await ask("http://127.0.0.1:8931/ready", "/ready");
      const from = { headers: { origin: "https://example.org" } };
      const refused = await ask("--header 'Origin: https://example.org' http://127.0.0.1:8931/mcp", "/mcp", from);
      if (refused !== 403) throw new Error(`a web page was answered with ${refused}`);
    } finally {
      server.kill("SIGTERM");
      await ended;
    }
  },
};

/** The id that the extension's key gives it. */
const popup = "chrome-extension://ipgkmbooopcmpdaijamnoghkkgajdhoj/popup.html";

export const ownBrowser = {
  async play(recorder, { folder, keep, check }) {
    const state = join(folder, "extension");
    recorder.replace(state, "/home/me/extension");
    await recorder.server(["--extension", "--extension-state", state], async (server) => {
      const { text } = await server.answer("extension_status");
      const port = /127\.0\.0\.1:(\d+)|port (\d+)/.exec(text)?.slice(1).find(Boolean);
      if (port) recorder.replace(port, "38401");
      await server.call("extension_status");
      await server.call("take_snapshot", {}, { code: "CONNECT_FAILED" });
      // The picture is of the real extension, in a browser of another server.
      if (!check) keep("popup.png", await pictureOfPopup());
    });
  },
};

async function pictureOfPopup() {
  const extension = `--browser-arg=--load-extension=${join(root, "extension/dist")}`;
  let picture;
  await new Recorder().server(["--allow-browser-pages", "--viewport", "400x425", extension], async (server) => {
    await server.answer("navigate_page", { url: popup });
    const { said, text } = await server.answer("wait_for", { text: "Allowed origins" });
    if (said) throw new Error(text);
    picture = await server.picture("screenshot_page", {});
  });
  return picture;
}

export const doctor = {
  alsoDemo: true,
  async play(recorder, { folder }) {
    const empty = join(folder, "nowhere");
    await mkdir(empty, { recursive: true });
    recorder.replace(empty, "/opt/browsers");
    await recorder.command(
      "uipilot-mcp doctor --executable /opt/browsers/chromium",
      process.execPath,
      [entry, "doctor", "--no-launch", "--executable", join(empty, "chromium")],
      { codes: [0, 1], limit: 30 },
    );
  },
};

export const init = {
  async play(recorder, { folder }) {
    const home = join(folder, "home");
    await mkdir(join(home, ".cursor"), { recursive: true });
    recorder.replace(home, "/home/me");
    recorder.replace(entry, "/home/me/uipilot/ts-mcp/dist/index.js");
    recorder.replace(process.execPath, "/usr/bin/node");
    await recorder.command(
      "uipilot-mcp init --dry-run --client cursor",
      process.execPath,
      [entry, "init", "--dry-run", "--client", "cursor"],
      { env: { HOME: home, XDG_CONFIG_HOME: join(home, ".config") }, codes: [0] },
    );
  },
};
