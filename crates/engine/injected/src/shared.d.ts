/** What the first part of the script shares with the rest. `parts.mjs` makes it when the script is built. */
export declare const shared: readonly (readonly unknown[])[];
