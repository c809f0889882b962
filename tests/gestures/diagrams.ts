/** React Flow and Drawflow. */

import type { What } from "./hand.ts";
import type { Library } from "./scene.ts";

const first: What = ["group", undefined, 0];
const plane: What = ["application"];

export const flow: Library = {
  name: "React Flow",
  file: "diagram.tsx",
  scenes: [
    {
      does: "a node is dragged",
      act: (hand) => hand.drag(first, 80, 30),
      shows: ({ nodes: { a } }) => Math.abs(a.x - 140) < 12 && Math.abs(a.y - 90) < 12,
    },
    {
      does: "two nodes are connected from handle to handle",
      act: (hand) => hand.dragTo("[data-id=a] .source", "[data-id=b] .target"),
      shows: ({ edges }) => edges.join() === "ab",
    },
    {
      does: "a click chooses a node",
      act: (hand) => hand.click("[data-id=b]"),
      shows: ({ chosen }) => chosen.join() === "b",
    },
    {
      does: "a second one is chosen with Control",
      act: (hand) => hand.click("[data-id=a]", { modifiers: ["Control"] }),
      shows: ({ chosen }) => chosen.length === 2,
    },
    {
      does: "both are moved by one drag",
      act: (hand) => hand.drag("[data-id=a]", 0, -40),
      shows: ({ nodes: { a, b } }, { nodes }) => a.y < nodes.a.y - 20 && b.y < nodes.b.y - 20,
    },
    {
      does: "a drag of the plane pans it",
      act: (hand) => hand.drag(plane, 50, -40, { at: { x: 30, y: 330 } }),
      shows: ({ view }, before) => Math.abs(view.x - before.view.x - 50) < 8,
    },
    {
      does: "the wheel zooms at a point",
      act: (hand) => hand.wheel(plane, -200, { at: { x: 500, y: 60 } }),
      shows: ({ view }, before) => view.zoom > before.view.zoom,
    },
    {
      does: "a box drawn with Shift chooses what is in it",
      act: (hand) => hand.drag(plane, 560, -320, { at: { x: 20, y: 350 }, modifiers: ["Shift"] }),
      shows: ({ chosen }, before) => chosen.length === 1 && before.chosen.length !== 1,
    },
    {
      does: "Backspace removes a node with its edge",
      act: async (hand) => {
        await hand.click(plane, { at: { x: 20, y: 20 } });
        await hand.click("[data-id=a]");
        await hand.key("Backspace");
      },
      shows: ({ nodes, edges }) => nodes.a === undefined && edges.length === 0,
    },
  ],
};

export const drawflow: Library = {
  name: "Drawflow",
  file: "flow.ts",
  scenes: [
    {
      does: "a node is dragged",
      act: (hand) => hand.drag("#node-1", 50, 40),
      shows: ({ nodes: { read } }) => Math.abs(read[0] - 110) < 3 && Math.abs(read[1] - 100) < 3,
    },
    {
      does: "an output is connected to an input",
      act: (hand) => hand.dragTo("#node-1 .output", "#node-2 .input"),
      shows: ({ links }) => links === 1,
    },
    {
      does: "the wheel zooms with Control",
      act: (hand) => hand.wheel("#node-2", -100, { modifiers: ["Control"] }),
      shows: ({ zoom }) => zoom > 1,
    },
    {
      does: "a node is removed from its menu",
      act: async (hand) => {
        await hand.click("#node-2", { button: "right" });
        await hand.click(".drawflow-delete");
      },
      shows: ({ nodes, links }) => nodes.write === undefined && links === 0,
    },
  ],
};
