import { createStore, useMedia } from "../ui/store.ts";

export type DiffLayout = "inline" | "split";

const storageKey = "lectern-diff";
/** Wide enough for two columns of code. */
const wide = "(min-width: 1200px)";
const chosen = createStore<DiffLayout>(localStorage.getItem(storageKey) === "inline" ? "inline" : "split");

interface DiffLayoutChoice {
  layout: DiffLayout;
  /** False on a narrow window, where diffs are always inline. */
  canChoose: boolean;
  choose: (layout: DiffLayout) => void;
}

/** Side by side where there is room, unless the user chose one column. */
export function useDiffLayout(): DiffLayoutChoice {
  const canChoose = useMedia(wide);
  const layout = chosen.use();
  return { layout: canChoose ? layout : "inline", canChoose, choose };
}

function choose(layout: DiffLayout): void {
  localStorage.setItem(storageKey, layout);
  chosen.set(layout);
}
