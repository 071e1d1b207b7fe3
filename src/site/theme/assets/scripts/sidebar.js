// The sidebar keeps its place from page to page; before-paint.js puts it there.
{
  const sidebar = document.getElementById("sidebar");
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem("sidebar", sidebar?.scrollTop ?? 0);
    } catch {
      // Storage can be switched off; the sidebar then begins at its top.
    }
  });
  // The row of tabs scrolls inside itself on a phone: the current one stands in the middle of it, if there is room.
  const tab = document.querySelector(".header-tabs [aria-current]");
  const row = tab?.closest(".header-tabs > div");
  if (row && row.scrollWidth > row.clientWidth) {
    const middle = (element) => element.getBoundingClientRect().left + element.clientWidth / 2;
    row.scrollLeft += middle(tab) - middle(row);
  }
  // As a sheet on a phone it has no size until it opens.
  sidebar?.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") sidebar.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "center" });
  });
  // A link to the page that is read already only closes the sheet.
  sidebar?.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a") && sidebar.matches(":popover-open")) sidebar.hidePopover();
  });
}
