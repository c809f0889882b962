// Documents that tests make: PDF and DOCX files, and ZIP archives.

import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** A PDF document. Each page has lines of text. `outline` gives it a chapter. */
export function pdf(pages: string[][], { title, outline, padding = 0, encrypted = false }: PdfOptions = {}): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_lines, index) => `${4 + index * 2} 0 R`).join(" ");
  const info = 4 + pages.length * 2;
  add(`<< /Type /Catalog /Pages 2 0 R${outline === undefined ? "" : ` /Outlines ${info + 1} 0 R`} >>`);
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const [index, lines] of pages.entries()) {
    const shown = lines.map((line, at) => `BT /F1 12 Tf 72 ${720 - at * 20} Td (${line}) Tj ET`).join("\n");
    const stream = deflateSync(Buffer.from(`${shown}\n${" ".repeat(padding)}`)).toString("latin1");
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n${stream}\nendstream`);
  }
  add(
    `<< /Title (${title ?? ""}) /Author (Anna Muster) /CreationDate (D:20260131120000+01'00') /ModDate (D:20260201) >>`,
  );
  if (outline !== undefined) {
    add(`<< /Type /Outlines /First ${info + 2} 0 R /Last ${info + 2} 0 R /Count 1 >>`);
    add(`<< /Title (${outline}) /Parent ${info + 1} 0 R /Dest [4 0 R /Fit] >>`);
  }
  if (encrypted) {
    add(`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> >>`);
  }
  const encryption = encrypted ? ` /Encrypt ${objects.length} 0 R /ID [<00> <00>]` : "";
  let out = "%PDF-1.4\n";
  const places = objects.map((body, index) => {
    const at = out.length;
    out += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const end = out.length;
  const count = objects.length + 1;
  out += `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`;
  out += `trailer << /Size ${count} /Root 1 0 R /Info ${info} 0 R${encryption} >>\nstartxref\n${end}\n%%EOF`;
  return Buffer.from(out, "latin1");
}

interface PdfOptions {
  title?: string;
  outline?: string;
  /** Blanks at the end of each page's content, which compress well. */
  padding?: number;
  encrypted?: boolean;
}

/** A ZIP archive. `said`: the size that it claims for each file, if that is not the true one. */
export function zip(files: Record<string, string | Buffer>, said?: number): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text as string);
    const packed = deflateRawSync(content, { level: 6 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    // A sum over a bomb takes long, and nothing gets as far as to look at it.
    common.writeUInt32LE(content.length < 1_000_000 ? crc(content) : 0, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(said ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name)]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, entry, Buffer.from(name)]));
    local.push(head, packed);
    offset += head.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

function crc(content: Buffer): number {
  if (crc32 !== undefined) return crc32(content);
  let value = 0xffffffff;
  for (const byte of content) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** A document of Word. `body`: paragraphs as WordprocessingML. */
export function docx(body: string, extra: Record<string, string | Buffer> = {}, said?: number): Buffer {
  const types = "http://schemas.openxmlformats.org/package/2006/content-types";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
  const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
  return zip(
    {
      "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
      "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
      "docProps/core.xml": `<?xml version="1.0"?><cp:coreProperties xmlns:cp="x" xmlns:dc="y" xmlns:dcterms="z"><dc:title>Der Bericht</dc:title><dc:creator>Anna Muster</dc:creator><dcterms:created>2026-01-31T12:00:00Z</dcterms:created></cp:coreProperties>`,
      "word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ...extra,
    },
    said,
  );
}

/** A paragraph of a document of Word. */
export function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}
