/** The environment variable with the key of encrypted log-in states. A flag would show it to every program of the machine. */
export const STATE_KEY = "UIPILOT_STATE_KEY";
