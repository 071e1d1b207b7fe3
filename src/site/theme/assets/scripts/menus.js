// A menu is a <details>, which needs no script to open. It closes as a reader expects: by a click elsewhere, by Escape, and
// when the focus leaves it; the arrow keys walk through it.
{
  const openMenus = () => document.querySelectorAll(".menu[open]");

  function closeOthers(target) {
    for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
  }

  document.addEventListener("click", ({ target }) => closeOthers(target));
  document.addEventListener("focusin", ({ target }) => closeOthers(target));

  document.addEventListener("keydown", (event) => {
    const menu = event.target instanceof Element ? event.target.closest(".menu") : undefined;
    if (event.key === "Escape") {
      for (const open of openMenus()) {
        open.open = false;
        if (open === menu) open.querySelector("summary").focus();
      }
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!menu || !step) return;
    event.preventDefault();
    menu.open = true;
    const items = [...menu.querySelectorAll(".menu-panel :is(a, button)")].filter((item) => item.offsetParent);
    const index = items.indexOf(document.activeElement);
    items.at(index < 0 && step < 0 ? -1 : (index + step) % items.length)?.focus();
  });
}
