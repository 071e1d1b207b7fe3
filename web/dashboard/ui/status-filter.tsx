import { statusName } from "../../../src/contract/status-name.ts";

interface StatusFilterProps<Word extends string> {
  words: readonly Word[];
  value: Word | undefined;
  onChange: (word: Word | undefined) => void;
}

export function StatusFilter<Word extends string>({ words, value, onChange }: StatusFilterProps<Word>) {
  const choices = words.map((word) => [word, statusName(word)] as const);
  return (
    <FilterButtons
      className="mb-4"
      legend="Filter by status"
      choices={[[undefined, "All"], ...choices]}
      value={value}
      onChange={onChange}
    />
  );
}

interface FilterButtonsProps<Value> {
  legend: string;
  choices: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Buttons that choose what a list shows. */
export function FilterButtons<Value>({ legend, choices, value, onChange, className = "" }: FilterButtonsProps<Value>) {
  return (
    <fieldset className={`flex flex-wrap gap-1 ${className}`}>
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
