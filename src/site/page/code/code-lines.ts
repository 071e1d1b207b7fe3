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

export type LineMark = "added" | "removed" | "marked" | "in-focus";

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
