import { hash } from "node:crypto";

export interface SplitPage {
  yaml: string | undefined;
  body: string;
  /** The line of the file on which the body starts, counted from one. */
  firstLine: number;
}

const block = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Takes the YAML block off the top of a page. A file that starts without `---` has none. */
export function splitFrontmatter(source: string): SplitPage {
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const match = block.exec(text);
  if (match === null) return { yaml: undefined, body: text, firstLine: 1 };
  const firstLine = match[0].split("\n").length;
  return { yaml: match[1] ?? "", body: text.slice(match[0].length), firstLine };
}

/** The line it starts on is part of it, since warnings name lines. What the frontmatter says is not. */
export function hashBody({ body, firstLine }: Pick<SplitPage, "body" | "firstLine">): string {
  return hash("sha256", `${firstLine}:${body}`);
}
