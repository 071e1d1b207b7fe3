import { rangeOf, visitNodes } from "../../../docs-edits/docs-page.ts";
import { editPages } from "../../../docs-edits/page-edits.ts";
import { createLineCounter, type TextEdit } from "../../../docs-edits/text-edit.ts";
import { detectLanguage } from "../detect-language.ts";
import type { RunTask } from "../task.ts";

export const labelFences: RunTask = (docs, request) =>
  editPages(docs, "label-fences", request, (page) => {
    const edits: TextEdit[] = [];
    const lineAt = createLineCounter(page.source);
    visitNodes(page.tree, (node) => {
      const range = node.type === "code" && !node.lang ? rangeOf(node, page) : undefined;
      if (range === undefined) return;
      const [, fence] = /^(`{3,}|~{3,})[ \t]*\r?\n/.exec(page.source.slice(range.start, range.end)) ?? [];
      if (fence === undefined) return;
      const language = detectLanguage(node.value ?? "");
      const start = range.start + fence.length;
      if (language !== undefined) edits.push({ start, end: start, text: language, why: `the code is ${language}` });
      else if ((node.value ?? "").trim() !== "") {
        const why = "its language is not certain";
        docs.decline({ path: page.path, line: lineAt(range.start), what: "a code block without a language", why });
      }
    });
    return edits;
  });
