// dnd-kit: a sortable list that listens to pointer events and, with a drag begun by Space, to keys.

import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root } from "./report.ts";

function Item({ id }: { id: string }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  const style = { transform: CSS.Transform.toString(transform), transition, height: 40, border: "1px solid #888" };
  return (
    <div ref={setNodeRef} style={style} {...attributes} {...listeners}>
      Item {id}
    </div>
  );
}

function List() {
  const [items, setItems] = useState(["A", "B", "C", "D"]);
  const [held, setHeld] = useState("");
  const [over, setOver] = useState("");
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  useEffect(() => {
    report({ items: items.join(""), held, over });
  });
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setHeld(String(active.id))}
      onDragOver={({ over }) => setOver(String(over?.id ?? ""))}
      onDragEnd={({ active, over }) => {
        setHeld("");
        if (over) setItems((all) => arrayMove(all, all.indexOf(String(active.id)), all.indexOf(String(over.id))));
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {items.map((id) => (
          <Item key={id} id={id} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

createRoot(root).render(<List />);
