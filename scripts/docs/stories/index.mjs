// The stories by the name of their recording in docs/pictures.
import { desktop, doctor, http, init, ownBrowser, research, webdriver } from "./beyond.mjs";
import { grid } from "./grid.mjs";
import { agents, byMeaning, files, fillForm, firstLook, logIn, longPage, pictures } from "./web.mjs";

export const stories = {
  "first-look": firstLook,
  "fill-a-form": fillForm,
  "log-in": logIn,
  files,
  "several-agents": agents,
  "long-pages": longPage,
  "by-meaning": byMeaning,
  pictures,
  "own-browser": ownBrowser,
  desktop,
  research,
  webdriver,
  grid,
  http,
  doctor,
  init,
};
