// Builds the thread of the parsers, which Node loads and Vitest does not see. It ends up where the package's build puts it.

import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../..");

export default async function buildThread(): Promise<void> {
  await build({
    entryPoints: ["fetch/parse/*.ts", "net/words.ts", "search/page-results.ts", "search/provider.ts"].map((path) =>
      join(root, "src", path),
    ),
    outbase: join(root, "src"),
    outdir: join(root, "dist"),
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
}
