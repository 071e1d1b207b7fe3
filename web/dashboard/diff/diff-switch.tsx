import { Columns2, Rows3 } from "lucide-react";
import { Segments } from "../ui/segments.tsx";
import { useDiffLayout } from "./use-diff-layout.ts";

const choices = [
  { value: "split", label: "Side by side", icon: Columns2 },
  { value: "inline", label: "One column", icon: Rows3 },
] as const;

/** Switches the diff layout. Hidden on screens that only have room for one layout. */
export function DiffSwitch() {
  const { layout, canChoose, choose } = useDiffLayout();
  return canChoose && <Segments legend="How changes are shown" choices={choices} value={layout} onChange={choose} />;
}
