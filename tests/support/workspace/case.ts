/** A call of a workspace tool, and the answer that it has to have. */

/** A call with its answer. */
export interface Case {
  args: Record<string, unknown>;
  /** The answer's status; of `webSearchTool`, which has none, `SUCCESS` or the server's code of its failures. */
  status: string;
  /** What the structured answer has to contain. */
  answer?: Record<string, unknown>;
  /** What the files of the project contain afterwards, by path; null if the file is not there. */
  files?: Record<string, string | null>;
  /** How the answer differs where the files belong to another MCP server. */
  served?: Pick<Case, "status" | "answer" | "files">;
}

/** The calls of each tool, in their order: later ones use the files that earlier ones have written. */
export type Cases = Readonly<Record<string, readonly Case[]>>;

/** An optional argument with a default, and a call in which the default can be told from another value. */
export interface Default {
  tool: string;
  argument: string;
  /** The default. It does the same as leaving the argument out. */
  value: unknown;
  /** A value with which the answer is another one. */
  other: unknown;
  /** The other arguments. */
  args: Record<string, unknown>;
  /** What files contain before each of the calls. */
  files?: Record<string, string>;
}
