import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const storageKey = "lectern-theme";
const listeners = new Set<() => void>();

/** Called before the first render, so that the wrong theme never flashes. */
export function applyStoredTheme(): void {
  apply(storedTheme());
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, storedTheme);
  return [theme, setTheme];
}

function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  apply(theme);
  for (const listener of listeners) {
    listener();
  }
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
