import { Columns2, Rows3 } from "lucide-react";
import { type DiffLayout, useDiffLayout } from "./use-diff-layout.ts";

const choices = [
  { layout: "split", label: "Side by side", icon: Columns2 },
  { layout: "inline", label: "One column", icon: Rows3 },
] as const satisfies readonly { layout: DiffLayout; label: string; icon: unknown }[];

/** Switches the diff layout. Hidden on screens that only have room for one layout. */
export function DiffSwitch() {
  const { layout, canChoose, choose } = useDiffLayout();
  if (!canChoose) {
    return null;
  }
  return (
    <fieldset className="flex rounded-control border border-line bg-surface p-0.5">
      <legend className="sr-only">How changes are shown</legend>
      {choices.map(({ layout: name, label, icon: Icon }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === layout}
          onClick={() => choose(name)}
          className="inline-flex h-7 items-center gap-1.5 rounded-[4px] px-2.5 text-[13px] text-ink-soft hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
        >
          <Icon size={16} aria-hidden />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
