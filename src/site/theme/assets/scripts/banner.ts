import { closest, remember } from "./page.ts";

// A closed banner stays closed until its text changes, which also changes the mark on the button.
document.addEventListener("click", ({ target }) => {
  const mark = closest(target, "[data-banner]:not(html)")?.dataset.banner;
  if (mark === undefined) return;
  document.documentElement.classList.add("no-banner");
  remember("localStorage", "banner", mark);
});
