// Draws a recorded terminal as SVG, light or dark as the reader's system is. The same text always gives the same picture.

const columns = 96;
const lineHeight = 20;
const charWidth = 7.83;
const padding = 16;
const titleBar = 34;

/** @param {string} title what was recorded @param {string} transcript its lines; `$ ` and `→ ` begin commands and calls */
export function drawTerminal(title, transcript) {
  const lines = transcript.trimEnd().split("\n").flatMap(wrap);
  const width = Math.round(columns * charWidth + 2 * padding);
  const height = titleBar + lines.length * lineHeight + padding;
  const texts = lines.map(({ text, kind }, index) => {
    const y = titleBar + (index + 0.72) * lineHeight;
    return text === ""
      ? ""
      : `<text x="${padding}" y="${y.toFixed(1)}"${kind ? ` class="${kind}"` : ""}>${xml(text)}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${xml(title)}">
<style>
:root { color-scheme: light dark; }
.back { fill: #f6f8fa; stroke: #d0d7de; }
text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #24292f; white-space: pre; }
.title { font: 600 12px system-ui, "DejaVu Sans", sans-serif; fill: #57606a; }
.call { fill: #0b5d8a; font-weight: 700; }
.added { fill: #116329; }
.removed { fill: #a40e26; }
.quiet { fill: #57606a; }
@media (prefers-color-scheme: dark) {
.back { fill: #161b22; stroke: #3d444d; }
text { fill: #e6edf3; }
.title, .quiet { fill: #9da7b3; }
.call { fill: #6cc0ee; }
.added { fill: #7ee787; }
.removed { fill: #ffa198; }
}
</style>
<rect class="back" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<text class="title" x="${padding}" y="22">${xml(title)}</text>
${texts.join("")}</svg>
`;
}

/** A line in pieces that fit, each with its kind. */
function wrap(line) {
  const kind = kindOf(line);
  const indent = `${/^\s*/.exec(line)?.[0] ?? ""}    `.slice(0, 24);
  const pieces = [];
  let rest = line;
  while ([...rest].length > columns) {
    const room = [...rest].slice(0, columns).join("");
    const space = room.lastIndexOf(" ");
    const cut = space > columns / 2 ? space : room.length;
    pieces.push(rest.slice(0, cut));
    rest = indent + rest.slice(cut).trimStart();
  }
  return [...pieces, rest].map((text) => ({ text, kind }));
}

function kindOf(line) {
  if (/^(?:\$|→) /.test(line)) return "call";
  if (/^ *\+ /.test(line)) return "added";
  if (/^ *- uid/.test(line)) return "removed";
  return /^ *…/.test(line) ? "quiet" : undefined;
}

const xml = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
