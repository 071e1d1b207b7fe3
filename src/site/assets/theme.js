// Runs before the first paint, so that a dark page is never white for a moment. It is a file of its own because the
// content security policy of a site allows no inline script.
{
  const root = document.documentElement;
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // Storage can be switched off; the reader's system then decides.
  }
  const start = root.dataset.start;
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  else if (start === "light" || start === "dark") root.dataset.theme = start;
  root.classList.add("js");
}
