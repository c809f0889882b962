// Makes elements. Text goes in as text: a tab's title is the page's and never becomes markup.

type Child = Node | string | undefined | false;

/** An element with attributes and children; what is undefined or false is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<Pick<HTMLElementTagNameMap[K], keyof HTMLElementTagNameMap[K]>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return made;
}

/** A button that does something. */
export function button(text: string, className: string, act: () => void): HTMLButtonElement {
  return element("button", { type: "button", className, textContent: text, onclick: act });
}

/** A field with a button; `act` gets what was entered. */
export function entry(
  label: string,
  placeholder: string,
  action: string,
  act: (text: string) => void,
): HTMLFormElement {
  const field = element("input", {
    placeholder,
    ariaLabel: label,
    autocomplete: "off",
    spellcheck: false,
    maxLength: 300,
  });
  const form = element("form", {}, field, element("button", { className: "main", textContent: action }));
  form.onsubmit = (event) => {
    event.preventDefault();
    if (field.value.trim() !== "") act(field.value);
    field.value = "";
  };
  return form;
}

/** A part of the page under a heading. */
export function part(heading: string, ...children: Child[]): HTMLElement {
  return element("section", { ariaLabel: heading }, element("h2", { textContent: heading }), ...children);
}

/** A mark that says how something stands: `good`, `warn`, `bad`, or nothing. */
export const dot = (kind: string) => element("span", { className: `dot ${kind}` });

/** What something is called, and more about it below, each cut where it is too long. */
export const lines = (first: string, second: string) =>
  element(
    "span",
    { className: "text" },
    element("span", { textContent: first, title: first }),
    second !== "" && element("span", { className: "soft", textContent: second, title: second }),
  );
