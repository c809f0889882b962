/** A PDF document with one line of text on each page. */
export function pdf(...texts: string[]): string {
  const kids = texts.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...texts.flatMap((text, index) => {
      const shown = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
      ];
    }),
  ];
  let out = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const at = out.length;
    out += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const end = out.length;
  const count = objects.length + 1;
  return `${out}xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF`;
}
