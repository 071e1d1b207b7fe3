import { createStore, useMedia } from "../ui/store.ts";

export type Theme = "system" | "light" | "dark";

const storageKey = "lectern-theme";
const chosen = createStore<Theme>(storedTheme());

/** Called before the first render, so that the wrong theme never flashes. */
export function applyStoredTheme(): void {
  apply(chosen.get());
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [chosen.use(), setTheme];
}

/** Whether the dashboard is dark now, by choice or by the system's setting. */
export function useIsDark(): boolean {
  const theme = chosen.use();
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");
  return theme === "system" ? isSystemDark : theme === "dark";
}

function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  apply(theme);
  chosen.set(theme);
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function apply(theme: Theme): void {
  if (theme === "system") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
}
