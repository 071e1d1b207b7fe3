import { useSyncExternalStore } from "react";

export type DiffLayout = "inline" | "split";

const storageKey = "lectern-diff";
/** Wide enough for two columns of code. */
const wide = "(min-width: 1200px)";
const listeners = new Set<() => void>();

interface DiffLayoutChoice {
  layout: DiffLayout;
  /** False on a narrow window, where diffs are always inline. */
  canChoose: boolean;
  choose: (layout: DiffLayout) => void;
}

/** Side by side where there is room, unless the user chose one column. */
export function useDiffLayout(): DiffLayoutChoice {
  const layout = useSyncExternalStore(subscribe, readLayout);
  const canChoose = useSyncExternalStore(subscribe, isWide);
  return { layout, canChoose, choose };
}

function choose(layout: DiffLayout): void {
  localStorage.setItem(storageKey, layout);
  for (const listener of listeners) {
    listener();
  }
}

function readLayout(): DiffLayout {
  return isWide() && localStorage.getItem(storageKey) !== "inline" ? "split" : "inline";
}

function isWide(): boolean {
  return matchMedia(wide).matches;
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(wide);
  listeners.add(listener);
  media.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    media.removeEventListener("change", listener);
  };
}
