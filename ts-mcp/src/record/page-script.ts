// What a timeline does: filters, keys, and larger pictures. Without it, everything can still be read.

export const SCRIPT = `
"use strict";
addEventListener("DOMContentLoaded", () => {
  const steps = [...document.querySelectorAll(".step")];
  const form = document.querySelector(".tools");
  const none = document.querySelector(".none");
  const count = (state) => steps.filter((step) => state === "all" || step.dataset.state === state).length;
  for (const shown of form.querySelectorAll("[data-count]")) shown.textContent = "(" + count(shown.dataset.count) + ")";
  form.hidden = false;
  const texts = new Map(steps.map((step) => [step, step.textContent.toLowerCase()]));
  const filter = () => {
    const state = form.elements.outcome.value;
    const text = form.elements.text.value.trim().toLowerCase();
    let left = 0;
    for (const step of steps) {
      const fits = (state === "all" || step.dataset.state === state)
        && (form.elements.reads.checked || !("reads" in step.dataset))
        && texts.get(step).includes(text);
      step.hidden = !fits;
      if (fits) left++;
    }
    none.hidden = left > 0;
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
  const go = (by, wanted) => {
    const open = steps.filter((step) => !step.hidden && (!wanted || step.dataset.state === wanted || step === document.activeElement));
    const at = open.indexOf(document.activeElement?.closest?.(".step"));
    const next = at < 0 ? (by > 0 ? open.find((step) => step.getBoundingClientRect().top > 0) ?? open[0] : open.at(-1)) : open[at + by];
    if (!next || (wanted && next.dataset.state !== wanted)) return;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start" });
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const field = event.target.matches?.("input[type=search]");
    if (field) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
    else if (event.key === "f") go(1, "failed");
    else if (event.key === "/") form.elements.text.focus();
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("figure button");
    if (!button) return;
    const large = button.parentElement.classList.toggle("large");
    button.setAttribute("aria-pressed", String(large));
  });
});
`;
