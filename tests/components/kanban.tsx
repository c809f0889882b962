// dnd-kit: a board whose cards move between columns, with a copy of the card under the pointer.

import {
  DndContext,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root } from "./report.ts";

type Board = Record<string, string[]>;
const columnOf = (board: Board, id: string): string =>
  id in board ? id : (Object.keys(board).find((name) => board[name]?.includes(id)) ?? "");

function Card({ id }: { id: string }) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
  const style = { transform: CSS.Translate.toString(transform), transition, opacity: isDragging ? 0.4 : 1, height: 40 };
  return (
    <div ref={setNodeRef} style={style} {...attributes} {...listeners}>
      {id}
    </div>
  );
}

function Column({ name, cards }: { name: string; cards: string[] }) {
  const { setNodeRef } = useDroppable({ id: name });
  return (
    <SortableContext items={cards} strategy={verticalListSortingStrategy}>
      {/* biome-ignore lint/a11y/useSemanticElements: a column is no fieldset */}
      <div ref={setNodeRef} role="group" aria-label={name} style={{ width: 150, minHeight: 220, background: "#eee" }}>
        {cards.map((id) => (
          <Card key={id} id={id} />
        ))}
      </div>
    </SortableContext>
  );
}

function Kanban() {
  const [board, setBoard] = useState<Board>({ Todo: ["Ape", "Bee", "Cat"], Doing: ["Dog"], Done: [] });
  const [held, setHeld] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  useEffect(() => {
    report({ ...board, held });
  });
  const move = (id: string, over: string): void =>
    setBoard((all) => {
      const [from, to] = [columnOf(all, id), columnOf(all, over)];
      if (!to || id === over) return all;
      const without = { ...all, [from]: (all[from] ?? []).filter((card) => card !== id) };
      const cards = [...(without[to] ?? [])];
      const at = from === to ? (all[to] ?? []).indexOf(over) : cards.indexOf(over);
      cards.splice(at < 0 ? cards.length : at, 0, id);
      return { ...without, [to]: cards };
    });
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setHeld(String(active.id))}
      onDragEnd={({ active, over }) => {
        if (over) move(String(active.id), String(over.id));
        setHeld("");
      }}
    >
      <div style={{ display: "flex", gap: 20 }}>
        {Object.entries(board).map(([name, cards]) => (
          <Column key={name} name={name} cards={cards} />
        ))}
      </div>
      <DragOverlay>{held ? <div style={{ height: 40 }}>{held}</div> : null}</DragOverlay>
    </DndContext>
  );
}

createRoot(root).render(<Kanban />);
