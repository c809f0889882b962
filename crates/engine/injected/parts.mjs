// Builds a script in two parts. The first has all that it needs; the second gets from it what both need, so that no module with a
// state of its own is there twice.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";

/** Names that an import statement takes as values, by module: `import { a, type B } from "../c.js"`. */
const IMPORT = /^import (?!type )\{([^}]*)\} from "([^"]+)";/gm;

/**
 * @param first - the entry of the first part, which imports `shared` from `./shared.js`
 * @param second - the entry of the second part, in which `shared` is a variable
 * @param name - of the variable of the second part that holds its exports
 * @param options - for esbuild
 * @returns the texts of both
 */
export async function buildParts(first, second, name, options) {
  const nothing = { name: "shared", setup: (run) => provide(run, "export const shared = [];") };
  const own = await modulesOf(first, { ...options, plugins: [nothing] });
  const others = await modulesOf(second, options);
  const taken = namesTaken(
    others.filter((file) => !own.includes(file)),
    new Set(own),
  );
  const list = [...taken].map(([file, names]) => ({ file, names: [...names].sort() }));
  return [
    await textOf(first, { ...options, plugins: [{ name: "shared", setup: (run) => provide(run, sharing(list)) }] }),
    await textOf(second, {
      ...options,
      globalName: name,
      plugins: [{ name: "taken", setup: (run) => take(run, list, own) }],
    }),
  ];
}

async function modulesOf(entry, options) {
  const { metafile } = await build({ ...options, entryPoints: [entry], write: false, metafile: true });
  return Object.keys(metafile.inputs)
    .filter((file) => !file.startsWith("shared:"))
    .map((file) => resolve(options.absWorkingDir, file));
}

async function textOf(entry, options) {
  const { outputFiles } = await build({ ...options, entryPoints: [entry], write: false });
  return outputFiles[0].text;
}

/** The names that modules take from those of the first part. */
function namesTaken(files, own) {
  const taken = new Map();
  for (const file of files) {
    for (const [, names, from] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const module = sourceOf(dirname(file), from);
      if (!own.has(module)) continue;
      const known = taken.get(module) ?? new Set();
      taken.set(module, known);
      for (const name of names.split(",").map((name) => name.trim())) {
        if (name !== "" && !name.startsWith("type ")) known.add(name.split(" as ")[0]);
      }
    }
  }
  return taken;
}

const sourceOf = (folder, from) => join(folder, from).replace(/\.js$/, ".ts");

/** The module with all that is shared. */
function sharing(list) {
  const imports = list.map(({ file, names }, at) => {
    const renamed = names.map((name) => `${name} as ${name}_${at}`).join(", ");
    return `import { ${renamed} } from ${JSON.stringify(file)};`;
  });
  const arrays = list.map(({ names }, at) => `[${names.map((name) => `${name}_${at}`).join(", ")}]`);
  return `${imports.join("\n")}\nexport const shared = [${arrays.join(", ")}];`;
}

function provide(run, contents) {
  run.onResolve({ filter: /^\.\/shared\.js$/ }, () => ({ path: "all", namespace: "shared" }));
  run.onLoad({ filter: /.*/, namespace: "shared" }, () => ({ contents, loader: "js", resolveDir: "/" }));
}

function take(run, list, own) {
  run.onResolve({ filter: /^\./ }, ({ path, resolveDir, importer }) => {
    const file = sourceOf(resolveDir, path);
    if (importer === "" || !own.includes(file)) return undefined;
    return { path: file, namespace: "taken" };
  });
  run.onLoad({ filter: /.*/, namespace: "taken" }, ({ path }) => {
    const at = list.findIndex(({ file }) => file === path);
    if (at < 0) throw new Error(`${relative(process.cwd(), path)} is imported in a form that parts.mjs does not read`);
    const names = list[at].names.join(", ");
    return { contents: `const [${names}] = shared[${at}];\nexport { ${names} };`, loader: "js" };
  });
}
