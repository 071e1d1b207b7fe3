import { type english, fillWord, findTranslations } from "../../site/serving.ts";

/** The names of the sentences that built-in replies add to their quotes. */
export type FixedTextName = keyof typeof english.reply;

/** A fixed sentence in the reader's language, with its placeholders filled in. Values are inserted as they are. */
export function fixedText(language: string, name: FixedTextName, values: Record<string, string> = {}): string {
  return fillWord(findTranslations(language).reply[name], values);
}
