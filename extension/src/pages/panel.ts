// The panel in the developer tools. It shows what the popup shows, with all actions.

import { actionList } from "./action-list.ts";
import { connection, head, limits, tabs } from "./sections.ts";
import { show } from "./show.ts";

show((view, ask, notice) => [
  head(view, ask),
  connection(view, ask, notice),
  tabs(view, ask),
  actionList(view.actions),
  limits(view, ask),
]);
