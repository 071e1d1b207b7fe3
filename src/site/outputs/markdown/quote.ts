import { indentedLevelsMax, joinBlocks, type MarkdownWriter } from "./markdown-writer.ts";

export function quote(blocks: string[], { depth }: MarkdownWriter): string {
  const text = joinBlocks(blocks);
  return depth >= indentedLevelsMax ? text : `> ${text.replaceAll("\n", "\n> ")}`.replaceAll(/^> +$/gm, ">");
}
