import { createStore } from "../ui/store.ts";

const storageKey = "lectern-shortcuts";
const setting = createStore(localStorage.getItem(storageKey) !== "off");

/** Whether single-key shortcuts are on. People who dictate or use switches turn them off (WCAG 2.1.4). */
export function useShortcutSetting(): [boolean, (isOn: boolean) => void] {
  return [setting.use(), setShortcuts];
}

export const areShortcutsOn = setting.get;

function setShortcuts(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? "on" : "off");
  setting.set(isOn);
}
