// Packs the extension as the Chrome Web Store takes it, after looking whether it would.
//
//   node scripts/extension-zip.mjs [--out DIR] [--keep-key]     (default: target/extension)
//
// Prints the path of the archive. The same sources give the same bytes. The store gives the extension an id and a key of its own, so that
// ours is left out unless --keep-key is given.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { zipSync } from "fflate";
import { buildExtension } from "../extension/build.mjs";
import { problemsOf } from "./lib/extension-check.mjs";
import { Failure, main } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";

await main(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: join(root, "target/extension") },
      "keep-key": { type: "boolean", default: false },
    },
  });
  const out = resolve(values.out);
  const folder = mkdtempSync(join(tmpdir(), "uipilot-extension-"));
  try {
    await buildExtension(folder);
    const files = filesOf(folder);
    const { key, ...manifest } = JSON.parse(files.get("manifest.json").toString());
    const privacy = readFileSync(join(root, "docs/privacy-extension.md"), "utf8");
    const problems = problemsOf({ manifest, files, privacy });
    if (problems.length > 0)
      throw new Failure(`the Web Store would not take the extension:\n- ${problems.join("\n- ")}`);
    if (!values["keep-key"]) files.set("manifest.json", Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    mkdirSync(out, { recursive: true });
    const archive = join(out, `uipilot-extension-${manifest.version}.zip`);
    writeFileSync(archive, zip(files));
    console.log(archive);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The files in a folder by their names with `/`, sorted. @returns {Map<string, Buffer>} */
function filesOf(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
  return new Map(names.sort().map((name) => [name.split(sep).join("/"), readFileSync(join(folder, name))]));
}

/** An archive that does not depend on the time, the machine or the order of a folder. */
function zip(files) {
  // Archives hold local times, without a zone; their time begins here.
  const mtime = new Date(1980, 0, 1);
  const entries = [...files].map(([name, bytes]) => [
    name,
    [bytes, { level: 9, mtime, os: 3, attrs: (0o100644 << 16) >>> 0 }],
  ]);
  return zipSync(Object.fromEntries(entries));
}
