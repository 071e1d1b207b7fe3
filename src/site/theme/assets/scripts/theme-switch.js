// The button in the header. The choice is kept for the next page; before-paint.js reads it before the first paint.
{
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");

  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("[data-theme-switch]")) return;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // Storage can be switched off; the choice then lasts for this page.
    }
  });

  // The same site in another window follows.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme" && newValue && !("strict" in root.dataset)) root.dataset.theme = newValue;
  });
}
