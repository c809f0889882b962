// Creates elements. Text is set as text, so that the title of a tab never becomes markup.

type Child = Node | string | undefined | false;

/** An element with properties and children. Children that are undefined or false are left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<Pick<HTMLElementTagNameMap[K], keyof HTMLElementTagNameMap[K]>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return created;
}

/** A button that calls `act`. */
export function button(text: string, className: string, act: () => void): HTMLButtonElement {
  return element("button", { type: "button", className, textContent: text, onclick: act });
}

/** A text field with a button. `act` gets the entered text. */
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

/** A section with a heading. */
export function section(heading: string, ...children: Child[]): HTMLElement {
  return element("section", { ariaLabel: heading }, element("h2", { textContent: heading }), ...children);
}

/** A coloured dot: `good`, `warn`, `bad`, or empty. */
export const dot = (kind: string) => element("span", { className: `dot ${kind}` });

/** A line of text with a softer line below, each cut where it is too long. */
export const lines = (first: string, second: string) =>
  element(
    "span",
    { className: "text" },
    element("span", { textContent: first, title: first }),
    second !== "" && element("span", { className: "soft", textContent: second, title: second }),
  );
