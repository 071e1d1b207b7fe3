import { readFileSync } from "node:fs";
import { parseSync } from "vite";

export interface Regex {
  file: string;
  line: number;
  source: string;
  flags: string;
}

/** Every regular expression literal in a file. */
export function listRegexes(file: string): Regex[] {
  const text = readFileSync(file, "utf8");
  const found: Regex[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || node instanceof RegExp) return;
    if (isRegexLiteral(node)) {
      const line = text.slice(0, node.start).split("\n").length;
      found.push({ file, line, source: node.regex.pattern, flags: node.regex.flags });
    } else for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  return found;
}

function isRegexLiteral(node: object): node is { start: number; regex: { pattern: string; flags: string } } {
  return "regex" in node && typeof node.regex === "object" && node.regex !== null;
}
