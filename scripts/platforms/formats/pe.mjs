// Reads what Windows reads of a PE file: what it is, what it needs, and what it offers.

const machines = { 34404: "x64", 43620: "arm64" };
const LIBRARY = 0x2000;
/** Data directories, by their index. */
const EXPORTS = 0;
const IMPORTS = 1;
const DELAYED = 13;

/** Whether a file begins as a PE file does. */
export const isPe = (file) => file.length > 64 && file.toString("latin1", 0, 2) === "MZ";

/**
 * @param {Buffer} file the whole file, of 64 bits
 * @returns {import("./binary.mjs").Binary}
 */
export function readPe(file) {
  const header = file.readUInt32LE(60);
  if (file.toString("latin1", header, header + 4) !== "PE\0\0") throw new RangeError("a DOS program, not a PE file");
  const optional = header + 24;
  if (file.readUInt16LE(optional) !== 0x20b) throw new RangeError("a PE file of 32 bits");
  const sectionsAt = optional + file.readUInt16LE(header + 20);
  const sections = Array.from({ length: file.readUInt16LE(header + 6) }, (_, index) => {
    const at = sectionsAt + index * 40;
    const [size, address, stored, offset] = [8, 12, 16, 20].map((field) => file.readUInt32LE(at + field));
    return { address, size: Math.max(size, stored), offset };
  });
  /** The place in the file of an address in memory. */
  const place = (address) => {
    const section = sections.find(({ address: start, size }) => address >= start && address < start + size);
    if (!section) throw new RangeError(`the address ${address} is in no section`);
    return address - section.address + section.offset;
  };
  const text = (address) => {
    const at = place(address);
    return file.toString("latin1", at, file.indexOf(0, at));
  };
  const directories = file.readUInt32LE(optional + 108);
  const directory = (index) => (index < directories ? file.readUInt32LE(optional + 112 + index * 8) : 0);
  return {
    format: "PE",
    arch: machines[file.readUInt16LE(header + 4)] ?? `machine ${file.readUInt16LE(header + 4)}`,
    library: (file.readUInt16LE(header + 22) & LIBRARY) !== 0,
    needed: [
      ...libraries(file, directory(IMPORTS), place, text, { size: 20, name: 12 }),
      ...libraries(file, directory(DELAYED), place, text, { size: 32, name: 4 }),
    ],
    exports: names(file, directory(EXPORTS), place, text),
    imports: [],
  };
}

/** The libraries of a table that ends with an entry without a name. */
function libraries(file, table, place, text, { size, name }) {
  const found = [];
  if (table === 0) return found;
  for (let at = place(table); file.readUInt32LE(at + name) !== 0; at += size) {
    found.push(text(file.readUInt32LE(at + name)));
  }
  return found;
}

function names(file, table, place, text) {
  if (table === 0) return [];
  const at = place(table);
  const list = place(file.readUInt32LE(at + 32));
  return Array.from({ length: file.readUInt32LE(at + 24) }, (_, index) => text(file.readUInt32LE(list + index * 4)));
}
