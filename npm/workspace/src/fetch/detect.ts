// Finds out what a document is: from its bytes, from the caller's hint, from the header, from its address, in this order.

/** What can be read. */
export type Kind = "html" | "pdf" | "docx" | "json" | "xml" | "markdown" | "text";
export type Hint = "html" | "pdf" | "txt" | "auto";

/** What a document is. */
export interface Detected {
  /** `undefined` if documents of this kind cannot be read. */
  kind: Kind | undefined;
  /** Its MIME type. */
  type: string;
}

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** How files of other kinds begin. Offsets are 0 where none is given. */
const BEGINNINGS: readonly [type: string, bytes: string, offset?: number][] = [
  ["image/png", "\x89PNG\r\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF8"],
  ["image/webp", "WEBP", 8],
  ["image/bmp", "BM"],
  ["image/tiff", "II*\0"],
  ["image/tiff", "MM\0*"],
  ["image/x-icon", "\0\0\x01\0"],
  ["video/mp4", "ftyp", 4],
  ["video/webm", "\x1aE\xdf\xa3"],
  ["audio/wav", "WAVE", 8],
  ["audio/mpeg", "ID3"],
  ["audio/flac", "fLaC"],
  ["application/ogg", "OggS"],
  ["application/gzip", "\x1f\x8b"],
  ["application/x-bzip2", "BZh"],
  ["application/x-xz", "\xfd7zXZ\0"],
  ["application/zstd", "\x28\xb5\x2f\xfd"],
  ["application/x-7z-compressed", "7z\xbc\xaf\x27\x1c"],
  ["application/vnd.rar", "Rar!\x1a\x07"],
  ["application/x-ole-storage", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  ["application/wasm", "\0asm"],
  ["application/x-elf", "\x7fELF"],
  ["application/rtf", "{\\rtf"],
  ["application/vnd.sqlite3", "SQLite format 3\0"],
  ["font/woff2", "wOF2"],
  ["font/woff", "wOFF"],
];

const BY_TYPE: Readonly<Record<string, Kind>> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "application/pdf": "pdf",
  "application/x-pdf": "pdf",
  [DOCX]: "docx",
  "application/json": "json",
  "text/json": "json",
  "text/xml": "xml",
  "application/xml": "xml",
  "text/markdown": "markdown",
  "text/x-markdown": "markdown",
};

const BY_EXTENSION: Readonly<Record<string, [Kind, type: string]>> = {
  html: ["html", "text/html"],
  htm: ["html", "text/html"],
  xhtml: ["html", "application/xhtml+xml"],
  pdf: ["pdf", "application/pdf"],
  docx: ["docx", DOCX],
  json: ["json", "application/json"],
  geojson: ["json", "application/geo+json"],
  xml: ["xml", "application/xml"],
  rss: ["xml", "application/rss+xml"],
  atom: ["xml", "application/atom+xml"],
  md: ["markdown", "text/markdown"],
  markdown: ["markdown", "text/markdown"],
  txt: ["text", "text/plain"],
  csv: ["text", "text/csv"],
};

/** Text whose type does not say so. */
const TEXT_TYPES =
  /^application\/(javascript|ecmascript|x-javascript|typescript|yaml|x-yaml|toml|sql|x-sh|graphql|x-ndjson|jsonl|x-tex|x-subrip|x-www-form-urlencoded)$/;

/** Types that say nothing about a document. */
const SAYS_NOTHING = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-download",
  "unknown/unknown",
]);

/** The type in a header `Content-Type`, in small letters and without parameters; empty if there is none. */
export function headerType(contentType: string | undefined): string {
  const type = (contentType ?? "").split(/[;,]/)[0]?.trim().toLowerCase() ?? "";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) && type.length < 128 ? type : "";
}

/** Whether a document of this type is of no use without its end. */
export function wantedWhole(contentType: string | undefined, url: URL, hint: Hint): boolean {
  const type = headerType(contentType);
  const kind = kindOfType(type) ?? (SAYS_NOTHING.has(type) ? BY_EXTENSION[extension(url)]?.[0] : undefined);
  const hinted = hint === "pdf" && (kind === undefined || kind === "pdf");
  return hinted || kind === "pdf" || kind === "docx";
}

/** What a document is. */
export function detect(bytes: Buffer, contentType: string | undefined, url: URL, hint: Hint): Detected {
  const head = bytes.subarray(0, 1_024).toString("latin1");
  const said = headerType(contentType);
  if (head.includes("%PDF-")) return { kind: "pdf", type: "application/pdf" };
  if (head.startsWith("PK\x03\x04"))
    return isDocx(bytes, said, url) ? { kind: "docx", type: DOCX } : unreadable(said, "application/zip");
  const other = BEGINNINGS.find(([, begin, offset = 0]) => head.startsWith(begin, offset));
  if (other !== undefined && !(other[0] === "image/bmp" && looksLikeText(bytes))) return unreadable(said, other[0]);
  if (!looksLikeText(bytes)) return unreadable(said, "application/octet-stream");
  // From here on it is text, whatever the header says.
  if (hint === "html") return { kind: "html", type: said === "application/xhtml+xml" ? said : "text/html" };
  if (hint === "txt") return { kind: "text", type: said === "" ? "text/plain" : said };
  const named = BY_EXTENSION[extension(url)];
  const content = kindOfContent(head.replaceAll("\0", ""));
  const kind = kindOfType(said);
  switch (kind) {
    case "html":
      // Some servers call everything HTML.
      return content === undefined || content[0] === "html"
        ? { kind, type: said }
        : { kind: content[0], type: content[1] };
    case "text":
      // A type for text of all kinds. Only the file's name can tell more: a server may show the source of a page on purpose.
      if (said !== "text/plain" || named === undefined || named[0] === "html") return { kind, type: said };
      return isText(named[0]) ? { kind: named[0], type: named[1] } : { kind, type: said };
    case "pdf":
    case "docx":
    case undefined: {
      // The bytes are text, so the type is wrong or says nothing.
      if (content !== undefined) return { kind: content[0], type: content[1] };
      if (named !== undefined && isText(named[0])) return { kind: named[0], type: named[1] };
      return { kind: "text", type: "text/plain" };
    }
    default:
      return { kind, type: said };
  }
}

function unreadable(said: string, found: string): Detected {
  return { kind: undefined, type: SAYS_NOTHING.has(said) || kindOfType(said) !== undefined ? found : said };
}

function isText(kind: Kind): boolean {
  return kind !== "pdf" && kind !== "docx";
}

function kindOfType(type: string): Kind | undefined {
  const kind = BY_TYPE[type];
  if (kind !== undefined) return kind;
  if (type.endsWith("+json")) return "json";
  if (type.endsWith("+xml")) return "xml";
  return type.startsWith("text/") || TEXT_TYPES.test(type) ? "text" : undefined;
}

function kindOfContent(head: string): [Kind, string] | undefined {
  const begin = head.replace(/^(\xef\xbb\xbf|\xfe\xff|\xff\xfe)/, "").trimStart();
  if (/^<\?xml[\s\S]{0,600}?<html[\s>]/i.test(begin)) return ["html", "application/xhtml+xml"];
  if (/^<\?xml\s/i.test(begin)) return ["xml", "application/xml"];
  if (/^<(rss|feed|rdf:RDF|urlset|sitemapindex|svg)[\s>]/.test(begin)) return ["xml", "application/xml"];
  const html =
    /^(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html|head|body|title|meta|script|style|div|p|table|h[1-6]|a|br|ul|iframe)\b/i;
  if (html.test(begin)) return ["html", "text/html"];
  return /^(\{\s*("|\})|\[\s*(["{[\d\]-]|true|false|null))/.test(begin) ? ["json", "application/json"] : undefined;
}

function extension(url: URL): string {
  return /\.(\w{1,8})$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
}

/**
 * A package of Office begins with its list of types. What it is stands in the names of its parts, of which a document that was
 * cut may lack the telling ones.
 */
function isDocx(bytes: Buffer, said: string, url: URL): boolean {
  if (bytes.includes("word/document.xml") || said === DOCX || extension(url) === "docx") return true;
  const isOffice = bytes.subarray(0, 64).includes("[Content_Types].xml");
  return isOffice && !bytes.includes("xl/") && !bytes.includes("ppt/") && !bytes.includes("PK\x05\x06");
}

/** Whether bytes are text. Text has no control characters; UTF-16 has zeros beside its letters. */
function looksLikeText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 2_048);
  if (head[0] === 0xff && head[1] === 0xfe) return true;
  if (head[0] === 0xfe && head[1] === 0xff) return true;
  const [a = 1, b = 1, c = 1, d = 1] = head;
  if ((a !== 0 && b === 0 && c !== 0 && d === 0) || (a === 0 && b !== 0 && c === 0 && d !== 0)) return true;
  // Escape begins the sequences of ISO-2022-JP.
  return !head.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b));
}
