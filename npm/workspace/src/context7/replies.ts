// What the Context7 server answers. It says everything in words, also that it found nothing or could not reach its service,
// and never marks an answer as an error. So its words are its interface: these are all that it has had since its version 1.
// Words that are not known here count as a failure of the server, and are passed on, never as documentation.

/** A library that the server offers. */
export interface Library {
  id: string;
  title: string;
  description?: string;
}

/** What an answer means. */
export type Reply<T> = { found: T } | { missing: "library" | "docs"; said: string } | { failed: string };

const ID_LINE = /^- Context7-compatible library ID:\s*(\/\S+)\s*$/m;
/** Longest message of the server that is not documentation, in characters. */
const LONGEST_MESSAGE = 600;

const NO_LIBRARY = [
  /^No (?:documentation )?libraries found matching/i,
  /^The library you are trying to access does not exist/i,
];
const NO_DOCS = [/^Documentation not found or not finalized for this library/i];

/** The libraries of an answer of `resolve-library-id`. */
export function readLibraries(text: string): Reply<Library[]> {
  const libraries = text.split(/^-{5,}\s*$/m).flatMap((part): Library[] => {
    const id = ID_LINE.exec(part)?.[1];
    if (id === undefined) return [];
    const field = (name: string): string | undefined => new RegExp(`^- ${name}: (.*)$`, "m").exec(part)?.[1]?.trim();
    const description = field("Description");
    return [{ id, title: field("Title") ?? id, ...(description === undefined ? {} : { description }) }];
  });
  if (libraries.length > 0) return { found: libraries };
  return NO_LIBRARY.some((words) => words.test(text.trim())) ? { missing: "library", said: text } : { failed: text };
}

/** The documentation of an answer of `query-docs` or `get-library-docs`. */
export function readDocs(text: string): Reply<string> {
  const trimmed = text.trim();
  if (trimmed === "" || NO_DOCS.some((words) => words.test(trimmed))) return { missing: "docs", said: text };
  if (NO_LIBRARY.some((words) => words.test(trimmed))) return { missing: "library", said: text };
  // Documentation has many lines. A short line by itself is a message, such as that a quota is used up.
  if (trimmed.length <= LONGEST_MESSAGE && !trimmed.includes("\n")) return { failed: text };
  return { found: text };
}

/** The library that a name means: the server's first one, unless another one has exactly this name. */
export function bestLibrary(libraries: readonly Library[], name: string): Library | undefined {
  const wanted = letters(name);
  const names = ({ id, title }: Library): string[] =>
    [title, ...id.split("/"), id].map(letters).filter((own) => own !== "");
  const exact = libraries.find((library) => names(library).includes(wanted));
  // Asked for what it does not have, the server offers something else.
  return (
    exact ??
    libraries
      .slice(0, 1)
      .find((library) => names(library).some((own) => own.includes(wanted) || (own.length > 2 && wanted.includes(own))))
  );
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Bytes of a token, about, in the models that are in use. */
const BYTES_PER_TOKEN = 4;

/** Cuts documentation to a number of tokens, where a part ends if that is not far. */
export function cutToTokens(text: string, tokens: number): { text: string; truncated: boolean } {
  const most = tokens * BYTES_PER_TOKEN;
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return { text, truncated: false };
  // A character that is cut in two is left out.
  const kept = new TextDecoder().decode(bytes.subarray(0, most), { stream: true });
  const end = Math.max(kept.lastIndexOf("\n-----"), kept.lastIndexOf("\n\n"));
  return { text: end > kept.length / 2 ? kept.slice(0, end + 1) : kept, truncated: true };
}
