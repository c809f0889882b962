// The side of this machine in a story: serves the page, hears what is done, and looks at processes.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";

const page = readFileSync(join(root, "scripts/platforms/story/page.html"));

/** How many processes have a text in their command line. Programs of Wine and qemu are processes like others. */
export function countProcesses(marker) {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(join("/proc", name, "cmdline"), "latin1").includes(marker);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  }).length;
}

/**
 * @param {{ browser: { isAlive: () => boolean }, spare: () => Promise<{ port: string, path: string }> }} options
 *   `browser`: the one that the story attaches to; `spare`: starts one for a stand-in
 */
export async function serveHost({ browser, spare }) {
  const steps = [];
  const pressed = [];
  let victims = 0;
  let ended = {};
  const answers = {
    press: (trusted) => pressed.push(trusted),
    pressed: () => ({ pressed }),
    running: ({ marker }) => ({ count: countProcesses(marker) }),
    browser: () => ({ alive: browser.isAlive() }),
    spare: async () => {
      const { port, path } = await spare();
      return { port, path };
    },
    victim: () => {
      victims += 1;
    },
    victims: () => ({ victims }),
    step: (step) => steps.push(step),
    end: (report) => {
      ended = report;
    },
  };
  const server = createServer(async (request, response) => {
    const answer = request.method === "POST" ? answers[request.url.slice(1)] : undefined;
    if (!answer) {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(page);
      return;
    }
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answered = await answer(JSON.parse(Buffer.concat(chunks).toString()));
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(answered ?? {}));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    report: () => ({ steps, ...ended }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
