/** Lists that move their items while one of them is dragged. */

import type { Hand } from "./hand.ts";
import type { Library, Scene } from "./scene.ts";

type Place = "above" | "below";

const move = (list: string, item: number, place: Place, beside: number) => (hand: Hand) =>
  hand.dragTo(["listitem", `${list} ${item}`], ["listitem", `${list} ${beside}`], { place });

/** Moves of which each begins with the order that the one before it made. */
const MOVES: [item: number, place: Place, beside: number, order: string][] = [
  [1, "below", 4, "23415"],
  [1, "above", 2, "12345"],
  [4, "above", 1, "41235"],
  [4, "below", 3, "12345"],
  [5, "below", 1, "15234"],
  [1, "above", 4, "52314"],
  [4, "above", 2, "54231"],
  [2, "below", 1, "54312"],
  [3, "above", 4, "53412"],
];

const scenes = (list: string): Scene[] =>
  MOVES.map(([item, place, beside, order]) => ({
    does: `${list}: item ${item} is moved ${place} item ${beside}, which makes ${order}`,
    act: move(list, item, place, beside),
    shows: (now) => now[list] === order,
  }));

export const reorder: Library = {
  name: "lists of SortableJS that move",
  file: "reorder.ts",
  scenes: [
    ...["Still", "Moved", "Slow", "Native", "Tall"].flatMap(scenes),
    {
      does: "a card is moved to another list, above its first one",
      act: (hand) => hand.dragTo(["listitem", "Left 1"], ["listitem", "Right 4"], { place: "above" }),
      shows: ({ Left, Right }) => Left === "23" && Right === "14567",
    },
    {
      does: "a card is moved to another list, below its last one",
      act: (hand) => hand.dragTo(["listitem", "Left 2"], ["listitem", "Right 7"], { place: "below" }),
      shows: ({ Left, Right }) => Left === "3" && Right === "145672",
    },
    {
      does: "a card is moved to another list, between two",
      act: (hand) => hand.dragTo(["listitem", "Left 3"], ["listitem", "Right 5"], { place: "below" }),
      shows: ({ Left, Right }) => Left === "" && Right === "1453672",
    },
  ],
};
