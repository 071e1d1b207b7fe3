import { statusName } from "../../../src/contract/status-name.ts";
import { FilterButtons } from "./filter-buttons.tsx";

interface StatusFilterProps<Word extends string> {
  words: readonly Word[];
  value: Word | undefined;
  onChange: (word: Word | undefined) => void;
}

export function StatusFilter<Word extends string>({ words, value, onChange }: StatusFilterProps<Word>) {
  const choices = words.map((word) => [word, statusName(word)] as const);
  return (
    <div className="mb-4">
      <FilterButtons
        legend="Filter by status"
        choices={[[undefined, "All"], ...choices]}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
