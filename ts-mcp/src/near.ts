// Names that a wrong one may have meant.

/** The names that are nearest to a wrong one, as a clause; empty if none is near. */
export function meant(wrong: string, names: readonly string[]): string {
  const near = [...new Set(names)]
    .map((name) => ({ name, far: distance(wrong, name) }))
    .filter(({ name, far }) => far <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3);
  return near.length === 0 ? "" : `; did you mean ${near.map(({ name }) => name).join(" or ")}?`;
}

/** How many letters have to change, for short words. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
