/** Why a browser was not installed, and what to do. */
export class InstallFailed extends Error {
  constructor(
    message: string,
    /** A clause without a final stop. */
    readonly nextStep: string,
  ) {
    super(message);
  }
}
