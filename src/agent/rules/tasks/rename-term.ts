import { createWordPattern, isPartOf, keepCase, replaceWords } from "../replace-words.ts";
import type { Rule } from "../rule.ts";
import { isPath, readTwoValues } from "../two-values.ts";

const verbs: ReadonlySet<string> = new Set(["rename"]);

export const renameTerm: Rule = {
  name: "rename-term",
  example: 'rename "Old name" to "New name"',
  does: "renames a term on all pages, in whole words and keeping case, but not in code or URLs",
  title: "Rename a term",
  read(clause) {
    const found = readTwoValues(clause, verbs);
    if (found === undefined || found.kind !== undefined || isPath(found.from)) return undefined;
    return [found.from.text, found.to.text];
  },
  async run(docs, request) {
    const [from = "", to = ""] = request.values;
    const why = `${from} was renamed to ${to}`;
    await replaceWords(docs, request, {
      rule: "rename-term",
      pattern: createWordPattern(from, "giu"),
      write(match, text) {
        if (isPartOf(match, text, to)) return undefined;
        const written = keepCase(match[0].replaceAll(/\s+/g, " "), from, to);
        return written === undefined ? { declined: "its case is unusual" } : { text: written, why };
      },
    });
  },
};
