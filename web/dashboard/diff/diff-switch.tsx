import { Columns2, Rows3 } from "lucide-react";
import { Segments } from "../ui/segments.tsx";
import { createStore, useMedia } from "../ui/store.ts";

const choices = [
  { value: "split", label: "Side by side", icon: Columns2 },
  { value: "inline", label: "One column", icon: Rows3 },
] as const;

/** Switches the diff layout. Hidden on screens that only have room for one layout. */
export function DiffSwitch() {
  const { layout, canChoose, choose } = useDiffLayout();
  return canChoose && <Segments legend="How changes are shown" choices={choices} value={layout} onChange={choose} />;
}

export type DiffLayout = "inline" | "split";

const storageKey = "lectern-diff";
/** Wide enough for two columns of code. */
const wide = "(min-width: 1200px)";
const chosen = createStore<DiffLayout>(localStorage.getItem(storageKey) === "inline" ? "inline" : "split");

/** Side by side where there is room, unless the user chose one column. In a narrow window, diffs are always inline. */
export function useDiffLayout() {
  const canChoose = useMedia(wide);
  const layout = chosen.use();
  return { layout: canChoose ? layout : "inline", canChoose, choose };
}

function choose(layout: DiffLayout): void {
  localStorage.setItem(storageKey, layout);
  chosen.set(layout);
}
