// Tabs, code groups, and links into what they or accordions hide.
{
  document.addEventListener("click", ({ target }) => {
    const tab = target instanceof Element ? target.closest("[data-tab]") : undefined;
    if (tab) selectTab(tab);
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
  }

  document.addEventListener("keydown", (event) => {
    const tab = event.target instanceof Element ? event.target.closest("[data-tab]") : undefined;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!tab || !step) return;
    const tabs = [...(tab.parentElement?.children ?? [])];
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    next?.focus();
    if (next) selectTab(next);
  });

  // A link to something inside a closed accordion or a hidden tab opens it.
  function revealTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let box = target; box; box = box.parentElement) {
      if (box.tagName === "DETAILS") box.open = true;
      if (box.classList.contains("tab-panel") && !box.classList.contains("active")) {
        const tab = document.getElementById(box.getAttribute("aria-labelledby") ?? "");
        if (tab) activate(tab);
      }
    }
    target.scrollIntoView();
  }
  addEventListener("hashchange", revealTarget);
  if (location.hash) revealTarget();
}
