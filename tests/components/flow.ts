// Drawflow: a diagram whose nodes are connected from port to port.

import Drawflow from "drawflow";
import css from "drawflow/dist/drawflow.min.css";
import { report, root, style } from "./report.ts";

style(`${css} .drawflow .drawflow-node { width: 100px; background: #eee }`);
root.style.cssText = "width: 600px; height: 380px; border: 1px solid #888; position: relative";
const editor = new Drawflow(root);
editor.start();
editor.addNode("read", 0, 1, 60, 60, "", {}, "<div>Read</div>");
editor.addNode("write", 1, 0, 340, 200, "", {}, "<div>Write</div>");
const tell = (): void => {
  const nodes = Object.values(editor.export().drawflow.Home.data);
  report({
    nodes: Object.fromEntries(nodes.map(({ name, pos_x, pos_y }) => [name, [pos_x, pos_y]])),
    links: nodes.flatMap(({ outputs }) => Object.values(outputs).flatMap(({ connections }) => connections)).length,
    zoom: editor.zoom,
    view: [editor.canvas_x, editor.canvas_y],
  });
};
for (const event of ["nodeMoved", "connectionCreated", "nodeRemoved", "zoom", "translate"]) editor.on(event, tell);
tell();
