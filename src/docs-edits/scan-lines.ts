/** A line of a page. `end` is exclusive and doesn't include the line break. */
interface ScannedLine {
  /** `code` includes the lines that open and close a fence; `frontmatter` leaves out the closing line. */
  kind: "frontmatter" | "code" | "text";
  start: number;
  end: number;
}

const fenceStart = /^(?:[ \t]|>|[-*+] ){0,12}(`{3,}|~{3,})/;

/**
 * Distinguishes code, frontmatter and text without parsing. This also works for invalid pages, and is fast for many
 * pages.
 */
export function* scanLines(text: string): Generator<ScannedLine> {
  let fence: string | undefined;
  let isFrontmatter = /^\uFEFF?---[ \t]*\r?$/.test(text.slice(0, lineEnd(text, 0)));
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    const line = text.slice(start, end);
    if (isFrontmatter && start > 0 && line.trimEnd() === "---") isFrontmatter = false;
    else if (isFrontmatter) yield { kind: "frontmatter", start, end };
    else if (fence === undefined) {
      fence = fenceStart.exec(line)?.[1];
      yield { kind: fence === undefined ? "text" : "code", start, end };
    } else {
      yield { kind: "code", start, end };
      if (isFenceEnd(line, fence)) fence = undefined;
    }
    start = end + 1;
  }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

function isFenceEnd(line: string, fence: string): boolean {
  const text = line.replaceAll(/[>\s]/g, "");
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}
