// Adds to package-lock.json the packages of other platforms that npm left out.
//
//   rm package-lock.json && npm install --package-lock-only --ignore-scripts && node scripts/complete-lock.mjs
//
// npm leaves out an optional package that the registry does not have (mirrors often have those of one
// platform only), and `npm ci` then rejects the lock file everywhere. With an entry that names its
// platform, npm skips the package on all other platforms without a request.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** The platform in the name of a platform package; `undefined` if the name has none. */
function platformOf(name) {
  if (name === "fsevents") return { os: ["darwin"] };
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter(
    (processor) => words.includes(processor) || (processor === "arm64" && words.includes("aarch64")),
  );
  const libc = words.includes("musl")
    ? ["musl"]
    : words.includes("gnu") || words.includes("gnueabihf")
      ? ["glibc"]
      : [];
  if (os.length + cpu.length === 0) return undefined;
  return { ...(cpu.length && { cpu }), ...(libc.length && os.includes("linux") && { libc }), ...(os.length && { os }) };
}

const file = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const added = [];
for (const [owner, { optionalDependencies = {}, dev, peerDependenciesMeta = {} }] of Object.entries({
  ...lock.packages,
})) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const nested = `${owner}/node_modules/${name}`;
    const hoisted = `node_modules/${name}`;
    if (nested in lock.packages || hoisted in lock.packages || name in peerDependenciesMeta) continue;
    const platform = platformOf(name);
    if (!platform || !/^\d/.test(version))
      throw new Error(`${owner} wants ${name} ${version}: which platform is it for?`);
    lock.packages[hoisted] = { version, ...(dev && { dev }), optional: true, ...platform };
    added.push(`${name} ${version}`);
  }
}
const [own, ...others] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([own, ...others.sort(([a], [b]) => a.localeCompare(b, "en"))]);
writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`${added.length} added: ${added.join(", ")}`);
