// The C library musl, for programs that are built for it. Debian's stable release has one that is too old for Node, so
// the package is taken from a later release, and unpacked instead of installed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "../lib/command.mjs";
import { Failure } from "../lib/failure.mjs";
import { cacheFolder, findProgram } from "../lib/paths.mjs";

const release = "trixie";
const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";

/**
 * The loader of musl, which is a program that starts others.
 *
 * @param {"x64" | "arm64"} cpu
 */
export async function muslLoader(cpu) {
  const [architecture, machine] = cpu === "x64" ? ["amd64", "x86_64"] : ["arm64", "aarch64"];
  const folder = join(cacheFolder, `musl-${release}-${cpu}`);
  const loader = join(folder, `usr/lib/${machine}-linux-musl/libc.so`);
  if (existsSync(loader)) return loader;
  if (!findProgram("apt-get") || !existsSync(keyring)) {
    throw new Failure("running what is built for musl needs Debian's package musl", "run this on Debian, or on Alpine");
  }
  const apt = aptIn(join(cacheFolder, "apt"), architecture);
  const next = "try again with a connection to the archive of Debian that apt is configured for";
  await must([...apt, "update"], next);
  const downloads = join(folder, "download");
  mkdirSync(downloads, { recursive: true });
  await must(["env", "-C", downloads, ...apt, "download", `musl:${architecture}`], next);
  const [file] = readdirSync(downloads);
  await must(["dpkg-deb", "--extract", join(downloads, file), folder], next);
  return loader;
}

/** apt with lists of its own, so that those of the system stay as they are. */
function aptIn(folder, architecture) {
  const sources = join(folder, "sources");
  for (const name of [sources, join(folder, "lists/partial"), join(folder, "cache/archives/partial")]) {
    mkdirSync(name, { recursive: true });
  }
  const archives = execFileSync("apt-get", ["indextargets", "--format", "$(REPO_URI)"], { encoding: "utf8" });
  const archive = archives.split("\n").find((uri) => /\/debian\/$/.test(uri));
  if (!archive) throw new Failure("apt knows no archive of Debian", "add one to its sources");
  writeFileSync(
    join(sources, "later.sources"),
    `Types: deb\nURIs: ${archive}\nSuites: ${release}\nComponents: main\nArchitectures: ${architecture}\nSigned-By: ${keyring}\n`,
  );
  const options = [
    "Dir::Etc::sourcelist=/dev/null",
    `Dir::Etc::sourceparts=${sources}`,
    `Dir::State::lists=${join(folder, "lists")}`,
    `Dir::Cache=${join(folder, "cache")}`,
    `APT::Architectures::=${architecture}`,
    // The folder may be one that only this user can read.
    "APT::Sandbox::User=root",
  ];
  return ["apt-get", "-qq", ...options.flatMap((option) => ["-o", option])];
}
