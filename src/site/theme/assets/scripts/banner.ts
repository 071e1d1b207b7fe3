import { closest, remember } from "./page.ts";

// A closed banner stays closed until its text changes, because `mark` is a hash of the text.
document.addEventListener("click", ({ target }) => {
  const mark = closest(target, "[data-banner]")?.dataset.banner;
  if (mark === undefined) return;
  document.documentElement.classList.add("no-banner");
  remember("localStorage", "banner", mark);
});
