// React Flow: nodes that are moved and connected, on a plane that pans and zooms.

import { addEdge, type Connection, type Node, ReactFlow, useEdgesState, useNodesState } from "@xyflow/react";
import css from "@xyflow/react/dist/style.css";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root, style } from "./report.ts";

style(css);
root.style.cssText = "width: 600px; height: 380px";

function Diagram() {
  const [nodes, , onNodesChange] = useNodesState<Node>([
    { id: "a", position: { x: 60, y: 60 }, data: { label: "Start" } },
    { id: "b", position: { x: 320, y: 220 }, data: { label: "End" } },
  ]);
  const [edges, setEdges, onEdgesChange] = useEdgesState<{ id: string; source: string; target: string }>([]);
  const [view, setView] = useState({ x: 0, y: 0, zoom: 1 });
  useEffect(() => {
    report({
      view,
      nodes: Object.fromEntries(nodes.map(({ id, position }) => [id, position])),
      chosen: nodes.filter(({ selected }) => selected).map(({ id }) => id),
      edges: edges.map(({ source, target }) => `${source}${target}`),
    });
  });
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onConnect={(made: Connection) => setEdges((all) => addEdge(made, all))}
      onMove={(_, now) => setView(now)}
    />
  );
}

createRoot(root).render(<Diagram />);
