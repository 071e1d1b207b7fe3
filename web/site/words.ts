import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { englishReaderWords, type ReaderWords } from "../../src/contract/reader-words.ts";

export const WordsContext = createContext<ReaderWords>(englishReaderWords);

export function useWords(): ReaderWords {
  return useContext(WordsContext);
}

export function fill(word: string, values: Record<string, string | number>): string {
  return word.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** As the reader's own clock shows it. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
}
