/** Tasks on applications made of component libraries, which are in tests/components/apps. */

import { componentPage } from "../../support/component.ts";
import { click, fill, press, type Step, search, type Task, toggle } from "./task.ts";

const app = (name: string, file: string, steps: readonly Step[], end: string): Task => ({
  name,
  page: (site) => componentPage(site, `apps/${file}`),
  steps,
  end,
});

const mui = [
  app(
    "MUI: sign up, corrected",
    "sign-up.tsx",
    [
      fill("textbox", "Full name", "Ada Lovelace"),
      fill("textbox", "E-mail", "ada@example"),
      fill("textbox", "Password", "secret words"),
      click("combobox", "Country"),
      click("option", "Portugal"),
      toggle("radio", "Team"),
      toggle("checkbox", "Terms"),
      click("button", "Create account"),
      fill("textbox", "E-mail", "ada@example.org"),
      click("button", "Create account"),
    ],
    "Account created for Ada Lovelace, Portugal, team",
  ),
  app(
    "MUI: book a trip",
    "trip.tsx",
    [
      search("combobox", "From", "lis"),
      click("option", "Lisbon"),
      search("combobox", "To", "ber"),
      click("option", "Berlin"),
      click("combobox", "Class"),
      click("option", "First"),
      click("button", "Find trips"),
      click("button", "Book 9:05"),
      fill("textbox", "Passenger", "Ada"),
      click("button", "Pay"),
    ],
    "Booked: Lisbon to Berlin at 9:05, First class, for Ada",
  ),
  app(
    "MUI: checkout in 4 steps",
    "checkout.tsx",
    [
      fill("textbox", "Street", "St James's Square 12"),
      fill("textbox", "Post code", "SW1Y 4JH"),
      fill("textbox", "City", "London"),
      click("button", "Next"),
      toggle("radio", "Express, next day"),
      click("button", "Next"),
      fill("textbox", "Card number", "4000 0000 0000 0002"),
      fill("textbox", "Expiry", "12/29"),
      click("button", "Next"),
      click("button", "Place order"),
    ],
    "Order 1843 goes to London: Express, next day",
  ),
  app(
    "MUI: table, 120 invoices",
    "invoices.tsx",
    [
      click("button", "Sort by amount"),
      click("button", "Go to next page"),
      toggle("checkbox", "Choose 1069"),
      search("textbox", "Customer", "Hooli 3"),
      toggle("checkbox", "Choose 1003"),
      click("button", "Mark as paid"),
    ],
    "Marked 1069, 1003 as paid",
  ),
  app(
    "MUI: settings in tabs",
    "settings.tsx",
    [
      click("tab", "Notifications"),
      click("button", "By e-mail"),
      toggle("switch", "Weekly report"),
      toggle("switch", "Mentions"),
      click("tab", "Privacy"),
      click("button", "Profile"),
      toggle("switch", "Show my picture"),
      click("button", "Save settings"),
    ],
    "Saved: Banners, Show tips, Weekly report, Show my picture",
  ),
  app(
    "MUI X: rename in a tree",
    "files.tsx",
    [
      click("treeitem", "source"),
      click("treeitem", "components"),
      click("treeitem", "part-7.ts"),
      fill("textbox", "New name", "link.ts"),
      click("button", "Rename"),
    ],
    "part-7.ts is now link.ts",
  ),
];

const radix = [
  app(
    "Radix: edit and invite people",
    "people.tsx",
    [
      click("button", "Edit Person 7"),
      fill("textbox", "Name", "Ada Lovelace"),
      click("combobox", "Role"),
      click("option", "Editor"),
      toggle("switch", "Active"),
      click("button", "Save changes"),
      click("tab", "Invitations"),
      fill("textbox", "E-mail", "grace@example.org"),
      click("button", "Invite"),
    ],
    "Invited grace@example.org",
  ),
  app(
    "Radix: menus in menus",
    "documents.tsx",
    [
      click("button", "Actions of Document 4"),
      click("menuitem", "Export"),
      click("menuitem", "As PDF"),
      click("button", "Actions of Document 11"),
      click("menuitem", "Share"),
      click("menuitem", "Copy the link"),
      click("button", "Actions of Document 2"),
      click("menuitem", "Duplicate"),
    ],
    "Duplicate: Document 2",
  ),
];

const others = [
  app(
    "Headless UI: a ticket",
    "ticket.tsx",
    [
      click("button", "Priority"),
      click("option", "High"),
      search("combobox", "Assignee", "Person 123"),
      click("option", "Person 1234"),
      toggle("switch", "Watch"),
      click("tab", "History"),
      click("button", "More actions"),
      click("menuitem", "Close the ticket"),
    ],
    "Ticket 4711 is closed, High, of Person 1234, watched",
  ),
  app(
    "react-select: figures",
    "figures.tsx",
    [
      click("combobox", "Year"),
      click("option", "2024"),
      click("combobox", "Figures"),
      click("option", "Sales"),
      click("combobox", "Figures"),
      click("option", "Costs"),
      search("combobox", "City", "lis"),
      click("option", "Lisbon"),
      click("button", "Show figures"),
    ],
    "Sales and Costs of Lisbon in 2024",
  ),
  app(
    "flatpickr: book a room",
    "booking.ts",
    [
      click("textbox", "Arrival"),
      click("", "January 25, 2027"),
      click("textbox", "Departure"),
      click("", "January 28, 2027"),
      fill("spinbutton", "Guests", "2"),
      click("button", "Search rooms"),
      click("button", "Book room 104"),
    ],
    "Room 104 is yours from 2027-01-25 to 2027-01-28 for 2",
  ),
  app(
    "FullCalendar: appointments",
    "month.ts",
    [
      click("gridcell", "January 20, 2027"),
      fill("textbox", "Title", "Design review"),
      fill("textbox", "Place", "Room 4"),
      click("button", "Save appointment"),
      click("button", "Next month"),
      click("gridcell", "February 10, 2027"),
      fill("textbox", "Title", "Release"),
      click("button", "Save appointment"),
    ],
    "5 appointments, the newest on 2027-02-10",
  ),
  app(
    "Tabulator: order products",
    "products.ts",
    [
      search("", "Filter by product", "Clock"),
      click("columnheader", "Price"),
      click("button", "Order Clock 249"),
      click("button", "Next Page"),
      click("button", "Order Clock 209"),
    ],
    "Ordered Clock 209 for 138 EUR",
  ),
  app(
    "TanStack Virtual: contacts",
    "contacts.tsx",
    [
      search("searchbox", "Search", "Contact 42"),
      click("option", "Contact 421"),
      fill("textbox", "Note", "Call back on Monday"),
      click("button", "Add the note"),
    ],
    "Contact 421: Call back on Monday",
  ),
  app(
    "Lexical: write a note",
    "note.ts",
    [
      fill("textbox", "Title", "Move"),
      fill("textbox", "Text", "The meeting is moved to Friday"),
      press("Control+A", false),
      click("button", "Bold"),
      click("button", "Save note"),
    ],
    "Saved Move: The meeting is moved to Friday, bold",
  ),
  app(
    "Vue: chat",
    "chat.ts",
    [
      click("button", "Chat with Person 9"),
      fill("textbox", "Message", "Monday at ten?"),
      press("Enter"),
      fill("textbox", "Message", "In room 4"),
      press("Enter"),
    ],
    'Person 9 answers "In room 4": all right',
  ),
];

/** The tasks. */
export const libraryTasks: readonly Task[] = [...mui, ...radix, ...others];
