// Radix: a menu with a choice that is set and unset, and that closes with the click on it.

import * as Menu from "@radix-ui/react-dropdown-menu";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root } from "./report.ts";

function Page() {
  const [ruler, setRuler] = useState(false);
  useEffect(() => {
    report({ ruler });
  });
  return (
    <Menu.Root>
      <Menu.Trigger>View</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content>
          <Menu.CheckboxItem checked={ruler} onCheckedChange={setRuler}>
            Ruler
          </Menu.CheckboxItem>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

createRoot(root).render(<Page />);
