import { createWordPattern, isPartOf, keepCase, replaceWords } from "../replace-words.ts";
import type { RunTask } from "../task.ts";

export const renameTerm: RunTask = async (docs, request) => {
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
};

export const replaceText: RunTask = async (docs, request) => {
  const [from = "", to = ""] = request.values;
  await replaceWords(docs, request, {
    rule: "replace-text",
    pattern: createWordPattern(from, "gu"),
    write: (match, text) =>
      isPartOf(match, text, to) ? undefined : { text: to, why: `"${from}" was replaced with "${to}"` },
  });
};
