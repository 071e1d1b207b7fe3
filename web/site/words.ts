import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { reader as english } from "../../src/site/translations/en.json";

/** All texts of search and the assistant. Names in braces are placeholders. */
export type ReaderWords = typeof english;

export const englishWords: ReaderWords = english;

export const WordsContext = createContext<ReaderWords>(englishWords);

export function useWords(): ReaderWords {
  return useContext(WordsContext);
}

export function fill(word: string, values: Record<string, string | number>): string {
  return word.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The time of day in the reader's locale. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
}
