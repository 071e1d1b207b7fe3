import { tokenize, tokenTypes } from "css-tree";

export interface NestedPart {
  kind: "rule" | "at-rule" | "declaration";
  text: string;
  /** The line of the part in the file. */
  line: number;
}

/**
 * The parser supports nested rules only if they start with `&`, and returns everything up to the next semicolon as raw
 * text. This splits such text into rules and declarations that can be parsed separately.
 */
export function splitNested(text: string, firstLine: number): NestedPart[] {
  const parts: NestedPart[] = [];
  let depth = 0;
  let start = 0;
  let line = firstLine;
  let hasBlock = false;
  const close = (end: number) => {
    const part = text.slice(start, end);
    const body = part.trimStart();
    line += countLines(part.slice(0, part.length - body.length));
    if (body.trim() !== "" && body.trim() !== ";")
      parts.push({ kind: kindOf(body, hasBlock), text: body.trim(), line });
    line += countLines(body);
    start = end;
    hasBlock = false;
  };
  tokenize(text, (type, _, end) => {
    if (type === tokenTypes.LeftCurlyBracket) {
      depth += 1;
      hasBlock = true;
    } else if (type === tokenTypes.RightCurlyBracket) {
      depth -= 1;
      if (depth === 0) close(end);
    } else if (type === tokenTypes.Semicolon && depth === 0) close(end);
  });
  close(text.length);
  return parts;
}

function kindOf(part: string, hasBlock: boolean): NestedPart["kind"] {
  if (part.startsWith("@")) return "at-rule";
  return hasBlock ? "rule" : "declaration";
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
