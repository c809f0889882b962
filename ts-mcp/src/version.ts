// The build defines this.
declare const UIPILOT_VERSION: string | undefined;

/** This server's version. */
export const VERSION: string = typeof UIPILOT_VERSION === "string" ? UIPILOT_VERSION : "0.0.0-source";
