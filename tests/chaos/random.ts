/** Random numbers that a seed repeats. */

/** A generator of numbers from 0 to below 1 (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every element once, in random order, then all again in another order, without end. */
export function* shuffled<T>(elements: readonly T[], random: () => number): Generator<T, never> {
  for (;;) {
    const rest = [...elements];
    while (rest.length > 0) {
      const [element] = rest.splice(Math.floor(random() * rest.length), 1);
      yield element as T;
    }
  }
}
