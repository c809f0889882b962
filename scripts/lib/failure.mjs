// Failures of scripts, and how they are reported.

/** An expected failure, with the next step for the user. */
export class Failure extends Error {
  /** @param {string} message what happened @param {string} nextStep what to do about it */
  constructor(message, nextStep) {
    super(message);
    this.name = "Failure";
    this.nextStep = nextStep;
  }
}

/** Runs a script's main function; a failure is printed with its next step and sets the exit code. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    process.exitCode = 1;
    if (!(error instanceof Failure)) throw error;
    console.error(`\n✗ ${error.message}\n  Next: ${error.nextStep}`);
  }
}
