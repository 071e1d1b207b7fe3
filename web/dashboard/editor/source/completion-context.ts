import type { MdxState, TagFrame } from "./mdx-state.ts";
import { scanToken, stateAt } from "./scan-mdx.ts";

/** The construct that is being written at the caret. `from` is the start of the text that a completion replaces. */
export type CompletionContext =
  | { kind: "key"; from: number }
  | { kind: "keyValue"; from: number; key: string }
  | { kind: "language"; from: number }
  /** After `<`; `open` lists the surrounding elements, outermost first. */
  | { kind: "component"; from: number; open: readonly string[]; isLineStart: boolean }
  | { kind: "closing"; from: number; open: readonly string[] }
  | { kind: "prop"; from: number; component: string; present: readonly string[] }
  | { kind: "value"; from: number; component: string; prop: string }
  | { kind: "link"; from: number; isImage: boolean }
  /** The path of an import. */
  | { kind: "module"; from: number }
  | { kind: "import"; from: number }
  | { kind: "variable"; from: number };

/** Undefined where nothing can be completed, such as in a sentence. */
export function contextAt(text: string, offset: number): CompletionContext | undefined {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const state = stateAt(text, offset);
  const ending = (pattern: RegExp) => pattern.exec(before);
  const variable = ending(/\{\{[ \t]*([\w-]*)$/);
  if (variable !== null && state.fence === undefined) return { kind: "variable", from: offset - length(variable[1]) };
  if (state.part === "frontmatter") return frontmatterContext(before, offset);
  const fence = ending(/^\s*(?:>\s*)*(?:[-*+]\s+|\d+[.)]\s+)?(?:`{3,}|~{3,})([\w+#.-]*)$/);
  if (fence !== null && stateAt(text, lineStart).fence === undefined)
    return { kind: "language", from: offset - length(fence[1]) };
  if (state.fence !== undefined || isInCodeSpan(text, offset, lineStart)) return undefined;
  const inside = frameContext(text, offset, before, state);
  if (inside !== undefined || state.frames.length > 0) return inside;
  if (state.isModule) return moduleContext(before, offset);
  if (/^imp?o?r?t?$/.test(before) && before !== "") return { kind: "import", from: lineStart };
  return textContext(before, offset, state);
}

/** Whether the offset is inside inline code that is closed after it. */
function isInCodeSpan(text: string, offset: number, lineStart: number): boolean {
  const state = stateAt(text, lineStart);
  const line = text.slice(lineStart).split("\n", 1)[0] ?? "";
  const column = offset - lineStart;
  for (let at = 0; at < column; ) {
    const { end, style } = scanToken(line, at, state);
    if (end > column && style === "monospace") return true;
    at = Math.max(end, at + (end > at ? 0 : 1));
  }
  return false;
}

function length(part: string | undefined): number {
  return part?.length ?? 0;
}

function frontmatterContext(before: string, offset: number): CompletionContext | undefined {
  if (/^[\w-]*$/.test(before)) return { kind: "key", from: offset - before.length };
  const [, key, value] = /^([\w-]+)[ \t]*:[ \t]+(?![ \t])["']?([^"'\n]*)$/.exec(before) ?? [];
  return key === undefined ? undefined : { kind: "keyValue", from: offset - length(value), key };
}

function frameContext(
  text: string,
  offset: number,
  before: string,
  { frames, open }: MdxState,
): CompletionContext | undefined {
  const frame = frames.at(-1);
  if (frame?.kind === "string") {
    const tag = frames.at(-2);
    if (tag?.kind !== "tag") return undefined;
    const from = text.lastIndexOf(frame.quote, offset - 1) + 1;
    return { kind: "value", from, component: tag.name, prop: tag.attributes.at(-1) ?? "" };
  }
  return frame?.kind === "tag" ? tagContext(frame, offset, before, open) : undefined;
}

function tagContext(
  { part, isClosing, name, attributes }: TagFrame,
  offset: number,
  before: string,
  open: readonly string[],
): CompletionContext | undefined {
  if (part === "name") {
    const from = offset - length(/(?<![\w$.-])[\w$.-]*$/.exec(before)?.[0]);
    if (isClosing) return { kind: "closing", from, open };
    return { kind: "component", from, open, isLineStart: /^\s*<[\w$.-]*$/.test(before) };
  }
  const typed = /(?:^|[\s"'}])([\w$-]*)$/.exec(before)?.[1];
  if (isClosing || part === "value" || typed === undefined) return undefined;
  const present = typed === "" ? attributes : attributes.slice(0, -1);
  return { kind: "prop", from: offset - typed.length, component: name, present };
}

function moduleContext(before: string, offset: number): CompletionContext | undefined {
  const path = /\bfrom[ \t]*["']([^"']*)$/.exec(before)?.[1] ?? /^import[ \t]*["']([^"']*)$/.exec(before)?.[1];
  if (path !== undefined) return { kind: "module", from: offset - path.length };
  return /^import[ \t]+\w*$/.test(before) ? { kind: "import", from: offset - before.length } : undefined;
}

function textContext(before: string, offset: number, { open }: MdxState): CompletionContext | undefined {
  if (before.endsWith("<")) return { kind: "component", from: offset, open, isLineStart: before.trim() === "<" };
  if (before.endsWith("</")) return { kind: "closing", from: offset, open };
  const [, bang, target] = /(!?)\[[^[\]]*\]\(([^()\s]*)$/.exec(before) ?? [];
  if (target !== undefined) return { kind: "link", from: offset - target.length, isImage: bang === "!" };
  const definition = /^\s{0,3}\[[^[\]]+\]:[ \t]+([^\s]*)$/.exec(before)?.[1];
  return definition === undefined ? undefined : { kind: "link", from: offset - definition.length, isImage: false };
}
