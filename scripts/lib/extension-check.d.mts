/** An extension, as it is packed. */
export interface Extension {
  manifest: Record<string, unknown>;
  files: Map<string, Buffer>;
  privacy: string;
}
export function problemsOf(extension: Extension): string[];
