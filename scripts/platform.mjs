// Names of this platform, as in the names of the packages that hold the addon.

/** Which C library a Linux system uses. */
function libc() {
  return process.report.getReport().header.glibcVersionRuntime === undefined ? "musl" : "gnu";
}

/** For example `linux-x64-gnu`. */
export function platform() {
  const name = `${process.platform}-${process.arch}`;
  if (process.platform === "linux") return `${name}-${libc()}`;
  return process.platform === "win32" ? `${name}-msvc` : name;
}

/** Name of the addon's file. */
export function addonFile() {
  return `uipilot.${platform()}.node`;
}
