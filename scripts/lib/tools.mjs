// The tools of the server, from its sources: what scripts write about them cannot differ from what they are.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./paths.mjs";

/** The tables of the tools, and the function that writes one of them in Markdown. */
export async function loadTools() {
  // Where packages can be found from, and Git does not look.
  const bundle = join(root, "node_modules/.cache/uipilot/tools.mjs");
  await build({
    stdin: {
      contents: `
        import { defineTools } from "./npm/workspace/src/index.ts";
        import * as z from "zod";
        import { workspaceConfig } from "./npm/workspace/src/config.ts";
        import { workspaceTools } from "./ts-mcp/src/tools/workspace.ts";
        export * from "./ts-mcp/src/tools/index.ts";
        export { section } from "./ts-mcp/src/skill/reference.ts";
        export { configSchema } from "./ts-mcp/src/config/schema.ts";
        const { $schema, ...workspaceSchema } = z.toJSONSchema(workspaceConfig, { io: "input" });
        export { workspaceSchema };
        export const workspace = workspaceTools(defineTools({ environment: {} }).tools);`,
      resolveDir: root,
    },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outfile: bundle,
    logLevel: "error",
  });
  return import(pathToFileURL(bundle));
}
