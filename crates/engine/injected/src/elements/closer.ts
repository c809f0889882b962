/** Which control of a layer most likely closes it, and commits a person to nothing. */

import { attribute, renderedText } from "../dom/dom.js";
import { DOC, numberOf } from "../dom/registry.js";
import { disabledState } from "../semantics/element-states.js";
import type { Closer } from "./blocked-protocol.js";
import { called } from "./called.js";

/** A layer, or "this" one. What else is closed, such as an account, is no layer. */
const LAYER =
  "(?:the|this|dialog|window|banner|pop-?up|menu|panel|modal|notification|message|notice|overlay|alert|ad|tour|chat|toast|drawer|sidebar)";

/** Names that leave the layer without an answer. */
const CLOSES = new RegExp(
  `^(?:[x×✕✖]|(?:close|dismiss|hide)(?: ${LAYER})*|got it|skip|(?:maybe )?later|not now|schlie(?:ß|ss)en|fermer|cerrar|chiudi|fechar|sluiten|stäng|luk|zamknij|закрыть|关闭|閉じる|닫기)[.!]?$`,
  "i",
);

/** Names that answer no. */
const REFUSES =
  /\b(?:no,? thanks?|no thank you|not now|later|skip|reject|decline|deny|refuse|disagree|don'?t|back|keep|essential|necessary|ablehnen|refuser|rechazar|rifiuta|weigeren|recusar|avvisa)\b|^(?:no|nein|non)$|拒绝|拒否/i;

/** Names that give up what the layer is for, which is not always the layer: that can be a subscription. */
const CANCELS = /^(?:cancel|abbrechen|annuler|cancelar|annulla|annuleren|avbryt|anuluj|отмена|取消|キャンセル|취소)$/i;

/** Names that answer yes. */
const AGREES =
  /\b(?:accept|agree|allow|continue|got it|ok|okay|done|understood|akzeptieren|zustimmen|verstanden|accepter|aceptar|accetta|accepteren|aceitar|godkänn)\b/i;

/** What a yes may do that cannot be undone, in what a short layer asks. */
const GRAVE =
  /\b(?:delet|remov|discard|eras|overwrit|reset|uninstall|unsubscrib|cancel|deactivat|clos(?:e|ing) (?:the |this |your )?account|log ?out|sign ?out|pay|purchas|buy|submit|publish|lösch|entfern|verwerf|bezahl|kauf|supprim|elimin|borrar)/i;

/** What a control says that takes something away, and not the layer. */
const REMOVES = /\b(?:remove|delete|clear|entfernen|löschen|supprimer|eliminar|quitar|rimuovi)\b/i;

/** The longest text of a layer that asks, in characters. Longer ones explain, as about cookies. */
const SHORT = 500;

/** The control of a layer that most likely closes it. A yes is named only where it is no answer to a grave question. */
export function closerOf(controls: Element[], layer: Element): Closer | undefined {
  const named = controls.filter((el) => !disabledState(el) && !removes(el)).map((el) => ({ el, ...called(el) }));
  const isGrave = (): boolean => {
    const text = renderedText(layer);
    return text.length <= SHORT && GRAVE.test(text);
  };
  const found =
    named.find(({ name }) => CLOSES.test(name.trim())) ??
    named.find(({ name }) => REFUSES.test(name)) ??
    named.find(({ name }) => CANCELS.test(name.trim())) ??
    named.find(({ name }) => AGREES.test(name) && !isGrave());
  if (found === undefined) return undefined;
  const { el, ...told } = found;
  return { doc: DOC, id: numberOf(el), ...told };
}

const removes = (el: Element): boolean =>
  REMOVES.test(`${attribute(el, "title") ?? ""} ${attribute(el, "aria-description") ?? ""}`);
