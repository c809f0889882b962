// Radix: menus in menus, and toasts.

import * as Menu from "@radix-ui/react-dropdown-menu";
import * as Toast from "@radix-ui/react-toast";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

const shown = { background: "white", border: "1px solid #888", padding: 4 };

function Actions({ name, say }: { name: string; say(text: string): void }) {
  const item = (title: string) => <Menu.Item onSelect={() => say(`${title}: ${name}`)}>{title}</Menu.Item>;
  const more = (title: string, titles: string[]) => (
    <Menu.Sub>
      <Menu.SubTrigger>{title}</Menu.SubTrigger>
      <Menu.Portal>
        <Menu.SubContent style={shown}>
          {titles.map((inner) => (
            <Menu.Item key={inner} onSelect={() => say(`${inner}: ${name}`)}>
              {inner}
            </Menu.Item>
          ))}
        </Menu.SubContent>
      </Menu.Portal>
    </Menu.Sub>
  );
  return (
    <Menu.Root>
      <Menu.Trigger>Actions of {name}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content style={shown}>
          {item("Open")}
          {item("Duplicate")}
          {more("Export", ["As PDF", "As text", "As pictures"])}
          {more("Share", ["Copy the link", "Send by e-mail"])}
          <Menu.Separator />
          {item("Delete")}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Documents() {
  const [said, setSaid] = useState<string[]>([]);
  return (
    <Toast.Provider duration={60_000}>
      <ul>
        {Array.from({ length: 20 }, (_, n) => `Document ${n}`).map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a> changed on Monday{" "}
            <Actions name={name} say={(text) => setSaid([...said, text])} />
          </li>
        ))}
      </ul>
      {said.map((text) => (
        <Toast.Root key={text}>
          <Toast.Title>{text}</Toast.Title>
          <Toast.Close>Dismiss {text}</Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport />
    </Toast.Provider>
  );
}

createRoot(frame("Documents")).render(<Documents />);
