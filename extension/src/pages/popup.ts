// The popup: connection, tabs, actions, origins.

import { actionList } from "./action-list.ts";
import { connection, head, limits, tabs } from "./sections.ts";
import { show } from "./show.ts";

/** How many actions fit; the panel shows all of them. */
const ACTIONS = 5;

show((view, ask, notice) => [
  head(view, ask),
  connection(view, ask, notice),
  tabs(view, ask),
  actionList(view.actions, ACTIONS),
  limits(view, ask),
]);
