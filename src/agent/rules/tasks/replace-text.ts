import { createWordPattern, isPartOf, replaceWords } from "../replace-words.ts";
import type { Rule } from "../rule.ts";
import { isPath, readTwoValues } from "../two-values.ts";

const verbs: ReadonlySet<string> = new Set("replace change substitute swap".split(" "));

export const replaceText: Rule = {
  name: "replace-text",
  example: 'replace "old words" with "new words"',
  does: "replaces exact text on all pages, but not in code or URLs",
  title: "Replace text",
  read(clause) {
    const found = readTwoValues(clause, verbs);
    if (found === undefined || found.kind !== undefined || isPath(found.from)) return undefined;
    // `change the tone to friendly` and `replace pictures with diagrams` aren't about exact text.
    const isQuoted = found.from.word === "" && found.to.word === "";
    return isQuoted ? [found.from.text, found.to.text] : undefined;
  },
  async run(docs, request) {
    const [from = "", to = ""] = request.values;
    await replaceWords(docs, request, {
      rule: "replace-text",
      pattern: createWordPattern(from, "gu"),
      write: (match, text) =>
        isPartOf(match, text, to) ? undefined : { text: to, why: `"${from}" was replaced with "${to}"` },
    });
  },
};
