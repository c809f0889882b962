// The panel in the developer tools: the same as the popup, with all actions.

import { actionList } from "./action-list.ts";
import { connection, head, limits, tabs } from "./sections.ts";
import { show } from "./show.ts";

show((view, ask, said) => [
  head(view, ask),
  connection(view, ask, said),
  tabs(view, ask),
  actionList(view.actions),
  limits(view, ask),
]);
