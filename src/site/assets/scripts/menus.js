// A switcher is a <details>; a click elsewhere closes it, as a reader expects of a menu.
document.addEventListener("click", ({ target }) => {
  for (const open of document.querySelectorAll(".switcher[open]")) if (!open.contains(target)) open.open = false;
});
