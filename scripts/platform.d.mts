/** For example `linux-x64-gnu`. */
export function platform(): string;

/** Name of the addon's file. */
export function addonFile(): string;
