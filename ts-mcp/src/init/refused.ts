/** Why a file is left as it is, in words. */
export class EditRefused extends Error {}
