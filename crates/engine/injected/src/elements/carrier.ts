/** An input outside of the document. The engine gives it files, so that the page gets those that a person would give. */

let carrier: HTMLInputElement | undefined;

export function newCarrier(): Element {
  carrier = document.createElement("input");
  carrier.type = "file";
  carrier.multiple = true;
  return carrier;
}

/** The files of the carrier, which is forgotten. */
export function takeFiles(): File[] {
  const files = [...(carrier?.files ?? [])];
  carrier = undefined;
  return files;
}
