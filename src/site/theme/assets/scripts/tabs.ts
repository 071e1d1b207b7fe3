import { chooseView } from "./choices.ts";
import { closest } from "./page.ts";

// Switches tabs and code groups, and opens the tabs and accordions that hide the target of a link.
document.addEventListener("click", ({ target }) => {
  const tab = closest(target, "[data-tab]");
  if (tab) selectTab(tab);
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".tab-menu[open]")) {
    const isChosen = tab?.closest(".tab-menu") === menu;
    if (isChosen || !(target instanceof Node && menu.contains(target))) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const tab = closest(event.target, "[data-tab]");
  if (!tab) return;
  const tabs = siblingsOf(tab);
  const at = tabs.indexOf(tab);
  const menu = closest<HTMLDetailsElement>(tab, ".tab-menu");
  const moves: Record<string, number> = menu
    ? { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    : { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  if (event.key === "Escape" && menu) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
  const move = moves[event.key];
  const next = move === undefined ? undefined : tabs.at(move % tabs.length);
  if (!next) return;
  event.preventDefault();
  next.focus();
  selectTab(next);
});

addEventListener("hashchange", revealTarget);
if (location.hash) addEventListener("DOMContentLoaded", revealTarget);

// When an accordion opens, its anchor is added to the address, so that the address can be shared.
for (const summary of document.querySelectorAll(".accordion[id] > summary")) {
  summary.addEventListener("click", () => {
    const accordion = closest<HTMLDetailsElement>(summary, ".accordion");
    if (accordion && !accordion.open) {
      history.replaceState(history.state, "", `#${encodeURIComponent(accordion.id)}`);
    }
  });
}

function selectTab(tab: HTMLElement): void {
  activate(tab);
  if (closest(tab, "[data-tabs]")?.dataset.tabs !== "synced") return;
  // Tabs with the same title switch together, but the clicked tab must not move under the pointer.
  const before = tab.getBoundingClientRect().top;
  for (const other of document.querySelectorAll<HTMLElement>('[data-tabs="synced"] [data-tab]')) {
    if (other !== tab && other.dataset.tab === tab.dataset.tab) activate(other);
  }
  scrollBy(0, tab.getBoundingClientRect().top - before);
}

function activate(tab: HTMLElement): void {
  for (const sibling of siblingsOf(tab)) {
    const isActive = sibling === tab;
    sibling.setAttribute("aria-selected", String(isActive));
    sibling.tabIndex = isActive ? 0 : -1;
  }
  for (const panel of tab.closest("[data-tabs]")?.querySelectorAll(":scope > .tab-panel") ?? []) {
    panel.classList.toggle("active", panel.id === tab.getAttribute("aria-controls"));
  }
  const menuTitle = tab.closest(".tab-menu")?.querySelector(".tab-menu-title");
  if (menuTitle) menuTitle.textContent = tab.dataset.tab ?? "";
}

/** All tabs of the same row, including the given tab. */
function siblingsOf(tab: HTMLElement): HTMLElement[] {
  return [...(tab.parentElement?.querySelectorAll<HTMLElement>(":scope > *") ?? [])];
}

/** Opens everything that hides the target of the address: closed accordions, tabs and views. */
function revealTarget(): void {
  const target = findTarget(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let box: HTMLElement | null = target; box; box = box.parentElement) {
    if (box instanceof HTMLDetailsElement) box.open = true;
    const isActive = box.classList.contains("active");
    if (box.classList.contains("tab-panel") && !isActive) {
      const tab = document.getElementById(box.getAttribute("aria-labelledby") ?? "");
      if (tab) activate(tab);
    }
    if (box.classList.contains("view") && !isActive) chooseView(box.dataset.view ?? "");
  }
  target.scrollIntoView();
}

/**
 * A link from another site may spell an anchor differently, so only letters and digits are compared. `#outer:inner`
 * means an accordion inside another accordion.
 */
function findTarget(name: string): HTMLElement | undefined {
  const exact = document.getElementById(name);
  if (exact) return exact;
  const targets = [...document.querySelectorAll<HTMLElement>(".article [id]")];
  const find = (bare: string) => (bare === "" ? undefined : targets.find(({ id }) => bareAnchor(id) === bare));
  return find(bareAnchor(name)) ?? find(bareAnchor(name.slice(name.lastIndexOf(":") + 1)));
}

function bareAnchor(anchor: string): string {
  return anchor.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
