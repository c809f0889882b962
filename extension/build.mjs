// Bundles the extension into a folder that a browser loads as it is.
//
//   node extension/build.mjs     (into extension/dist)
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

const SCRIPTS = ["injected.js", "rest.js"];

const engineScript = (name) => readFileSync(join(here, "../crates/engine/src/generated", name), "utf8");

/** The scripts of the engine's that the extension lets run in new documents, as the engine puts them together (`backend/agent.rs`). */
export function policyTexts() {
  const first = `if (typeof globalThis.__uipilot !== 'function') {\n${engineScript("injected.js")}\n}\nglobalThis.__uipilot`;
  const inject = `${first};\n${engineScript("rest.js")}globalThis.__uipilot`;
  const start = "globalThis.__uipilotHands?.start?.({ send: (text) => globalThis.__uipilotTell?.(text), testId: ";
  return {
    GATE: JSON.stringify(engineScript("gate.js")),
    HANDS: JSON.stringify(`${inject};\n${engineScript("by-hand.js")}\n${start}`),
  };
}

/** Builds the extension into a folder, which is emptied first. */
export async function buildExtension(out) {
  const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  cpSync(join(here, "static"), out, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(here, "static/manifest.json"), "utf8"));
  writeFileSync(join(out, "manifest.json"), JSON.stringify({ ...manifest, version }, null, 2));

  // The same script that the engine puts into pages, in its two parts.
  for (const name of SCRIPTS) writeFileSync(join(out, name), engineScript(name));

  await build({
    entryPoints: ["worker/worker", "pages/popup", "pages/panel", "pages/devtools"].map((name) => ({
      in: join(here, `src/${name}.ts`),
      out: basename(name),
    })),
    outdir: out,
    bundle: true,
    format: "esm",
    target: "chrome125",
    legalComments: "none",
    define: policyTexts(),
    absWorkingDir: here,
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildExtension(join(here, "dist"));
