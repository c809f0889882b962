// Puts the panel into the developer tools.

chrome.devtools.panels.create("uipilot", "", "panel.html");
