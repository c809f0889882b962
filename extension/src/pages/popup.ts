// The popup: connection, tabs, origins, and the switch for everything.

import { actionList } from "./action-list.ts";
import { connection, head, limits, tabs } from "./sections.ts";
import { show } from "./show.ts";

/** There is room for this many actions; the panel shows them all. */
const ACTIONS = 5;

show((view, ask, said) => [
  head(view, ask),
  connection(view, ask, said),
  tabs(view, ask),
  actionList(view.actions, ACTIONS),
  limits(view, ask),
]);
