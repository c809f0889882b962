// Progress lines.

/** For example `0.2 s`, `75 s` or `12 min`. */
export function seconds(milliseconds) {
  const value = milliseconds / 1000;
  return value < 10
    ? `${value.toFixed(1)} s`
    : value < 600
      ? `${Math.round(value)} s`
      : `${Math.round(value / 60)} min`;
}

/** Runs a task. Prints a line before it, and a line with its duration after it. */
export async function timed(title, body) {
  console.log(`▶ ${title}`);
  const began = performance.now();
  const result = await body();
  console.log(`✓ ${title} (${seconds(performance.now() - began)})`);
  return result;
}
