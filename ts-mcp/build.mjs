// Bundles the server and the command line. They need nothing but @uipilot/core at run time, and @uipilot/workspace for its
// tools. What only HTTP needs is in a file of its own. Builds the extension beside them.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { buildExtension } from "../extension/build.mjs";
import { withStartFile } from "./chunks.mjs";
import { external } from "./external.mjs";
import { lazySchemas } from "./lazy-schemas.mjs";

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

/** The table of commands and the list of tools, from the schemas of the tools. */
async function written() {
  // Where packages can be found from, and Git does not look.
  const outfile = join(here, "../node_modules/.cache/uipilot/commands.mjs");
  await build({
    stdin: {
      contents: `
        import { defineTools } from "../npm/workspace/src/index.ts";
        import { workspaceTools } from "./src/tools/workspace.ts";
        import { writtenTools } from "./src/tools/listed.ts";
        import { makeTable } from "./src/uipilot/make-table.ts";
        import { recordHandshakes } from "./src/handshake.ts";
        export const tools = writtenTools();
        export const handshakes = await recordHandshakes();
        export const table = makeTable(workspaceTools(defineTools({ environment: {} }).tools));`,
      resolveDir: here,
    },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outfile,
    define: { UIPILOT_VERSION: defined },
    logLevel: "error",
  });
  return import(pathToFileURL(outfile));
}

/** The files of the bundle with which the programs go on, in place of the sources. */
const GOES_ON_WITH = { "./main.ts": "./start.cjs", "./daemon-main.ts": "./daemon-main.mjs" };
const goesOn = {
  name: "goes-on",
  setup({ onResolve }) {
    onResolve({ filter: /main\.ts$/ }, ({ path }) => ({ path: GOES_ON_WITH[path], external: true }));
  },
};

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  minify: true,
  legalComments: "none",
  absWorkingDir: here,
};
const defined = JSON.stringify(version);

const { table, tools, handshakes } = await written();

// Files of an earlier build may have other names.
rmSync(outdir, { recursive: true, force: true });
const bundle = await build({
  ...common,
  entryPoints: { main: join(here, "src/main.ts"), "daemon-main": join(here, "src/uipilot/daemon-main.ts") },
  outdir,
  outExtension: { ".js": ".mjs" },
  splitting: true,
  format: "esm",
  external,
  write: false,
  metafile: true,
  define: { UIPILOT_VERSION: defined, UIPILOT_HANDSHAKE: JSON.stringify(handshakes) },
  plugins: [withoutAjv, lazySchemas],
});
mkdirSync(outdir);
// The programs are in the older form of modules. What they load later is not.
writeFileSync(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
for (const [file, text] of await withStartFile(bundle, "main.mjs", { ...common, external })) {
  writeFileSync(join(outdir, file), text);
}
// Where both programs begin.
for (const [name, source] of [
  ["index", "src/index.ts"],
  ["uipilot-daemon", "src/uipilot/daemon.ts"],
]) {
  await build({
    ...common,
    entryPoints: [join(here, source)],
    outfile: join(outdir, `${name}.js`),
    format: "cjs",
    banner: { js: "#!/usr/bin/env node" },
    plugins: [goesOn],
  });
}
// What audits run in pages is text for the server. axe-core is also loaded by it, to join what was found in frames.
copyFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), join(outdir, "axe.cjs"));
for (const name of ["axe", "film", "vitals"]) {
  await build({
    bundle: true,
    minify: true,
    absWorkingDir: here,
    entryPoints: [join(here, `page/${name}.ts`)],
    outfile: join(outdir, `page-${name}.js`),
    format: "iife",
    globalName: "script",
    target: "es2022",
  });
}
writeFileSync(join(outdir, "uipilot-commands.json"), JSON.stringify(table));
writeFileSync(join(outdir, "tool-list.json"), JSON.stringify(tools));
// CommonJS starts some milliseconds sooner.
await build({
  ...common,
  entryPoints: [join(here, "src/uipilot/main.ts")],
  outfile: join(outdir, "uipilot.cjs"),
  format: "cjs",
  banner: { js: "#!/usr/bin/env node" },
  define: { UIPILOT_VERSION: defined },
});
for (const program of ["index.js", "uipilot.cjs"]) chmodSync(join(outdir, program), 0o755);
// The command `extension` writes it where the user wants it.
await buildExtension(join(outdir, "extension"));
