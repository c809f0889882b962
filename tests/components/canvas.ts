// Konva: shapes on two canvases, one over the other, that are moved, resized and drawn by the pointer.

import Konva from "konva";
import { report, root } from "./report.ts";

root.style.cssText = "width: 500px; height: 300px; border: 1px solid #888";
root.setAttribute("role", "application");
root.setAttribute("aria-label", "Drawing");
const stage = new Konva.Stage({ container: root, width: 500, height: 300 });
const shapes = new Konva.Layer();
const lines = new Konva.Layer({ listening: false });
stage.add(shapes, lines);

const state: Record<string, unknown> = { lines: 0, points: 0, menu: 0, doubled: 0, over: false };
const box = new Konva.Rect({ x: 100, y: 80, width: 80, height: 60, fill: "navy", draggable: true });
const frame = new Konva.Transformer({ nodes: [box], rotateEnabled: false, keepRatio: false });
shapes.add(box, frame);
const tell = (): void => {
  const { x, y, width, height } = box.getClientRect({ skipStroke: true });
  report({ ...state, box: [x, y, width, height], scale: stage.scaleX() });
};
// Konva finds shapes on a picture that it draws with the next frame. A person sees the shape in its new place only then.
box.on("dragend transformend", () => requestAnimationFrame(() => requestAnimationFrame(tell)));
box.on("mouseenter mouseleave", ({ type }) => {
  state.over = type === "mouseenter";
  tell();
});
box.on("dblclick", () => {
  state.doubled = Number(state.doubled) + 1;
  tell();
});
box.on("contextmenu", ({ evt }) => {
  evt.preventDefault();
  state.menu = Number(state.menu) + 1;
  tell();
});
let line: Konva.Line | undefined;
stage.on("mousedown", ({ target, evt }) => {
  const at = stage.getRelativePointerPosition();
  if (target !== stage || evt.button !== 0 || !at) return;
  line = new Konva.Line({ points: [at.x, at.y], stroke: "green" });
  lines.add(line);
});
stage.on("mousemove", () => {
  const at = stage.getRelativePointerPosition();
  if (line && at) line.points([...line.points(), at.x, at.y]);
});
stage.on("mouseup", () => {
  if (!line) return;
  state.lines = lines.children.length;
  state.points = line.points().length / 2;
  line = undefined;
  tell();
});
stage.on("wheel", ({ evt }) => {
  evt.preventDefault();
  stage.scale({ x: stage.scaleX() * (evt.deltaY < 0 ? 1.25 : 0.8), y: stage.scaleY() * (evt.deltaY < 0 ? 1.25 : 0.8) });
  tell();
});
tell();
