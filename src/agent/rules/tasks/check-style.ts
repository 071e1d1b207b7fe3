import { keepCase, replaceWords } from "../replace-words.ts";
import type { RunTask } from "../task.ts";
import { readStyleRules, type StyleRule } from "../vale-styles.ts";

/** Follows Vale's rules in everything that readers see as text, also inside components. */
export const checkStyle: RunTask = async (docs, request) => {
  const rules = await readStyleRules(docs);
  if (rules.length === 0) {
    const why = "there are no rules in .lectern/styles or in the StylesPath of .vale.ini";
    docs.decline({ path: ".vale.ini", line: undefined, what: "the style", why });
    return;
  }
  const ruleOf = new WeakMap<RegExpMatchArray, StyleRule>();
  await replaceWords(docs, request, {
    rule: "check-style",
    pattern: (text) => findMatches(rules, text, ruleOf),
    knowsBounds: true,
    write(match) {
      const rule = ruleOf.get(match);
      const [found] = match;
      const replacement = rule?.replacement;
      if (rule === undefined || replacement === found) return undefined;
      if (replacement === undefined) return { declined: rule.message(found) };
      // Terms are written as they are; other words begin a sentence with a capital.
      const inCase = rule.isTerm ? replacement : keepCase(found, found.toLowerCase(), replacement);
      return inCase === found ? undefined : { text: inCase ?? replacement, why: rule.message(found) };
    },
  });
};

/** The matches of all rules, in order. Where two overlap, the first one counts, or the longer of two at one place. */
function findMatches(
  rules: readonly StyleRule[],
  text: string,
  ruleOf: WeakMap<RegExpMatchArray, StyleRule>,
): RegExpExecArray[] {
  const found = rules.flatMap((rule) =>
    [...text.matchAll(rule.pattern)]
      .filter(([word]) => {
        return word !== "" && word !== rule.replacement;
      })
      .map((match) => {
        ruleOf.set(match, rule);
        return match;
      }),
  );
  let end = 0;
  return found
    .sort((one, other) => one.index - other.index || other[0].length - one[0].length)
    .filter(({ 0: word, index }) => {
      if (index < end) return false;
      end = index + word.length;
      return true;
    });
}
