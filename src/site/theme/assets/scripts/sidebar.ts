import { closest, remember } from "./page.ts";

const sidebar = document.getElementById("sidebar");

// The sidebar keeps its scroll position from page to page; before-paint.ts restores it.
addEventListener("pagehide", () => remember("sessionStorage", "sidebar", String(sidebar?.scrollTop ?? 0)));

// On a phone the row of tabs scrolls, so the current tab is centered.
const tab = document.querySelector(".header-tabs [aria-current]");
const row = tab?.closest(".header-tabs > div");
if (tab && row && row.scrollWidth > row.clientWidth) {
  const middle = (element: Element) => element.getBoundingClientRect().left + element.clientWidth / 2;
  row.scrollLeft += middle(tab) - middle(row);
}

// On a phone the sidebar is a sheet, which has no size until it opens.
sidebar?.addEventListener("toggle", ({ newState }) => {
  if (newState === "open") sidebar.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
});

// A link to the current page only closes the sheet.
sidebar?.addEventListener("click", ({ target }) => {
  if (closest(target, "a") && sidebar.matches(":popover-open")) sidebar.hidePopover();
});
