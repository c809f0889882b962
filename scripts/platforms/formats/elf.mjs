// Reads what a loader reads of an ELF file: what it is, what it needs, and what it offers.

const machines = { 62: "x64", 183: "arm64" };
const LOAD = 1;
const DYNAMIC = 2;
const STACK = 0x6474e551;
const EXECUTABLE = 1;
/** Tags of the dynamic section. */
const tags = {
  needed: 1n,
  strings: 5n,
  symbols: 6n,
  soname: 14n,
  rpath: 15n,
  runpath: 29n,
  hash: 4n,
  gnuHash: 0x6ffffef5n,
  versions: 0x6ffffffen,
  versionCount: 0x6fffffffn,
};

/** Whether a file begins as an ELF file does. */
export const isElf = (file) => file.length > 64 && file.readUInt32BE(0) === 0x7f454c46;

/**
 * @param {Buffer} file the whole file, of 64 bits and little-endian
 * @returns {import("./binary.mjs").Binary}
 */
export function readElf(file) {
  if (file[4] !== 2 || file[5] !== 1) throw new RangeError("an ELF file of another word size or byte order");
  const number = (at) => Number(file.readBigUInt64LE(at));
  const headers = Array.from({ length: file.readUInt16LE(56) }, (_, index) => {
    const at = number(32) + index * file.readUInt16LE(54);
    return {
      type: file.readUInt32LE(at),
      flags: file.readUInt32LE(at + 4),
      offset: number(at + 8),
      address: number(at + 16),
      size: number(at + 32),
    };
  });
  /** The place in the file of an address in memory. */
  const place = (address) => {
    const segment = headers.find(
      ({ type, address: start, size }) => type === LOAD && address >= start && address < start + size,
    );
    if (!segment) throw new RangeError(`the address ${address} is in no segment`);
    return address - segment.address + segment.offset;
  };
  const dynamic = headers.find(({ type }) => type === DYNAMIC);
  if (!dynamic) throw new RangeError("an ELF file without a dynamic section");
  const entries = [];
  for (let at = dynamic.offset; at < dynamic.offset + dynamic.size && file.readBigUInt64LE(at) !== 0n; at += 16) {
    entries.push({ tag: file.readBigUInt64LE(at), value: number(at + 8) });
  }
  const all = (tag) => entries.filter((entry) => entry.tag === tag).map(({ value }) => value);
  const strings = place(all(tags.strings)[0]);
  const text = (offset) => file.toString("utf8", strings + offset, file.indexOf(0, strings + offset));

  const { exports, imports } = symbols(file, place(all(tags.symbols)[0]), symbolCount(file, all, place), text);
  return {
    format: "ELF",
    arch: machines[file.readUInt16LE(18)] ?? `machine ${file.readUInt16LE(18)}`,
    needed: all(tags.needed).map(text),
    exports,
    imports,
    versions: versionNeeds(file, all, place, text),
    searchPaths: [...all(tags.rpath), ...all(tags.runpath)].map(text),
    executableStack: headers.some(({ type, flags }) => type === STACK && (flags & EXECUTABLE) !== 0),
  };
}

/** No entry says how many symbols there are: it follows from the hash table. */
function symbolCount(file, all, place) {
  const [plain] = all(tags.hash);
  if (plain !== undefined) return file.readUInt32LE(place(plain) + 4);
  const table = place(all(tags.gnuHash)[0]);
  const [buckets, first, bloom] = [0, 4, 8].map((at) => file.readUInt32LE(table + at));
  const bucketsAt = table + 16 + bloom * 8;
  let last = 0;
  for (let index = 0; index < buckets; index += 1) last = Math.max(last, file.readUInt32LE(bucketsAt + index * 4));
  if (last < first) return first;
  // The last bit marks the end of a chain.
  const chains = bucketsAt + buckets * 4;
  while ((file.readUInt32LE(chains + (last - first) * 4) & 1) === 0) last += 1;
  return last + 1;
}

function symbols(file, table, count, text) {
  const exports = [];
  const imports = [];
  for (let at = table + 24; at < table + count * 24; at += 24) {
    const name = text(file.readUInt32LE(at));
    (file.readUInt16LE(at + 6) === 0 ? imports : exports).push(name);
  }
  return { exports, imports };
}

/** The versions of symbols that are needed, such as `GLIBC_2.17`. */
function versionNeeds(file, all, place, text) {
  const [table] = all(tags.versions);
  const [count = 0] = all(tags.versionCount);
  const versions = [];
  let at = table === undefined ? 0 : place(table);
  for (let index = 0; index < count; index += 1) {
    let entry = at + file.readUInt32LE(at + 8);
    for (let left = file.readUInt16LE(at + 2); left > 0; left -= 1) {
      versions.push(text(file.readUInt32LE(entry + 8)));
      entry += file.readUInt32LE(entry + 12);
    }
    at += file.readUInt32LE(at + 12);
  }
  return versions;
}
