import { mergeTexts } from "./merge-texts.ts";

/** Work on the texts of drafts that takes longer than the server may wait, as calls of the text processes. */
export const textCalls = {
  mergeTexts: ({ base, mine, theirs }: { base: string; mine: string; theirs: string }) =>
    mergeTexts(base, mine, theirs),
};
