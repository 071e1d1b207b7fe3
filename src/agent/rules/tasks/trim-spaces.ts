import { BuildProblem } from "../../../site/ground/build-problem.ts";
import { type DocsPage, isSameTree, parseDocsPage, type Range, rangeOf, visitNodes } from "../docs-page.ts";
import { editPages } from "../page-edits.ts";
import type { Rule } from "../rule.ts";
import { applyEdits, type TextEdit } from "../text-edit.ts";
import { createReader } from "../vocabulary.ts";

const asks = createReader({
  forms: [["trailing", "space spaces whitespace whitespaces blanks"], ["lint linting tidy"]],
  also: `remove removing strip trim delete drop clean tidy up safe harmless error errors issue issues problem problems
    warning warnings run apply lines line ends end at fixes`,
});

/** Spaces at the ends of lines that mean nothing, and the missing end of the last line. */
export const trimSpaces: Rule = {
  name: "trim-spaces",
  example: "remove trailing spaces",
  does: "takes away spaces at the ends of lines where they mean nothing, and ends the last line",
  title: "Remove trailing spaces",
  read: (clause) => (asks(clause) ? [] : undefined),
  run: (draft, request) =>
    editPages(draft, "trim-spaces", request, (page) => {
      const edits = findEdits(page);
      if (edits.length === 0 || saysTheSame(page, edits)) return edits;
      const why = "the page would read differently without them";
      draft.decline({ path: page.path, line: undefined, what: "spaces at the ends of lines", why });
      return [];
    }),
};

/** Two spaces at the end of a line are a line break, and in code every space is meant. */
const kept: ReadonlySet<string> = new Set(
  `break code inlineCode html math inlineMath mdxjsEsm mdxFlowExpression mdxTextExpression`.split(" "),
);

function findEdits(page: DocsPage): TextEdit[] {
  const { source, bodyStart } = page;
  const edits: TextEdit[] = [];
  const ranges = keptRanges(page);
  let next = 0;
  for (const match of source.slice(bodyStart).matchAll(/[ \t]+(?=\r?\n|$)/g)) {
    const start = bodyStart + match.index;
    const end = start + match[0].length;
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if (end > (ranges[next]?.start ?? Number.POSITIVE_INFINITY)) continue;
    edits.push({ start, end, text: "", why: "spaces at the end of a line mean nothing" });
  }
  const rest = source.slice(bodyStart).trimEnd();
  if (rest !== "" && !/\n[ \t]*$/.test(source)) {
    const last = edits.at(-1);
    const text = source.includes("\r\n") ? "\r\n" : "\n";
    if (last?.end === source.length) last.text = text;
    else edits.push({ start: source.length, end: source.length, text, why: "the last line has no end" });
  }
  return edits;
}

/** In the order of the text; none of them holds another. */
function keptRanges(page: DocsPage): Range[] {
  const ranges: Range[] = [];
  visitNodes(page.tree, (node) => {
    const range = kept.has(node.type) ? rangeOf(node, page) : undefined;
    if (range !== undefined) ranges.push(range);
  });
  return ranges;
}

function saysTheSame(page: DocsPage, edits: readonly TextEdit[]): boolean {
  try {
    return isSameTree(page, parseDocsPage(page.path, applyEdits(page.source, edits)));
  } catch (error) {
    if (error instanceof BuildProblem) return false;
    throw error;
  }
}
