import { misspellings } from "../misspellings.ts";
import { replaceWords } from "../replace-words.ts";
import type { Rule } from "../rule.ts";
import { createReader } from "../vocabulary.ts";
import { keepCase } from "../word-case.ts";

const asks = createReader({
  forms: [["spelling spellings misspelling misspellings misspelled misspelt typo typos"]],
  also: "word words mistake mistakes error errors known common obvious wrong",
});

export const fixSpelling: Rule = {
  name: "fix-spelling",
  example: "fix misspellings",
  does: "corrects words from a short list of known misspellings, in the text only",
  title: "Fix misspellings",
  read: (clause) => (asks(clause) ? [] : undefined),
  run: (draft, request) =>
    replaceWords(draft, request, {
      rule: "fix-spelling",
      pattern: new RegExp([...misspellings.keys()].join("|"), "gi"),
      write([found]) {
        const wrong = found.toLowerCase();
        const text = keepCase(found, wrong, misspellings.get(wrong) ?? found);
        return text === undefined ? undefined : { text, why: `${found} is a known misspelling` };
      },
    }),
};
