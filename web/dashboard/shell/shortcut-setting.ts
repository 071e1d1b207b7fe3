import { useSyncExternalStore } from "react";

const storageKey = "lectern-shortcuts";
const listeners = new Set<() => void>();

/** Whether single-key shortcuts are on. People who dictate or use switches turn them off (WCAG 2.1.4). */
export function useShortcutSetting(): [boolean, (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areShortcutsOn), setShortcuts];
}

export function areShortcutsOn(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

function setShortcuts(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? "on" : "off");
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
