// Bundles the server, which needs nothing but @uipilot/core at run time, and @uipilot/workspace for its tools. What only
// HTTP needs is in a file of its own.
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const outdir = join(here, "dist");

/**
 * The SDK validates what a user enters in a form that a server shows, and what a tool answers
 * beside its text, with Ajv. This server does neither; without Ajv it starts a third faster.
 */
const withoutAjv = {
  name: "without-ajv",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace: "without-ajv",
    }));
    onLoad({ filter: /.*/, namespace: "without-ajv" }, () => ({
      contents: `
        export { default as process } from "node:process";
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error("JSON Schema validation is left out of this build"); }
        }`,
    }));
  },
};

// Files of an earlier build may have other names.
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [join(here, "src/index.ts")],
  outdir,
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  minify: true,
  legalComments: "none",
  absWorkingDir: here,
  external: ["@uipilot/core", "@uipilot/workspace"],
  define: { UIPILOT_VERSION: JSON.stringify(version) },
  banner: { js: "#!/usr/bin/env node" },
  plugins: [withoutAjv],
});
chmodSync(join(outdir, "index.js"), 0o755);
