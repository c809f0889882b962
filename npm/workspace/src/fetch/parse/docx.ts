// Documents of Word (DOCX), through mammoth.

import { XMLParser } from "fast-xml-parser";
import mammoth from "mammoth";
import { type DomDocument, parseDocument } from "./dom.js";
import { type Job, type Parsed, ParseError } from "./job.js";
import { compact, type Heading, headings, value } from "./metadata.js";
import { textOf } from "./text.js";
import { checkArchive } from "./zip.js";

/** What all files of a document may expand to, in bytes. */
const MOST_EXPANDED = 100_000_000;

/** Parses a document. Pictures are left out. */
export async function parseDocx({ content }: Job): Promise<Parsed> {
  const bytes = content as Uint8Array;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const core = coreProperties(checkArchive(buffer, MOST_EXPANDED, "docProps/core.xml"));
  let html: string;
  try {
    const none = mammoth.images.imgElement(() => Promise.resolve({ src: "" }));
    ({ value: html } = await mammoth.convertToHtml({ buffer }, { convertImage: none }));
  } catch {
    throw new ParseError("damaged", "it is damaged: it cannot be opened as a document of Word");
  }
  const document = parseDocument(html);
  const found = headings(allHeadings(document));
  const title = value(core["dc:title"]) ?? found[0]?.text;
  return {
    ...(title === undefined ? {} : { title }),
    text: document.body === null ? "" : textOf(document.body),
    metadata: compact({
      author: value(core["dc:creator"]),
      published: value(core["dcterms:created"]),
      modified: value(core["dcterms:modified"]),
      language: value(core["dc:language"]),
      description: value(core["dc:description"]),
      keywords: value(core["cp:keywords"]),
      headings: found,
    }),
  };
}

function* allHeadings(document: DomDocument): Iterable<Heading> {
  for (const element of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    yield { level: Number(element.nodeName[1]), text: element.textContent ?? "" };
  }
}

function coreProperties(xml: string | undefined): Record<string, unknown> {
  if (xml === undefined) return {};
  try {
    const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false });
    const data: unknown = parser.parse(xml)["cp:coreProperties"];
    return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
