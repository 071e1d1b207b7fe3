const span = /<span [^>]*>|<\/span>/g;

/** Splits highlighted code at line breaks; a span that runs over a break is closed and opened again. */
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

export type LineMark = "added" | "removed";

const diffMark = /[ \t]*(?:\/\/|#|--|\/\*|<!--|;|%)\s*\[!code\s+(\+\+|--)(?::(\d+))?\]\s*(?:\*\/|-->)?[ \t]*$/;

/** Takes `// [!code ++]` off the ends of lines and says which lines they marked. */
export function takeDiffMarks(code: string): { code: string; marks: ReadonlyMap<number, LineMark> } {
  const marks = new Map<number, LineMark>();
  if (!code.includes("[!code")) return { code, marks };
  const lines = code.split("\n").map((line, index) => {
    const match = diffMark.exec(line);
    if (match === null) return line;
    const count = Math.min(Number(match[2] ?? 1), 1_000);
    for (let offset = 0; offset < count; offset += 1) {
      marks.set(index + 1 + offset, match[1] === "++" ? "added" : "removed");
    }
    return line.slice(0, match.index);
  });
  return { code: lines.join("\n"), marks };
}
