import { rangeOf, visitNodes } from "../../../docs-edits/docs-page.ts";
import { editPages } from "../../../docs-edits/page-edits.ts";
import { createLineCounter, type TextEdit } from "../../../docs-edits/text-edit.ts";
import { detectLanguage } from "../detect-language.ts";
import type { Rule } from "../rule.ts";
import { createReader } from "../vocabulary.ts";

const labels = `label labels labelling labeling tag tags mark annotate language languages lang unlabelled unlabeled
  untagged syntax fix`;
const asks = createReader({
  forms: [
    ["fence fences codeblock codeblocks code-blocks code-fences", labels],
    ["code", "block blocks sample samples example examples snippet snippets listing listings", labels],
  ],
  // `update code examples` means something else.
  fixes: false,
  also: "set add fill detect missing their with without highlighting fenced code",
});

export const labelFences: Rule = {
  name: "label-fences",
  example: "label code fences",
  does: "adds the language to code blocks that have none, if it is certain",
  title: "Label code fences",
  read: (clause) => (asks(clause) ? [] : undefined),
  run: (docs, request) =>
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
    }),
};
