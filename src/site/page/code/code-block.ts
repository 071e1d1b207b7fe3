import { element, type HtmlElement, type HtmlNode } from "../../shared/html/html-node.ts";
import { type ArticleWords, fillWord } from "../../translations/find-translations.ts";
import type { PageState } from "../markdown/render-context.ts";
import type { CodeBlock, FenceMeta } from "./fence-meta.ts";
import { highlight } from "./highlight.ts";
import { grammarFor } from "./languages.ts";
import { findTypes } from "./twoslash/find-types.ts";
import { markTypes } from "./twoslash/mark-types.ts";
import { readTwoslash } from "./twoslash/read-twoslash.ts";

type CodePage = Pick<PageState, "limits" | "words" | "grammars" | "typeBudget">;

/** Code with fewer lines is always shown in full, even if it is marked as expandable. */
const foldedLinesMin = 13;

const typedGrammars: ReadonlySet<string> = new Set(["typescript", "javascript"]);

/** A code block with its header: the file name or language. site.js adds the copy button. */
export function codeBlockElement(block: CodeBlock, page: CodePage): HtmlElement {
  const { title } = block.meta;
  const header = title === undefined ? [] : [element("div", { class: "code-header" }, [codeTitle(block, title)])];
  return element("div", { class: title === undefined ? "code code-untitled" : "code", ...copyMark([block]) }, [
    ...header,
    codeElement(block, page),
    ...foldButton(block, page.words),
  ]);
}

function codeTitle({ icon }: CodeBlock, title: string): HtmlElement {
  return element("span", { class: "code-title" }, icon === undefined ? [title] : [icon, title]);
}

/** A code block without its header. In a code group, the tabs replace the header. */
export function codeElement({ code, meta }: CodeBlock, { limits, grammars, typeBudget }: CodePage): HtmlElement {
  const twoslash = meta.twoslash ? readTwoslash(code, meta.language) : undefined;
  const { code: shown, marks } = takeLineMarks(twoslash?.shown ?? code);
  const isShort = shown.length <= limits.highlightBytesMax;
  const own = isShort ? grammars?.highlight(shown, meta.language) : undefined;
  const plain = own ?? highlight(shown, meta.language, limits.highlightBytesMax);
  const isTyped = twoslash !== undefined && typedGrammars.has(grammarFor(meta.language) ?? "");
  const types = isTyped ? findTypes(twoslash, typeBudget) : undefined;
  const highlighted = types === undefined ? plain : markTypes(plain, types);
  const isFocused = meta.focused.size > 0 || [...marks.values()].includes("in-focus");
  const needsLines = meta.lineNumbers || marks.size > 0 || meta.highlighted.size > 0 || isFocused;
  const content = needsLines ? markedLines(highlighted, meta, marks) : [{ highlighted, code: shown }];
  const classes = [meta.lineNumbers && "numbered", meta.wrap && "wrapped", isFocused && "focused"];
  // The Markdown output reads these attributes: in a code group, the language appears nowhere else.
  const marked = { "data-language": meta.language || undefined, "data-title": meta.title };
  return element("pre", { tabindex: 0, class: classes.filter(Boolean).join(" ") || undefined, ...marked }, [
    element("code", {}, content),
  ]);
}

/** Tells site.js whether the code may be copied. */
export function copyMark(blocks: CodeBlock[]): { "data-nocopy"?: boolean } {
  return blocks.every((block) => !block.meta.copyable) ? { "data-nocopy": true } : {};
}

/** Without JavaScript, all lines are shown and the button is hidden. */
export function foldButton(block: CodeBlock, { showAll }: ArticleWords): HtmlNode[] {
  if (!block.meta.expandable || lineCount(block) < foldedLinesMin) return [];
  const label = fillWord(showAll, { count: String(lineCount(block)) });
  return [
    element("button", { class: "code-unfold", type: "button", "aria-expanded": "false", "data-unfold": true }, [label]),
  ];
}

function lineCount({ code }: CodeBlock): number {
  return code.split("\n").length;
}

/** A line has its own element only if the line is marked, which keeps plain blocks small. */
function markedLines(highlighted: string, meta: FenceMeta, marks: ReadonlyMap<number, LineMark>): HtmlNode[] {
  return splitHighlightedLines(highlighted).map((line, index) => {
    const number = index + 1;
    const classes = new Set(["line"]);
    if (meta.highlighted.has(number)) classes.add("marked");
    if (meta.focused.has(number)) classes.add("in-focus");
    const mark = marks.get(number);
    if (mark !== undefined) classes.add(mark);
    return element("span", { class: [...classes].join(" ") }, [{ highlighted: `${line}\n` }]);
  });
}

const span = /<span [^>]*>|<\/span>/g;

/** Splits highlighted code at line breaks. A span across a break is closed and reopened. */
export function splitHighlightedLines(highlighted: string): string[] {
  let open: string[] = [];
  return highlighted.split("\n").map((line) => {
    const prefix = open.join("");
    const stack = [...open];
    for (const [tag] of line.matchAll(span)) {
      if (tag === "</span>") stack.pop();
      else stack.push(tag);
    }
    open = stack;
    return prefix + line + "</span>".repeat(stack.length);
  });
}

type LineMark = "added" | "removed" | "marked" | "in-focus";

const markNames: Record<string, LineMark> = {
  "++": "added",
  "--": "removed",
  highlight: "marked",
  hl: "marked",
  focus: "in-focus",
};
const markComment =
  /[ \t]*\{?(?:\/\/|#|--|\/\*|<!--|;|%)\s*\[!code\s+(\+\+|--|highlight|hl|focus)(?::(\d+))?\]\s*(?:\*\/|-->)?\}?[ \t]*$/;
const markedLinesMax = 1_000;

/** Removes `// [!code ++]` from the ends of lines and returns the lines they mark. */
export function takeLineMarks(code: string): { code: string; marks: ReadonlyMap<number, LineMark> } {
  const marks = new Map<number, LineMark>();
  if (!code.includes("[!code")) return { code, marks };
  const lines = code.split("\n").map((line, index) => {
    const match = markComment.exec(line);
    if (match === null) return line;
    const count = Math.min(Number(match[2] ?? 1), markedLinesMax);
    const mark = markNames[match[1] ?? ""] ?? "marked";
    for (let offset = 0; offset < count; offset += 1) marks.set(index + 1 + offset, mark);
    return line.slice(0, match.index);
  });
  return { code: lines.join("\n"), marks };
}
