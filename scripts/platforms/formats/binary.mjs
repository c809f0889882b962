// One description of a shared library, whatever its format.
import { isElf, readElf } from "./elf.mjs";
import { isMachO, readMachO } from "./macho.mjs";
import { isPe, readPe } from "./pe.mjs";

/**
 * @typedef {object} Binary
 * @property {"ELF" | "Mach-O" | "PE"} format
 * @property {string} arch `x64`, `arm64`, or what the file says instead
 * @property {string[]} needed the libraries that it is loaded with
 * @property {string[]} exports names of symbols that it offers
 * @property {string[]} imports names of symbols that others must offer; empty for PE, which looks Node up at run time
 * @property {string[]} [versions] ELF: needed versions of symbols
 * @property {string[]} [searchPaths] ELF, Mach-O: folders of libraries
 * @property {boolean} [executableStack] ELF
 * @property {boolean} [library] Mach-O, PE: whether it is a library and not a program
 * @property {string} [ownName] Mach-O: the name that others find it by
 * @property {string} [oldestSystem] Mach-O: the oldest macOS that loads it
 * @property {string[]} [lookedUp] Mach-O: those imports that are looked for in the whole process
 * @property {string} [signature] Mach-O: `fits`, `none`, or what is wrong
 */

/**
 * @param {Buffer} file the whole file
 * @returns {Binary}
 */
export function readBinary(file) {
  if (isElf(file)) return readElf(file);
  if (isMachO(file)) return readMachO(file);
  if (isPe(file)) return readPe(file);
  throw new RangeError("neither an ELF, nor a Mach-O, nor a PE file");
}
