/** Builds the extension into a folder, which is emptied first. */
export declare function buildExtension(out: string): Promise<void>;

/** The engine's scripts that the policy knows, as texts of JavaScript. */
export declare function policyTexts(): { GATE: string; HANDS: string };
