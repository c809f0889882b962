// Plays the stories of the documentation against real servers, and draws what they answered.
//
//   node scripts/docs/record.mjs [--check] [story…]
//
// --check: plays them and compares the committed pictures with the committed transcripts; writes nothing.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { Recorder } from "./recorder.mjs";
import { shownOrigin, startSite } from "./site.mjs";
import { stories } from "./stories/index.mjs";
import { drawTerminal } from "./terminal.mjs";

const pictures = join(root, "docs/pictures");

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { check: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in stories));
  if (unknown.length > 0) throw new Failure(`there is no story ${unknown.join(", ")}`, Object.keys(stories).join(", "));
  const chosen = Object.entries(stories).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  mkdirSync(pictures, { recursive: true });
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "uipilot-docs-"));
  const site = await startSite();
  try {
    for (const [name, story] of chosen) await tell(name, story, { site: site.url, folder, check: values.check });
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function tell(name, story, { site, folder, check }) {
  const missing = story.needs?.();
  if (missing) {
    console.log(`skipped: ${name}: ${missing}`);
    return;
  }
  const began = performance.now();
  const recorder = new Recorder();
  recorder.replace(site, shownOrigin);
  recorder.replace(new URL(site).host, new URL(shownOrigin).host);
  const keep = (file, data) => {
    if (!check) writeFileSync(join(pictures, file), data);
  };
  await story.play(recorder, { site, folder, keep });
  const text = join(pictures, `${name}.txt`);
  const picture = join(pictures, `${name}.svg`);
  if (check) {
    const drawn = existsSync(text) ? drawTerminal(story.title, readFileSync(text, "utf8")) : undefined;
    if (!existsSync(picture) || readFileSync(picture, "utf8") !== drawn) {
      throw new Failure(`docs/pictures/${name}.svg does not show ${name}.txt`, `node scripts/docs/record.mjs ${name}`);
    }
  } else {
    writeFileSync(text, recorder.text);
    writeFileSync(picture, drawTerminal(story.title, recorder.text));
  }
  console.log(`✓ ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}
