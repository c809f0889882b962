// Radix: a select that opens on the press and chooses on the release, and a dialog that holds the focus.

import * as Dialog from "@radix-ui/react-dialog";
import * as Select from "@radix-ui/react-select";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root } from "./report.ts";

function Page() {
  const [fruit, setFruit] = useState("");
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [saved, setSaved] = useState("");
  useEffect(() => {
    report({ fruit, open, name, saved });
  });
  return (
    <>
      <Select.Root
        value={fruit}
        onValueChange={setFruit}
        onOpenChange={(listed) => window.record("listed", { listed })}
      >
        <Select.Trigger aria-label="Fruit">
          <Select.Value placeholder="Choose a fruit" />
        </Select.Trigger>
        <Select.Portal>
          <Select.Content>
            <Select.Viewport>
              {["Apple", "Banana", "Cherry"].map((label) => (
                <Select.Item key={label} value={label.toLowerCase()} disabled={label === "Cherry"}>
                  <Select.ItemText>{label}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger>Edit profile</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay style={{ position: "fixed", inset: 0, background: "#0008" }} />
          <Dialog.Content style={{ position: "fixed", top: 40, left: 40, background: "white", padding: 20 }}>
            <Dialog.Title>Profile</Dialog.Title>
            <Dialog.Description>Change your name.</Dialog.Description>
            <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
            <button type="button" onClick={() => setSaved(name)}>
              Save
            </button>
            <Dialog.Close>Close</Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

createRoot(root).render(<Page />);
