// Meets error codes for real, and writes each error into the example of its page in docs/errors.
//
//   node scripts/docs/errors.mjs [--check]
//
// --check: meets them, and fails if a code is another one now; writes nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { freePort } from "../lib/ports.mjs";
import { groups, startErrors } from "./provoke.mjs";
import { Recorder } from "./recorder.mjs";

const check = process.argv.includes("--check");

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), "uipilot-docs-"));
  const site = await startErrors();
  const dead = await freePort();
  const readable = (text) =>
    text
      .replaceAll(folder, "/home/me/project")
      .replaceAll(site.url, "http://shop.example/")
      .replaceAll(`:${dead}`, ":9222");
  let met = 0;
  try {
    for (const { args, env = {}, play } of groups) {
      const recorder = new Recorder();
      await recorder.server(
        typeof args === "function" ? args(dead) : args,
        (server) => {
          const call = (name, input = {}) => server.call(name, input, { silent: true });
          const meet = async (code, name, input = {}) => {
            const text = await server.call(name, input, { code, silent: true });
            met += 1;
            if (!check) show(code, readable(`→ ${name} ${JSON.stringify(input)}\n${text.trimEnd()}`));
          };
          return play({ call, meet, look: () => call("take_snapshot"), url: site.url, dead });
        },
        { cwd: folder, env },
      );
    }
  } finally {
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`✓ met ${met} error codes`);
});

/** Writes the example of a page, unless only its times are others. */
function show(code, example) {
  const file = join(root, `docs/errors/${code}.md`);
  const old = readFileSync(file, "utf8");
  const text = `${old.split("\n## Example\n")[0].trimEnd()}\n\n## Example\n\n\`\`\`text\n${example}\n\`\`\`\n`;
  const withoutTimes = (page) => page.replace(/\d+\.\d s\b/g, "");
  if (withoutTimes(text) !== withoutTimes(old)) writeFileSync(file, text);
}
