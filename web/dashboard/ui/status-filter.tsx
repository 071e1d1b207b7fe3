import { statusName } from "../../../src/contract/status-name.ts";

interface StatusFilterProps<Word extends string> {
  words: readonly Word[];
  value: Word | undefined;
  onChange: (word: Word | undefined) => void;
}

export function StatusFilter<Word extends string>({ words, value, onChange }: StatusFilterProps<Word>) {
  return (
    <fieldset className="mb-4 flex flex-wrap gap-1">
      <legend className="sr-only">Filter by status</legend>
      {[undefined, ...words].map((word) => (
        <button
          key={word ?? "all"}
          type="button"
          aria-pressed={word === value}
          onClick={() => onChange(word)}
          className="h-8 rounded-full px-3 text-[13px] text-ink-soft hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong pointer-coarse:h-10"
        >
          {word === undefined ? "All" : statusName(word)}
        </button>
      ))}
    </fieldset>
  );
}
