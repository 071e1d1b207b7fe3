import { hash } from "node:crypto";

interface SplitPage {
  yaml: string | undefined;
  body: string;
  /** The 1-based line of the file on which the body starts. */
  firstLine: number;
}

const block = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/;

/** Splits the YAML block from a page. A file that doesn't start with `---` has no such block. */
export function splitFrontmatter(source: string): SplitPage {
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const match = block.exec(text);
  if (match === null) return { yaml: undefined, body: text, firstLine: 1 };
  const firstLine = match[0].split("\n").length;
  return { yaml: match[1] ?? "", body: text.slice(match[0].length), firstLine };
}

/** A hash of the body and the number of its first line, on which warnings depend. Doesn't include the frontmatter. */
export function hashBody({ body, firstLine }: Pick<SplitPage, "body" | "firstLine">): string {
  return hash("sha256", `${firstLine}:${body}`);
}
