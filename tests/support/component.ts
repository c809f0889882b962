/** Pages made of component libraries from npm, bundled when a spec asks for them. */

import path from "node:path";
import { build } from "esbuild";
import type { Site, SitePage } from "./site.ts";

const folder = path.resolve(import.meta.dirname, "../components");
const bundles = new Map<string, Promise<string>>();

/** Bundles `components/<file>`, once in each worker. */
function bundle(file: string): Promise<string> {
  const known = bundles.get(file);
  if (known) return known;
  const made = build({
    entryPoints: [path.join(folder, file)],
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    target: "es2022",
    loader: { ".css": "text" },
    // The build of Vue that compiles templates in the page.
    alias: { vue: "vue/dist/vue.esm-bundler.js" },
    define: {
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    logLevel: "error",
  }).then(({ outputFiles: [output] }) => output?.text ?? "");
  bundles.set(file, made);
  return made;
}

/** A page that runs `components/<file>`; it reports its state as events of the kind `state`. */
export async function componentPage(site: Site, file: string): Promise<SitePage> {
  const script = site.resource({ type: "text/javascript; charset=utf-8", body: await bundle(file) }, "page.js");
  return site.html(`<script type="module" src="${script.url}"></script>`, { title: file });
}
