import { type DocsPage, rangeOf, visitNodes } from "../../../docs-edits/docs-page.ts";
import { editPages } from "../../../docs-edits/page-edits.ts";
import type { TextEdit } from "../../../docs-edits/text-edit.ts";
import type { MarkdownNode } from "../../../site/reading.ts";
import type { RunTask } from "../task.ts";

export const fixHeadings: RunTask = (docs, request) =>
  editPages(docs, "fix-headings", request, (page) => {
    const edits: TextEdit[] = [];
    visitNodes(page.tree, (node) => {
      // Tabs and steps have their own hierarchy, which starts with their first heading.
      if (node.children?.some(({ type }) => type === "heading")) edits.push(...closeJumps(node, page));
    });
    return edits;
  });

/** The page title is level 1. */
const titleLevel = 1;

function closeJumps(container: MarkdownNode, page: DocsPage): TextEdit[] {
  const headings = (container.children ?? []).filter(({ type }) => type === "heading");
  const top = container.type === "root" ? titleLevel : (headings[0]?.depth ?? titleLevel) - 1;
  const open: { written: number; level: number }[] = [];
  return headings.flatMap((heading): TextEdit[] => {
    const written = heading.depth ?? titleLevel;
    while ((open.at(-1)?.written ?? 0) >= written) open.pop();
    const above = open.at(-1)?.level ?? top;
    const level = Math.min(written, above + 1);
    open.push({ written, level });
    const range = level < written ? rangeOf(heading, page) : undefined;
    if (range === undefined || !page.source.startsWith("#".repeat(written), range.start)) return [];
    const why = `a level ${written} heading directly follows level ${above}`;
    return [{ start: range.start, end: range.start + written, text: "#".repeat(level), why }];
  });
}
