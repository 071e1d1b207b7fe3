// Runs twice on a page, each time before what it cares for is painted: in the head, so that a dark page is never white for
// a moment and a closed banner never seen, and after the sidebar, so that it does not jump. It is a file of its own
// because the content security policy of a site allows no inline script.
{
  const root = document.documentElement;
  const sidebar = document.getElementById("sidebar");

  function read(storage, key) {
    try {
      return window[storage].getItem(key);
    } catch {
      // Storage can be switched off; then nothing is remembered.
      return null;
    }
  }

  if (sidebar) {
    sidebar.scrollTop = Number(read("sessionStorage", "sidebar"));
    const current = sidebar.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    const box = sidebar.getBoundingClientRect();
    const isOutOfSight = current && (current.top < box.top || current.bottom > box.bottom - 40);
    if (isOutOfSight) sidebar.scrollTop += current.top - box.top - box.height / 3;
  } else {
    const chosen = "strict" in root.dataset ? null : read("localStorage", "theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
    if (root.dataset.banner && root.dataset.banner === read("localStorage", "banner")) root.classList.add("no-banner");
    if (read("sessionStorage", "lectern-asking") === "1") root.classList.add("asking");
    root.classList.add("js");
  }
}
