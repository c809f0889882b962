// The software bills of materials, in CycloneDX 1.6: one of the addon and one of the server.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Contrib, Enums, Models, Serialize, Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { parse as parseToml } from "smol-toml";
import parseSpdx from "spdx-expression-parse";
import { Failure } from "../lib/failure.mjs";
import { bundledModules, installedModules, linkedCrates, modulesOf } from "../lib/shipped.mjs";

const { Component, Bom, Property } = Models;
const licences = new Contrib.License.Factories.LicenseFactory(parseSpdx);

/**
 * Writes the bills of materials of the packages in a checkout, and checks them against the schema of CycloneDX.
 *
 * @param {string} root the checkout
 * @param {string} out the folder
 * @returns {Promise<{ file: string, count: number }[]>} the files, and how many components each lists
 */
export async function writeBills(root, out) {
  mkdirSync(out, { recursive: true });
  const written = [];
  for (const bom of [addonBill(root), await serverBill(root)]) {
    const { name, version } = bom.metadata.component;
    const file = join(out, `uipilot-${name.replace(/^uipilot-/, "")}-${version}.cdx.json`);
    writeFileSync(file, await serialize(bom));
    written.push({ file, count: bom.components.size });
  }
  return written;
}

/** `@uipilot/core` with its addon: the crates that are linked on any platform. */
export function addonBill(root) {
  const { version, license } = manifest(root, "npm/core");
  const { package: locked } = parseToml(readFileSync(join(root, "Cargo.lock"), "utf8"));
  const checksums = new Map(locked.map((each) => [`${each.name}@${each.version}`, each.checksum]));
  const main = component("npm", "@uipilot/core", version, license);
  const crates = linkedCrates(root).map(({ id, name, version, licence, needs }) => {
    const made = component("cargo", name, version, licence);
    const checksum = checksums.get(`${name}@${version}`);
    if (checksum !== undefined) made.hashes.set(Enums.HashAlgorithm["SHA-256"], checksum);
    return { id, needs, made };
  });
  return bill(main, crates, new Set([crates[0].id]));
}

/** `uipilot-mcp`: the modules in its bundle, and those that an installation brings. */
export async function serverBill(root) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { version, license } = manifest(root, "ts-mcp");
  const bundled = (await bundledModules(root)).map(({ id }) => id);
  const lost = bundled.filter((id) => !(id in lock.packages));
  if (lost.length > 0) {
    throw new Failure(
      `package-lock.json lists no ${lost.join(", ")}, which the server bundles`,
      "`npm ci`, so that the installed packages are those of the lock file",
    );
  }
  const keys = [...new Set([...bundled, ...installedModules(lock, "ts-mcp")])].sort();
  const modules = keys.map((id) => {
    const { name = id.replace(/^.*node_modules\//, ""), version, license, integrity } = lock.packages[id];
    const made = component("npm", name, version, license ?? formerLicence(join(root, id)));
    const [, algorithm, digest] = /^(sha\d+)-(\S+)/.exec(integrity ?? "") ?? [];
    if (digest !== undefined) {
      made.hashes.set(algorithm.toUpperCase().replace("SHA", "SHA-"), Buffer.from(digest, "base64").toString("hex"));
    }
    if (bundled.includes(id)) made.properties.add(new Property("cdx:npm:package:bundled", "true"));
    return { id, needs: modulesOf(lock, id), made };
  });
  const main = component("npm", "uipilot-mcp", version, license);
  // What is bundled is no dependency in the manifest any more; nothing else may lead to it.
  const direct = new Set([...modulesOf(lock, "ts-mcp"), ...bundled]);
  return bill(main, modules, direct);
}

/** @returns {Promise<string>} the document as JSON text, which its schema allows */
async function serialize(bom) {
  const options = { sortLists: true, space: 2 };
  const text = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)).serialize(
    bom,
    options,
  );
  const errors = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (errors !== null) {
    throw new Failure(
      `the bill of materials of ${bom.metadata.component.name} breaks its schema: ${JSON.stringify(errors).slice(0, 600)}`,
      "look at the package that it names; its licence or name is not written as SPDX or purl want it",
    );
  }
  return `${text}\n`;
}

/** @param {Set<string>} direct the ids of the parts that the main component uses itself */
function bill(main, parts, direct) {
  const bom = new Bom({ metadata: new Models.Metadata({ component: main }) });
  // A version that is installed in two places is one component.
  const once = new Map();
  for (const { made } of parts) if (!once.has(made.purl)) once.set(made.purl, made);
  const refs = new Map(parts.map(({ id, made }) => [id, once.get(made.purl).bomRef]));
  for (const {
    needs,
    made: { purl },
  } of parts) {
    const made = once.get(purl);
    bom.components.add(made);
    for (const need of needs) if (refs.has(need)) made.dependencies.add(refs.get(need));
  }
  for (const id of direct) main.dependencies.add(refs.get(id));
  // The same for the same content, so that a bill can be made again and compared.
  const content = [main.purl, ...[...once.keys()].sort()].join("\n");
  bom.serialNumber = uuid(createHash("sha256").update(content).digest());
  return bom;
}

/** Version 8 of RFC 9562 holds whatever its maker likes. */
function uuid(bytes) {
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(bytes.toString("hex"));
  return `urn:uuid:${parts.join("-")}`;
}

function component(type, name, version, licence) {
  const [, group, plain] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name);
  const purl = new PackageURL(type, group, plain, version).toString();
  const made = new Component(Enums.ComponentType.Library, plain, { group, version, purl, bomRef: purl });
  // Old crates write a choice with a slash
  if (licence !== "") made.licenses.add(licences.makeFromString(licence.replaceAll("/", " OR ")));
  return made;
}

/** The licence of an installed package whose manifest is older than the field `license`, which is all that npm locks. */
function formerLicence(folder) {
  const file = join(folder, "package.json");
  const { licenses = [] } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return licenses.map(({ type }) => type).join(" OR ");
}

function manifest(root, folder) {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}
