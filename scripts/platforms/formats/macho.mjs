// Reads what macOS reads of a Mach-O file: what it is, what it needs, what it offers, and whether its signature fits.
import { createHash } from "node:crypto";

const machines = { 16777223: "x64", 16777228: "arm64" };
const LIBRARY = 6;
const BUNDLE = 8;
/** Load commands; those that the loader must understand have the highest bit set. */
const commands = {
  symbols: 0x2,
  library: 0xc,
  weakLibrary: 0x80000018,
  ownName: 0xd,
  signature: 0x1d,
  searchPath: 0x8000001c,
  system: 0x32,
};
/** Bits of a symbol's type, and the library ordinal that means "whatever the process has". */
const STAB = 0xe0;
const TYPE = 0x0e;
const PRIVATE = 0x10;
const EXTERNAL = 0x01;
const LOOKUP = 0xfe;
/** Symbols that a linker adds to every library. */
const linkers = /^(_mh_\w+_header|__dso_handle)$/;

/** Whether a file begins as a Mach-O file of 64 bits does. */
export const isMachO = (file) => file.length > 32 && file.readUInt32LE(0) === 0xfeedfacf;

/**
 * @param {Buffer} file the whole file, for one processor
 * @returns {import("./binary.mjs").Binary}
 */
export function readMachO(file) {
  const list = [];
  let at = 32;
  for (let left = file.readUInt32LE(16); left > 0; left -= 1) {
    list.push({ command: file.readUInt32LE(at), at });
    at += file.readUInt32LE(at + 4);
  }
  const all = (...wanted) => list.filter(({ command }) => wanted.includes(command)).map((entry) => entry.at);
  /** The text of a load command, whose place within it is in its third word. */
  const text = (place) => {
    const start = place + file.readUInt32LE(place + 8);
    return file.toString("utf8", start, file.indexOf(0, start));
  };
  const kind = file.readUInt32LE(12);
  const [system] = all(commands.system);
  const [signature] = all(commands.signature);
  return {
    format: "Mach-O",
    arch: machines[file.readUInt32LE(4)] ?? `machine ${file.readUInt32LE(4)}`,
    library: kind === LIBRARY || kind === BUNDLE,
    needed: all(commands.library, commands.weakLibrary).map(text),
    ownName: all(commands.ownName).map(text)[0],
    searchPaths: all(commands.searchPath).map(text),
    oldestSystem: system === undefined ? undefined : version(file.readUInt32LE(system + 12)),
    signature: signature === undefined ? "none" : checkSignature(file, file.readUInt32LE(signature + 8)),
    ...symbols(file, all(commands.symbols)[0]),
  };
}

const version = (packed) => `${packed >>> 16}.${(packed >>> 8) & 0xff}`;

function symbols(file, command) {
  const exports = [];
  const imports = [];
  const lookedUp = [];
  if (command === undefined) return { exports, imports, lookedUp };
  const [table, count, strings] = [8, 12, 16].map((field) => file.readUInt32LE(command + field));
  for (let at = table; at < table + count * 16; at += 16) {
    const type = file[at + 4];
    if ((type & (STAB | PRIVATE)) !== 0 || (type & EXTERNAL) === 0) continue;
    const start = strings + file.readUInt32LE(at);
    const name = file.toString("utf8", start, file.indexOf(0, start)).replace(/^_/, "");
    if ((type & TYPE) !== 0) {
      if (!linkers.test(name)) exports.push(name);
    } else {
      imports.push(name);
      if (file.readUInt16LE(at + 6) >>> 8 === LOOKUP) lookedUp.push(name);
    }
  }
  return { exports, imports, lookedUp };
}

/** Compares the digests of a signature with the pages of the file: a Mac with Apple's processor loads nothing else. */
function checkSignature(file, start) {
  for (let index = file.readUInt32BE(start + 8) - 1; index >= 0; index -= 1) {
    if (file.readUInt32BE(start + 12 + index * 8) !== 0) continue;
    const directory = start + file.readUInt32BE(start + 16 + index * 8);
    const [hashes, , , count, limit] = [16, 20, 24, 28, 32].map((field) => file.readUInt32BE(directory + field));
    const size = file[directory + 36];
    if (file[directory + 37] !== 2) return "of an unknown kind";
    const page = 1 << file[directory + 39];
    for (let slot = 0; slot < count; slot += 1) {
      const content = file.subarray(slot * page, Math.min((slot + 1) * page, limit));
      const digest = createHash("sha256").update(content).digest().subarray(0, size);
      const at = directory + hashes + slot * size;
      if (!digest.equals(file.subarray(at, at + size))) return `wrong for page ${slot}`;
    }
    return "fits";
  }
  return "without a directory";
}
