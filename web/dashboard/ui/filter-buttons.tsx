interface FilterButtonsProps<Value> {
  legend: string;
  choices: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Buttons that choose what a list shows. */
export function FilterButtons<Value>({ legend, choices, value, onChange }: FilterButtonsProps<Value>) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{legend}</legend>
      {choices.map(([choice, label]) => (
        <button
          key={label}
          type="button"
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
          className="h-8 rounded-full px-3 text-[13px] text-ink-soft hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong pointer-coarse:h-10"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
