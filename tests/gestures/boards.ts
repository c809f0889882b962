/** SortableJS. */

import type { Library } from "./scene.ts";

export const sortable: Library = {
  name: "a board of SortableJS",
  file: "board.ts",
  scenes: [
    {
      does: "a card is moved to the other list, above its card",
      act: (hand) => hand.dragTo(["listitem", "Cook"], ["listitem", "Walk"], { place: "above" }),
      shows: ({ Open, Done }) => Open === "Draw Read" && Done === "Cook Walk",
    },
    {
      does: "a card is moved to the other list by a distance",
      act: (hand) => hand.drag(["listitem", "Draw"], 176, 40, { durationMs: 400 }),
      shows: ({ Open, Done }) => Open === "Read" && Done.includes("Draw"),
    },
    {
      does: "a card is moved within its list",
      act: (hand) => hand.dragTo(["listitem", "Draw"], ["listitem", "Cook"], { place: "above" }),
      shows: ({ Done }) => Done.startsWith("Draw Cook"),
    },
    {
      does: "the last card is moved to the empty end of the other list",
      act: (hand) => hand.dragTo(["listitem", "Read"], ["list", "Done"], { place: "below" }),
      shows: ({ Open, Done }) => Open === "" && Done.includes("Read"),
    },
    {
      does: "a card comes back into the empty list",
      act: (hand) => hand.dragTo(["listitem", "Walk"], ["list", "Open"]),
      shows: ({ Open }) => Open === "Walk",
    },
    {
      does: "an item is moved by its handle",
      act: (hand) => hand.dragTo('[title="Move One"]', ["listitem", /Three/], { place: "below" }),
      shows: ({ Order }) => Order === "Two Three One",
    },
    {
      does: "an item of a native list is moved beside another one",
      act: (hand) => hand.dragTo(["listitem", "Blue"], ["listitem", "Red"], { place: "above" }),
      shows: ({ Native }) => Native === "Blue Red Green",
    },
    {
      does: "several items that are chosen with Control move together",
      act: async (hand) => {
        await hand.click(["listitem", "Ash"], { modifiers: ["Control"] });
        await hand.click(["listitem", "Cedar"], { modifiers: ["Control"] });
        await hand.dragTo(["listitem", "Ash"], ["listitem", "Elm"], { place: "below" });
      },
      shows: ({ Pile }) => Pile === "Birch Elm Ash Cedar",
    },
  ],
};

export const kanban: Library = {
  name: "a board of dnd-kit",
  file: "kanban.tsx",
  scenes: [
    {
      does: "a card is moved onto a card of another column",
      act: (hand) => hand.dragTo(["button", "Ape"], ["button", "Dog"]),
      shows: ({ Todo, Doing, held }) => Todo.join() === "Bee,Cat" && Doing.length === 2 && held === "",
    },
    {
      does: "a card is moved into an empty column",
      act: (hand) => hand.dragTo(["button", "Bee"], ["group", "Done"]),
      shows: ({ Done, held }) => Done.join() === "Bee" && held === "",
    },
    {
      does: "a card is moved to the other column by a distance",
      act: (hand) => hand.drag(["button", "Cat"], 340, 60),
      shows: ({ Todo, Done, held }) => Todo.length === 0 && Done.includes("Cat") && held === "",
    },
    {
      does: "a card is moved back along a path",
      act: (hand) =>
        hand.on(["button", "Dog"], "drag_by_uid", { path: [{ dy: 120 }, { dx: -90, dy: 120 }, { dx: -170, dy: 60 }] }),
      shows: ({ Todo, Doing, held }) => Todo.join() === "Dog" && !Doing.includes("Dog") && held === "",
    },
  ],
};
