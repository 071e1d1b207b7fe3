import type { Mark, TextBlock } from "../../search/indexing.ts";

interface Writing {
  /** `escape` is applied to text outside code, `escapeStart` to the beginning of a line. */
  escape(text: string): string;
  escapeStart(line: string): string;
  /** Put before links to the site's own pages. */
  siteUrl: string;
}

/**
 * Writes blocks of a page as Markdown, with their lists, tables, links and code. Other markup in their text is escaped.
 */
export function writeBlocks(blocks: readonly TextBlock[]): string {
  return write(blocks, { escape: escapeInline, escapeStart, siteUrl: "" });
}

/** Writes blocks for a language model: links are absolute, and text isn't escaped. */
export function markdownOf(blocks: readonly TextBlock[], siteUrl: string): string {
  return write(blocks, { escape: (text) => text, escapeStart: (line) => line, siteUrl });
}

function write(blocks: readonly TextBlock[], writing: Writing): string {
  let written = "";
  let before: TextBlock | undefined;
  for (const block of blocks) {
    // Each row carries its table's header.
    if (block.kind === "head") continue;
    const isNextItem = block.item !== undefined && before?.item !== undefined;
    const isNextRow = block.kind === "row" && before?.kind === "row" && before.head === block.head;
    written += before === undefined ? "" : isNextItem || isNextRow ? "\n" : "\n\n";
    if (block.kind === "row" && !isNextRow) written += tableHead(block, writing);
    written += writeBlock(block, writing);
    before = block;
  }
  return written;
}

function writeBlock(block: TextBlock, writing: Writing): string {
  const { kind, text, language = "", item } = block;
  if (kind === "code") return fenced(text, language);
  if (kind === "row") return tableRow(block, columnsOf(block), writing);
  const line = writing.escapeStart(writeRange(block, 0, text.length, writing));
  if (item === undefined) return line;
  return `${item === 0 ? "-" : `${item}.`} ${line}`;
}

/** Markdown tables need a header, so a table without one gets an empty header. */
function tableHead(row: TextBlock, writing: Writing): string {
  const columns = columnsOf(row);
  const head = row.head ?? { kind: "head", text: "", cells: [] };
  return `${tableRow(head, columns, writing)}\n|${" --- |".repeat(columns)}\n`;
}

/** All rows of a table have as many cells as its header. */
function columnsOf({ head, cells = [] }: TextBlock): number {
  return (head?.cells ?? cells).length / 2;
}

function tableRow(row: TextBlock, columns: number, writing: Writing): string {
  const { cells = [] } = row;
  let line = "|";
  for (let column = 0; column < columns; column++) {
    const isLast = column === columns - 1;
    const start = cells[column * 2] ?? row.text.length;
    // Cells beyond the last column are written into the last column.
    const end = (isLast ? cells.at(-1) : cells[column * 2 + 1]) ?? row.text.length;
    const cell = writeRange(row, start, end, writing).replaceAll(/(?<!\\)\|/g, "\\|");
    line += cell === "" ? " |" : ` ${cell} |`;
  }
  return line;
}

/** Writes a part of the text. Marks are nested: a link may be bold, and bold text may contain a link. */
function writeRange(block: TextBlock, from: number, to: number, writing: Writing): string {
  const { text, marks = [] } = block;
  const left = marks.filter(({ start, end }) => start >= from && end <= to);
  const writePart = (start: number, end: number): string => {
    let written = "";
    let at = start;
    while (left[0] !== undefined && left[0].start < end) {
      const [mark] = left.splice(0, 1);
      if (mark === undefined || mark.start < at || mark.end > end) continue;
      const [next] = left;
      if (mark.kind === "code" && next?.kind === "code" && next.start === mark.end && next.end <= end) {
        // Written separately, the backticks between the two would mean something else.
        left[0] = { ...next, start: mark.start };
        continue;
      }
      written += writing.escape(text.slice(at, mark.start)) + writeInner(mark);
      at = mark.end;
    }
    return written + writing.escape(text.slice(at, end));
  };
  const writeInner = ({ kind, start, end, target = "" }: Mark): string => {
    if (kind === "code") return asCode(text.slice(start, end));
    const inner = writePart(start, end);
    if (kind === "link") return asLink(inner, target, writing.siteUrl);
    return isApart(text[start - 1]) && isApart(text[end]) ? `**${inner}**` : inner;
  };
  return writePart(from, to);
}

/** Some Markdown parsers don't treat asterisks next to a letter as bold. */
function isApart(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{N}*]/u.test(character);
}

/** Brackets in a label's code would end the label too early, so such a label isn't linked. */
function asLink(label: string, target: string, siteUrl: string): string {
  const shown = label.replaceAll(/(?<!\\)[[\]]/g, "\\$&");
  if (shown !== label && label.includes("`")) return label;
  const address = target.replaceAll(/[\s()<>[\]\\"`|*]/g, percentEncoded);
  return `[${shown}](${target.startsWith("/") ? siteUrl : ""}${address})`;
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
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
  return escapeStart(escapeInline(text));
}

function escapeInline(text: string): string {
  return text.replaceAll(/[\\`*[\]~|]/g, "\\$&");
}

/** Escapes characters that would start a heading, a quotation or a list. */
function escapeStart(text: string): string {
  return text.replaceAll(/^([ \t]*)([#>+-])/gm, "$1\\$2").replaceAll(/^([ \t]*\d+)([.)])/gm, "$1\\$2");
}
