// Checks the invariants of ARCHITECTURE.md that a script can check.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { rules } from "./tidy-rules.mjs";

/** A file of the project, tracked or about to be. */
class SourceFile {
  #lines;

  constructor(path) {
    this.path = path;
  }

  /** Whether a file is text. Other files, such as pictures, are not checked. */
  get isText() {
    return !/\.(png|jpe?g|gif|ico|woff2?|node|zip|pdf)$/.test(this.path);
  }

  get lines() {
    this.#lines ??= readFileSync(join(root, this.path), "utf8").split("\n");
    return this.#lines;
  }
}

await main(() => {
  const listed = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
    { cwd: root, encoding: "utf8" },
  );
  const deleted = new Set(
    execFileSync("git", ["ls-files", "-z", "--deleted"], { cwd: root, encoding: "utf8" }).split("\0"),
  );
  const files = listed
    .split("\0")
    .filter((path) => path !== "" && !deleted.has(path))
    .map((path) => new SourceFile(path))
    .filter((file) => file.isText);
  let found = 0;
  for (const { name, check } of rules) {
    const offences = check(files);
    found += offences.length;
    for (const offence of offences) console.log(`${offence} – ${name}`);
  }
  console.log(`${files.length} files, ${rules.length} rules, ${found} offences`);
  if (found > 0) process.exitCode = 1;
});
