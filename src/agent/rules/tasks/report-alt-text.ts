import { rangeOf, visitNodes } from "../../../docs-edits/docs-page.ts";
import { listDocsFiles, openPages } from "../../../docs-edits/page-edits.ts";
import { createLineCounter } from "../../../docs-edits/text-edit.ts";
import type { RunTask } from "../task.ts";

/** Lists images without alternative text. An empty `alt` says that an image is only decoration. */
export const reportAltText: RunTask = async (docs, { covers }) => {
  for await (const page of openPages(docs, await listDocsFiles(docs, covers))) {
    const lineAt = createLineCounter(page.source);
    visitNodes(page.tree, (node) => {
      const isMarkdown = node.type === "image" && (node.alt ?? "").trim() === "";
      const isElement =
        node.name === "img" && !node.attributes?.some(({ name }) => name === "alt" || name === undefined);
      const range = isMarkdown || isElement ? rangeOf(node, page) : undefined;
      if (range === undefined) return;
      const source = page.source.slice(range.start, range.end);
      const [, address = node.url ?? ""] = /\bsrc\s*=\s*["']([^"']*)["']/.exec(source) ?? [];
      const what = address === "" ? "an image" : `the image ${address}`;
      docs.decline({ path: page.path, line: lineAt(range.start), what, why: "it has no alternative text" });
    });
  }
};
