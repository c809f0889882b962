// Draws a chart of bars as SVG: from zero, with the figure at each bar, light or dark as the reader's system is.

const width = 760;
const left = 210;
const right = 92;
const rowHeight = 30;
const top = 46;

/** @param {{ title: string, unit: string, note: string, source: string, bars: { label: string, value?: number }[] }} chart */
export function drawBars({ title, unit, note, source, bars }) {
  const greatest = Math.max(...bars.map(({ value = 0 }) => value));
  const step = stepFor(greatest);
  const end = Math.ceil(greatest / step) * step;
  const room = width - left - right;
  const x = (value) => round(left + (value / end) * room);
  const bottom = top + bars.length * rowHeight;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  const said = bars.map(
    ({ label, value }) => `${label} ${value === undefined ? "no figure" : `${number(value)} ${unit}`}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 66}" width="${width}" height="${bottom + 66}" role="img" aria-label="${xml(`${title}: ${said.join(", ")}`)}">
<style>
:root { color-scheme: light dark; }
.back { fill: #ffffff; stroke: #d0d7de; }
text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #24292f; }
.title { font-weight: 600; font-size: 15px; }
.small { font-size: 11.5px; fill: #57606a; }
.grid { stroke: #d8dee4; }
.zero { stroke: #57606a; }
.ours { fill: #0f74ab; }
.peer { fill: #8c959f; }
@media (prefers-color-scheme: dark) {
.back { fill: #0d1117; stroke: #3d444d; }
text { fill: #e6edf3; }
.small { fill: #9da7b3; }
.grid { stroke: #2a3038; }
.zero { stroke: #9da7b3; }
.ours { fill: #4aa8dc; }
.peer { fill: #6e7681; }
}
</style>
<rect class="back" x=".5" y=".5" width="${width - 1}" height="${bottom + 65}" rx="8"/>
<text class="title" x="16" y="28">${xml(title)}</text>
${ticks
  .map(
    (
      tick,
    ) => `<line class="${tick === 0 ? "zero" : "grid"}" x1="${x(tick)}" x2="${x(tick)}" y1="${top}" y2="${bottom + 4}"/>
<text class="small" x="${x(tick)}" y="${bottom + 20}" text-anchor="middle">${number(tick)}</text>`,
  )
  .join("\n")}
${bars.map((bar, index) => row(bar, index, x)).join("\n")}
<text class="small" x="${round(left + room / 2)}" y="${bottom + 38}" text-anchor="middle">${xml(unit)}, less is better</text>
<text class="small" x="16" y="${bottom + 56}">${xml(`${note}; docs/${source}`)}</text>
</svg>
`;

  function row({ label, value }, index, x) {
    const y = top + index * rowHeight;
    const text = `<text x="${left - 10}" y="${y + 20}" text-anchor="end">${xml(label)}</text>`;
    if (value === undefined) return `${text}\n<text class="small" x="${left + 8}" y="${y + 20}">no figure</text>`;
    const kind = /^(?:uipilot|Chromium|Firefox)/.test(label) ? "ours" : "peer";
    return `${text}
<rect class="${kind}" x="${left}" y="${y + 5}" width="${round(x(value) - left)}" height="20"/>
<text x="${round(x(value) + 7)}" y="${y + 20}">${number(value)}</text>`;
  }
}

/** A step of 1, 2 or 5 times a power of ten that gives three to six parts. */
function stepFor(greatest) {
  const power = 10 ** Math.floor(Math.log10(greatest));
  return [0.2, 0.5, 1, 2].map((factor) => factor * power).find((step) => greatest / step <= 6) ?? 2 * power;
}

const round = (value) => Math.round(value * 10) / 10;
/** As the pages write numbers: commas, and no more digits than were measured. */
const number = (value) => {
  const [whole, part] = String(Math.round(value * 1e6) / 1e6).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? `.${part}` : "");
};
const xml = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
