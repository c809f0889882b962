// Texts of files that the user wrote.

/**
 * The text of a file in UTF-8, without a byte order mark, with which some editors begin a file. Another encoding would turn
 * letters into U+FFFD, and a password or a name with it would be another one.
 *
 * @throws {@link Error} that says so
 */
export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("it is not in UTF-8: save it in that encoding");
  }
}
