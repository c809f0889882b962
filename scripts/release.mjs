// Makes a release: version, changelog, bills of materials, packages, commit and tag. Publishes nothing: the tag does, when it is pushed.
//
//   npm run release -- VERSION|patch|minor|major [--dry-run] [--out DIR]
//
// --dry-run: does all of it in a copy, and leaves the checkout as it is; changes that are not committed take part.
// --out: keeps the packed files in this folder.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { prepare } from "./release/prepare.mjs";

const usage = "npm run release -- VERSION|patch|minor|major [--dry-run] [--out DIR]";

await main(async () => {
  const { values, positionals } = read();
  if (positionals.length > 1 || (positionals.length === 0 && !values["dry-run"])) {
    throw new Failure(`one version is released at a time; ${positionals.length} were named`, `\`${usage}\``);
  }
  const [wish = "patch"] = positionals;
  await prepare({ root, wish, dryRun: values["dry-run"], out: values.out && resolve(values.out) });
});

function read() {
  try {
    return parseArgs({
      options: { "dry-run": { type: "boolean", default: false }, out: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Failure(error.message, `\`${usage}\``);
  }
}
