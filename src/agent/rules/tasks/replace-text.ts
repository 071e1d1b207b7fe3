import { createWordPattern, isPartOf, replaceWords } from "../replace-words.ts";
import type { RunTask } from "../task.ts";

export const replaceText: RunTask = async (docs, request) => {
  const [from = "", to = ""] = request.values;
  await replaceWords(docs, request, {
    rule: "replace-text",
    pattern: createWordPattern(from, "gu"),
    write: (match, text) =>
      isPartOf(match, text, to) ? undefined : { text: to, why: `"${from}" was replaced with "${to}"` },
  });
};
