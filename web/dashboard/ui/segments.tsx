import type { LucideIcon } from "lucide-react";

interface SegmentsProps<Value extends string> {
  legend: string;
  choices: readonly { value: Value; label: string; icon?: LucideIcon }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Buttons side by side that switch between views. */
export function Segments<Value extends string>({ legend, choices, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="flex rounded-control border border-line bg-surface p-0.5">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value: choice, label, icon: Icon }) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
          className="inline-flex h-7 items-center gap-1.5 rounded-[4px] px-2.5 text-[13px] text-ink-soft hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong pointer-coarse:h-9"
        >
          {Icon !== undefined && <Icon size={16} aria-hidden />}
          {label}
        </button>
      ))}
    </fieldset>
  );
}
