// Networks by name.

/** Networks that Chrome's developer tools offer, as they reach a page: with the overhead that the tools add for each request. */
export const PRESETS = {
  "Slow 3G": { latencyMs: 2_000, downloadKbytes: 50, uploadKbytes: 50 },
  "Slow 4G": { latencyMs: 562.5, downloadKbytes: 180, uploadKbytes: 84.375 },
  "Fast 4G": { latencyMs: 165, downloadKbytes: 1_012.5, uploadKbytes: 168.75 },
} as const;
