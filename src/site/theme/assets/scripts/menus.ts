import { closest } from "./page.ts";

// A menu is a <details> and opens without a script. This script adds arrow keys, and closes the menu on Escape, on a
// click on a link or outside the menu, and when the menu loses the focus.
document.addEventListener("click", ({ target }) => {
  closeOthers(target);
  const chosen = closest(target, ".menu-panel a")?.closest<HTMLDetailsElement>(".menu");
  if (chosen) chosen.open = false;
  const language = closest<HTMLElement>(target, "[data-remembered] a[lang]")?.lang;
  if (language) rememberLanguage(language);
});
document.addEventListener("focusin", ({ target }) => closeOthers(target));

document.addEventListener("keydown", (event) => {
  const menu = closest<HTMLDetailsElement>(event.target, ".menu");
  if (event.key === "Escape") {
    for (const open of openMenus()) {
      open.open = false;
      if (open === menu) open.querySelector("summary")?.focus();
    }
  }
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (!menu || step === 0) return;
  event.preventDefault();
  menu.open = true;
  const items = [...menu.querySelectorAll<HTMLElement>(".menu-panel :is(a, button)")].filter(
    (item) => item.offsetParent,
  );
  const index = items.indexOf(document.activeElement as HTMLElement);
  items.at(index < 0 && step < 0 ? -1 : (index + step) % items.length)?.focus();
});

/** The root of the site then leads to this language, whatever the browser prefers. */
function rememberLanguage(language: string): void {
  const { basePath = "/" } = document.documentElement.dataset;
  const end = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and the next page loads at once
  document.cookie = `lectern-language=${language}; path=${basePath}; max-age=31536000; samesite=lax${end}`;
}

function closeOthers(target: EventTarget | null): void {
  for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
}

function openMenus(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>(".menu[open]");
}
