/** A content that tells by itself whether it is whole: a number, a length, and one letter. */
export function contentOf(count: number, size: number): string {
  const head = `${count} ${size}\n`;
  return head + String.fromCharCode(97 + (count % 26)).repeat(size - head.length);
}

/** The number of a whole content; undefined if it is a mixture or a part. */
export function countOf(text: string): number | undefined {
  const [, count, size] = /^([0-9]+) ([0-9]+)\n/.exec(text) ?? [];
  return count !== undefined && text === contentOf(Number(count), Number(size)) ? Number(count) : undefined;
}
