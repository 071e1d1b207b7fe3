import { element, type HtmlElement, type HtmlNode } from "../html/html-node.ts";
import { type LineMark, splitHighlightedLines, takeDiffMarks } from "./code-lines.ts";
import type { FenceMeta } from "./fence-meta.ts";
import { createHighlighter } from "./highlight.ts";

export interface CodeBlock {
  code: string;
  meta: FenceMeta;
}

let highlighter: ReturnType<typeof createHighlighter> | undefined;

/** A code block with its header: the file name or language, and the button that copies it. */
export function codeBlockElement({ code, meta }: CodeBlock, highlightBytesMax: number): HtmlElement {
  const header = element("div", { class: "code-header" }, [
    element("span", { class: "code-title" }, [meta.title ?? meta.language]),
    ...copyButton(meta),
  ]);
  const isQuiet = meta.title === undefined;
  return element(
    "div",
    { class: isQuiet ? "code code-untitled" : "code", "data-language": meta.language || undefined },
    [header, codeElement({ code, meta }, highlightBytesMax)],
  );
}

/** Only the code; a code group puts its tabs where the header would be. */
export function codeElement({ code, meta }: CodeBlock, highlightBytesMax: number): HtmlElement {
  highlighter ??= createHighlighter(highlightBytesMax);
  const { code: shown, marks } = takeDiffMarks(code);
  const highlighted = highlighter(shown, meta.language);
  const needsLines = meta.lineNumbers || marks.size > 0 || meta.highlighted.size > 0 || meta.focused.size > 0;
  const content = needsLines ? markedLines(highlighted, meta, marks) : [{ highlighted }];
  const classes = [meta.lineNumbers && "numbered", meta.wrap && "wrapped", meta.focused.size > 0 && "focused"];
  // The Markdown of the page reads both marks: in a code group there is no other trace of the language.
  const marked = { "data-language": meta.language || undefined, "data-title": meta.title };
  return element("pre", { tabindex: 0, class: classes.filter(Boolean).join(" ") || undefined, ...marked }, [
    element("code", {}, content),
  ]);
}

export function copyButton(meta: FenceMeta): HtmlNode[] {
  if (!meta.copyable) return [];
  return [element("button", { class: "copy", type: "button", "data-copy": true, "aria-label": "Copy code" }, ["Copy"])];
}

/** Lines get an element of their own only when something marks them: plain blocks stay small. */
function markedLines(highlighted: string, meta: FenceMeta, marks: ReadonlyMap<number, LineMark>): HtmlNode[] {
  return splitHighlightedLines(highlighted).map((line, index) => {
    const number = index + 1;
    const classes = ["line"];
    if (meta.highlighted.has(number)) classes.push("marked");
    if (meta.focused.has(number)) classes.push("in-focus");
    const mark = marks.get(number);
    if (mark !== undefined) classes.push(mark);
    return element("span", { class: classes.join(" ") }, [{ highlighted: `${line}\n` }]);
  });
}
