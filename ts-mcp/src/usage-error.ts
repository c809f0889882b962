/** An invalid command line or configuration. The message is for the user. */
export class UsageError extends Error {}
