import type { TextBlock } from "../search/page-to-index.ts";

/** Writes blocks of a page as Markdown, with their lists and code. */
export function writeBlocks(blocks: readonly TextBlock[]): string {
  let written = "";
  for (const [index, block] of blocks.entries()) {
    const isNextItem = block.item !== undefined && blocks[index - 1]?.item !== undefined;
    written += (index === 0 ? "" : isNextItem ? "\n" : "\n\n") + writeBlock(block);
  }
  return written;
}

function writeBlock(block: TextBlock): string {
  const { kind, text, language = "", item } = block;
  if (kind === "code") return fenced(text, language);
  if (item === undefined) return writeLine(block);
  return `${item === 0 ? "-" : `${item}.`} ${writeLine(block)}`;
}

function writeLine({ text, code = [] }: TextBlock): string {
  let line = "";
  let from = 0;
  for (const [index, edge] of [...code, text.length].entries()) {
    const piece = text.slice(from, edge);
    line += index % 2 === 0 ? escapeMarkdown(piece) : asCode(piece);
    from = edge;
  }
  return line;
}

function fenced(text: string, language: string): string {
  const fence = "`".repeat(longestTicks(text, 2) + 1);
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, "")}\n${text}\n${fence}`;
}

function asCode(text: string): string {
  if (text === "") return "";
  const ticks = "`".repeat(longestTicks(text, 0) + 1);
  return ticks.length === 1 ? `\`${text}\`` : `${ticks} ${text} ${ticks}`;
}

function longestTicks(text: string, least: number): number {
  return Math.max(least, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
}

/** Text from pages must never be interpreted as markup. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*[\]~|]/g, "\\$&")
    .replaceAll(/^([ \t]*)([#>+-])/gm, "$1\\$2")
    .replaceAll(/^([ \t]*\d+)([.)])/gm, "$1\\$2");
}
