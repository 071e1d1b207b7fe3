// Tabs, code groups, and links into what they or accordions hide.
{
  document.addEventListener("click", ({ target }) => {
    const tab = target instanceof Element ? target.closest("[data-tab]") : undefined;
    if (tab) selectTab(tab);
    for (const menu of document.querySelectorAll(".tab-menu[open]")) {
      if (tab?.closest(".tab-menu") === menu || !menu.contains(target)) menu.open = false;
    }
  });

  function selectTab(tab) {
    activate(tab);
    const set = tab.closest("[data-tabs]");
    if (set?.dataset.tabs !== "synced") return;
    // Equal titles switch together over the page. The tab that was clicked must not move under the pointer.
    const before = tab.getBoundingClientRect().top;
    for (const other of document.querySelectorAll('[data-tabs="synced"] [data-tab]')) {
      if (other !== tab && other.dataset.tab === tab.dataset.tab) activate(other);
    }
    scrollBy(0, tab.getBoundingClientRect().top - before);
  }

  function activate(tab) {
    const set = tab.closest("[data-tabs]");
    for (const sibling of tab.parentElement?.children ?? []) {
      const isActive = sibling === tab;
      sibling.setAttribute("aria-selected", String(isActive));
      sibling.tabIndex = isActive ? 0 : -1;
    }
    for (const panel of set?.querySelectorAll(":scope > .tab-panel") ?? []) {
      panel.classList.toggle("active", panel.id === tab.getAttribute("aria-controls"));
    }
    const menuTitle = tab.closest(".tab-menu")?.querySelector(".tab-menu-title");
    if (menuTitle) menuTitle.textContent = tab.dataset.tab;
  }

  document.addEventListener("keydown", (event) => {
    const tab = event.target instanceof Element ? event.target.closest("[data-tab]") : undefined;
    if (!tab) return;
    const tabs = [...(tab.parentElement?.children ?? [])];
    const at = tabs.indexOf(tab);
    const inMenu = tab.closest(".tab-menu");
    const moves = inMenu ? { ArrowDown: at + 1, ArrowUp: at - 1 } : { ArrowRight: at + 1, ArrowLeft: at - 1 };
    const next = tabs.at({ ...moves, Home: 0, End: -1 }[event.key] % tabs.length);
    if (event.key === "Escape" && inMenu) {
      inMenu.open = false;
      inMenu.querySelector("summary").focus();
    }
    if (!(event.key in { ...moves, Home: 0, End: 0 }) || !next) return;
    event.preventDefault();
    next.focus();
    selectTab(next);
  });

  // A link to something inside a closed accordion, a hidden tab or another view opens it.
  function revealTarget() {
    const target = findTarget(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let box = target; box; box = box.parentElement) {
      if (box.tagName === "DETAILS") box.open = true;
      if (box.classList.contains("tab-panel") && !box.classList.contains("active")) {
        const tab = document.getElementById(box.getAttribute("aria-labelledby") ?? "");
        if (tab) activate(tab);
      }
      if (box.classList.contains("view")) box.dispatchEvent(new CustomEvent("choose-view", { bubbles: true }));
    }
    target.scrollIntoView();
  }

  // Links from elsewhere may spell the same heading in another way: its letters and numbers are enough to find it.
  function findTarget(name) {
    const bare = bareAnchor(name);
    const near = ({ id }) => bare !== "" && bareAnchor(id) === bare;
    return document.getElementById(name) ?? [...document.querySelectorAll(".article [id]")].find(near);
  }
  function bareAnchor(anchor) {
    return anchor.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  }
  addEventListener("hashchange", revealTarget);
  if (location.hash) addEventListener("DOMContentLoaded", revealTarget);

  // The address of an accordion that a reader opens can be sent to somebody.
  for (const box of document.querySelectorAll(".accordion[id] > summary")) {
    box.addEventListener("click", () => {
      const { id, open } = box.parentElement;
      if (!open) history.replaceState(history.state, "", `#${encodeURIComponent(id)}`);
    });
  }
}
