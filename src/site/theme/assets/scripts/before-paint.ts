// Runs up to three times on a page: in the head, so that a dark page never flashes white, after the banner, so that a
// closed banner never shows, and after the sidebar, so that the sidebar doesn't jump. This is a separate file, because a
// site's content security policy forbids inline scripts.
const root = document.documentElement;
const banner = document.querySelector<HTMLElement>(".banner-close")?.dataset.banner;
const sidebar = document.getElementById("sidebar");

if (sidebar) {
  sidebar.scrollTop = Number(recall("sessionStorage", "sidebar"));
  const current = sidebar.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  const box = sidebar.getBoundingClientRect();
  const head = sidebar.firstElementChild?.getBoundingClientRect();
  const isOutOfSight = current && (current.top < (head ?? box).bottom || current.bottom > box.bottom - 40);
  if (isOutOfSight) sidebar.scrollTop += current.top - box.top - box.height / 3;
} else {
  const theme = "strict" in root.dataset ? null : recall("localStorage", "theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (banner && banner === recall("localStorage", "banner")) root.classList.add("no-banner");
  if (recall("sessionStorage", "lectern-asking") === "1") root.classList.add("asking");
  root.classList.add("js");
}

function recall(storage: "localStorage" | "sessionStorage", key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    // If storage is disabled, nothing is remembered.
    return null;
  }
}
