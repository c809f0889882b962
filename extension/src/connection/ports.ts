/** Ports on which servers are searched for, in this order; the same as in crates/engine/src/relay/mod.rs. */
export const PORTS: readonly number[] = Array.from({ length: 10 }, (_, index) => 38_401 + index);
