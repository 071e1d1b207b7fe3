import { closest } from "./page.ts";

// Arrow keys in a file tree: up and down move between visible folders, left and right close and open them.
document.addEventListener("keydown", (event) => {
  const row = closest(event.target, "[data-tree] summary");
  const folder = row?.parentElement;
  if (!row || !(folder instanceof HTMLDetailsElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const tree = row.closest("[data-tree]");
  const rows = [...(tree?.querySelectorAll("summary") ?? [])].filter((other) => other.checkVisibility());
  const at = rows.indexOf(row);
  const parent = folder.parentElement?.closest("details")?.querySelector("summary");
  const actions: Record<string, () => void> = {
    ArrowDown: () => rows[at + 1]?.focus(),
    ArrowUp: () => rows[at - 1]?.focus(),
    Home: () => rows[0]?.focus(),
    End: () => rows.at(-1)?.focus(),
    ArrowRight: () => (folder.open ? rows[at + 1]?.focus() : row.click()),
    ArrowLeft: () => (folder.open ? row.click() : parent?.focus()),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
