/** Why a file is left as it is, in words. */
export class EditRefused extends Error {}

/** Why a file was not changed, in words: we refused, or the system did. @throws any other error */
export function refusal(error: unknown): string {
  if (error instanceof EditRefused || (error instanceof Error && "syscall" in error)) return error.message;
  throw error;
}
