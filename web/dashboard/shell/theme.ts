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

/** Whether the dashboard is dark now, whatever decided it. */
export function useIsDark(): boolean {
  const [theme] = useTheme();
  const isSystemDark = useSyncExternalStore(subscribeToSystem, () => darkMode.matches);
  return theme === "system" ? isSystemDark : theme === "dark";
}

const darkMode = matchMedia("(prefers-color-scheme: dark)");

function subscribeToSystem(listener: () => void): () => void {
  darkMode.addEventListener("change", listener);
  return () => darkMode.removeEventListener("change", listener);
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
