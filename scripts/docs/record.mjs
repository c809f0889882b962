// Plays the stories of the documentation against real servers, and draws what they answered.
//
//   node scripts/docs/record.mjs [--check] [story…]
//
// --check: plays them two at a time, without those that a demo tells as well; writes nothing. What they do has to succeed;
// whether pictures show their transcripts is checked by docs-check.mjs.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { Recorder } from "./recorder.mjs";
import { shownOrigin, startSite } from "./site.mjs";
import { stories } from "./stories/index.mjs";
import { titles } from "./stories/titles.mjs";
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
    const left = chosen.filter(([, { alsoDemo }]) => !(values.check && alsoDemo));
    const tellOn = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        await tell(...next, { site: site.url, folder, check: values.check });
      }
    };
    await Promise.all(values.check ? [tellOn(), tellOn()] : [tellOn()]);
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
  await story.play(recorder, { site, folder, keep, check });
  if (!check) {
    writeFileSync(join(pictures, `${name}.txt`), recorder.text);
    writeFileSync(join(pictures, `${name}.svg`), drawTerminal(titles[name], recorder.text));
  }
  console.log(`✓ ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}
