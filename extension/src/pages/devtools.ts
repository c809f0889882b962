// Adds the panel to the developer tools.

chrome.devtools.panels.create("uipilot", "", "panel.html");
