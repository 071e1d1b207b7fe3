import { closest, remember } from "./page.ts";

// The theme button of the header. before-paint.ts applies the choice on the next page.
const root = document.documentElement;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

document.addEventListener("click", ({ target }) => {
  if (!closest(target, "[data-theme-switch]")) return;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
  root.dataset.theme = isDark ? "light" : "dark";
  remember("localStorage", "theme", root.dataset.theme);
});

// Applies the choice made in another window of the same site.
addEventListener("storage", ({ key, newValue }) => {
  if (key === "theme" && newValue && !("strict" in root.dataset)) root.dataset.theme = newValue;
});
