// signature_pad: strokes on a canvas.

import SignaturePad from "signature_pad";
import { report, root } from "./report.ts";

const canvas = root.appendChild(document.createElement("canvas"));
canvas.width = 400;
canvas.height = 200;
canvas.style.border = "1px solid #888";
canvas.setAttribute("aria-label", "Signature");
const pad = new SignaturePad(canvas, { throttle: 0, minDistance: 1 });
const tell = (): void => {
  const points = pad.toData().map((stroke) => stroke.points);
  const xs = points.flat().map(({ x }) => x);
  const ys = points.flat().map(({ y }) => y);
  report({
    strokes: points.length,
    last: points.at(-1)?.length ?? 0,
    pressure: Math.max(0, ...points.flat().map(({ pressure }) => pressure)),
    box: xs.length > 0 ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : null,
  });
};
pad.addEventListener("endStroke", tell);
const clear = root.appendChild(document.createElement("button"));
clear.textContent = "Clear";
clear.onclick = () => {
  pad.clear();
  tell();
};
tell();
