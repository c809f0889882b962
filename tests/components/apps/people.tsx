// Radix: people in a table, a dialog with a form, a select and a switch, and tabs.

import * as Dialog from "@radix-ui/react-dialog";
import * as Select from "@radix-ui/react-select";
import * as Switch from "@radix-ui/react-switch";
import * as Tabs from "@radix-ui/react-tabs";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

const roles = ["Reader", "Editor", "Owner"];
const start = Array.from({ length: 30 }, (_, n) => ({ id: n, name: `Person ${n}`, role: "Reader", active: true }));
type Person = (typeof start)[number];

function Edit({ person, save }: { person: Person; save(person: Person): void }) {
  const [edited, setEdited] = useState(person);
  return (
    <Dialog.Root>
      <Dialog.Trigger>Edit {person.name}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay style={{ position: "fixed", inset: 0, background: "#0008" }} />
        <Dialog.Content style={{ position: "fixed", top: 40, left: 40, background: "white", padding: 20 }}>
          <Dialog.Title>Edit a person</Dialog.Title>
          <Dialog.Description>Changes take effect at once.</Dialog.Description>
          <label>
            Name <input value={edited.name} onChange={(event) => setEdited({ ...edited, name: event.target.value })} />
          </label>
          <Select.Root value={edited.role} onValueChange={(role) => setEdited({ ...edited, role })}>
            <Select.Trigger aria-label="Role">
              <Select.Value />
            </Select.Trigger>
            <Select.Portal>
              <Select.Content>
                <Select.Viewport>
                  {roles.map((role) => (
                    <Select.Item key={role} value={role}>
                      <Select.ItemText>{role}</Select.ItemText>
                    </Select.Item>
                  ))}
                </Select.Viewport>
              </Select.Content>
            </Select.Portal>
          </Select.Root>
          <Switch.Root
            aria-label="Active"
            checked={edited.active}
            onCheckedChange={(active) => setEdited({ ...edited, active })}
            style={{ width: 40, height: 20 }}
          >
            <Switch.Thumb />
          </Switch.Root>
          <Dialog.Close onClick={() => save(edited)}>Save changes</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function People() {
  const [people, setPeople] = useState(start);
  const [mail, setMail] = useState("");
  const [invited, setInvited] = useState<string[]>([]);
  const save = (changed: Person) => setPeople(people.map((other) => (other.id === changed.id ? changed : other)));
  return (
    <Tabs.Root defaultValue="members">
      <Tabs.List aria-label="People">
        <Tabs.Trigger value="members">Members</Tabs.Trigger>
        <Tabs.Trigger value="invitations">Invitations</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="members">
        <table>
          <tbody>
            {people.map((person) => (
              <tr key={person.id}>
                <td>{person.name}</td>
                <td>{person.role}</td>
                <td>{person.active ? "active" : "away"}</td>
                <td>
                  <Edit person={person} save={save} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Tabs.Content>
      <Tabs.Content value="invitations">
        <label>
          E-mail <input value={mail} onChange={(event) => setMail(event.target.value)} />
        </label>
        <button type="button" onClick={() => setInvited([...invited, mail])}>
          Invite
        </button>
        {invited.map((address) => (
          <p key={address}>Invited {address}</p>
        ))}
      </Tabs.Content>
    </Tabs.Root>
  );
}

createRoot(frame("People")).render(<People />);
