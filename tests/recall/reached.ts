/** Runs inside the page: which elements does a person reach? Everything it needs is inside it. */

/**
 * For each element null when no point of it can be hit after it was scrolled into view; else what it is (tag, id,
 * classes), after a `+` when the author made it a stop of the keyboard or editable, and a space when not.
 */
export function reached(...elements: Element[]): (string | null)[] {
  const inside = (hit: Node | null, el: Element): boolean => {
    for (let up = hit; up; up = (up as Element).assignedSlot ?? up.parentNode ?? (up as ShadowRoot).host ?? null)
      if (up === el) return true;
    return false;
  };
  const top = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const deeper = hit.shadowRoot.elementFromPoint(x, y);
      if (!deeper || deeper === hit) break;
      hit = deeper;
    }
    return hit;
  };
  const hits = (el: Element): boolean => {
    if (!el.checkVisibility({ visibilityProperty: true })) return false;
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    for (const { left, top: above, right, bottom } of el.getClientRects()) {
      const x = [Math.max(left, 0), Math.min(right, innerWidth)] as const;
      const y = [Math.max(above, 0), Math.min(bottom, innerHeight)] as const;
      if (x[1] - x[0] < 2 || y[1] - y[0] < 2) continue;
      for (const across of [0.5, 0.15, 0.85])
        for (const down of [0.5, 0.15, 0.85])
          if (inside(top(x[0] + (x[1] - x[0]) * across, y[0] + (y[1] - y[0]) * down), el)) return true;
    }
    // An inline element around a block or a picture has boxes of no size.
    return getComputedStyle(el).display === "inline" && [...el.children].some((child) => hits(child));
  };
  return elements.map((el) => {
    if (!(el instanceof Element)) return null;
    const labels = (el as HTMLInputElement).labels ?? [];
    if (!hits(el) && ![...labels].some((label) => hits(label))) return null;
    const index = el.getAttribute("tabindex");
    const stop = (index !== null && Number(index) >= 0) || (el as HTMLElement).isContentEditable;
    const id = el.id ? `#${el.id}` : "";
    const classes = (el.getAttribute("class") ?? "").split(/\s+/).filter(Boolean).slice(0, 3);
    return `${stop ? "+" : " "}${el.localName}${id}${classes.map((name) => `.${name}`).join("")}`;
  });
}
