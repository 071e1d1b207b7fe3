// A closed banner stays closed until its text changes: the mark on the button changes with it.
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-banner]:not(html)") : undefined;
  if (!button) return;
  document.documentElement.classList.add("no-banner");
  try {
    localStorage.setItem("banner", button.dataset.banner);
  } catch {
    // Storage can be switched off; the banner is then back on the next page.
  }
});
