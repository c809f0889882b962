/** The folder of an npm package without its dependencies. */
export function npmPackage(name: string, version: string): string;
/** The folder of a Python wheel for this platform; `undefined` where there is no pip. */
export function wheel(name: string, version: string): string | undefined;
