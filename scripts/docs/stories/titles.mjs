// The titles of the recordings, by their names in docs/pictures.
export const titles = {
  "first-look": "See a page, and act on it",
  "fill-a-form": "Fill a form and answer its question",
  "log-in": "Log in once, and stay logged in",
  files: "Take a file from a page, and give it one",
  "several-agents": "Two agents in one server",
  "long-pages": "A long page in few words",
  "by-meaning": "Act by meaning, without a snapshot",
  pictures: "Pictures, and acting by what they show",
  "own-browser": "Pairing with your own browser",
  desktop: "A program on the desktop",
  research: "Search, read, write down, look up",
  webdriver: "At a WebDriver server or grid",
  grid: "Two sessions on a Selenium Grid",
  http: "Over HTTP",
  doctor: "What is wrong with this machine?",
  init: "Entering the server in a client",
};
