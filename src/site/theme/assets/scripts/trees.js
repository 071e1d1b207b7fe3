// Arrow keys in a file tree: up and down walk over the folders in sight, left and right close and open them.
document.addEventListener("keydown", (event) => {
  const row = event.target instanceof Element ? event.target.closest("[data-tree] summary") : undefined;
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
  const folder = row.parentElement;
  const rows = [...row.closest("[data-tree]").querySelectorAll("summary")].filter((other) => other.checkVisibility());
  const at = rows.indexOf(row);
  const parent = folder.parentElement.closest("details")?.querySelector("summary");
  const actions = {
    ArrowDown: () => rows[at + 1]?.focus(),
    ArrowUp: () => rows[at - 1]?.focus(),
    Home: () => rows[0]?.focus(),
    End: () => rows.at(-1)?.focus(),
    ArrowRight: () => (folder.open ? rows[at + 1]?.focus() : row.click()),
    ArrowLeft: () => (folder.open ? row.click() : parent?.focus()),
  };
  if (!Object.hasOwn(actions, event.key)) return;
  event.preventDefault();
  actions[event.key]();
});
