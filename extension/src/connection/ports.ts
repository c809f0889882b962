/** Where servers are looked for, in this order; the same in crates/engine/src/relay/mod.rs. */
export const PORTS: readonly number[] = Array.from({ length: 10 }, (_, index) => 38_401 + index);
