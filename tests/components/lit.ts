// Lit: state behind shadow roots, one of them closed, and slotted content.

import { html, LitElement } from "lit";
import { report, root } from "./report.ts";

const state = { name: "", count: 0, secret: "", agreed: false };
const tell = (part: Partial<typeof state>): void => report(Object.assign(state, part));

class CounterButton extends LitElement {
  static override properties = { count: { state: true } };
  declare count: number;
  constructor() {
    super();
    this.count = 0;
  }
  override render() {
    return html`<button @click=${() => tell({ count: ++this.count })}>Count <slot></slot> ${this.count}</button>`;
  }
}

class SecretField extends LitElement {
  static override shadowRootOptions: ShadowRootInit = { mode: "closed" };
  override render() {
    return html`<input aria-label="Secret" @change=${(event: Event) => tell({ secret: (event.target as HTMLInputElement).value })}>`;
  }
}

class UserCard extends LitElement {
  override render() {
    return html`
      <label>Name <input @input=${(event: Event) => tell({ name: (event.target as HTMLInputElement).value })}></label>
      <label><input type="checkbox" @change=${(event: Event) => tell({ agreed: (event.target as HTMLInputElement).checked })}> Agreed</label>
      <counter-button>clicks:</counter-button>
      <secret-field></secret-field>
      <slot name="actions"></slot>`;
  }
}

customElements.define("counter-button", CounterButton);
customElements.define("secret-field", SecretField);
customElements.define("user-card", UserCard);
root.innerHTML = `<user-card><button slot="actions">Reset</button></user-card>`;
root.querySelector("button")?.addEventListener("click", () => tell({ name: "", count: 0 }));
