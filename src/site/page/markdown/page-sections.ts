import type { SectionToIndex, TextBlock } from "../../../search/indexing.ts";
import { type LinePart, type LineRange, writeLine } from "./section-line.ts";

/** The part of a page under one heading. The search index stores sections, and answers cite them. */
export interface PageSection extends SectionToIndex {
  blocks: TextBlock[];
}

const targetCharactersMax = 500;
/** Wider tables are hardly readable, and the search panel doesn't show them. */
const columnsMax = 20;

export type SectionWriter = ReturnType<typeof createSectionWriter>;

/** Collects the sections of a page. A link that is only an anchor gets the URL of the page. */
export function createSectionWriter(pageUrl: string) {
  const sections: PageSection[] = [];
  const path: { text: string; level: number }[] = [];
  let open: PageSection = { headingPath: [], anchor: undefined, blocks: [] };
  let line: LinePart[] = [];
  let language: string | undefined;
  let item: number | undefined;
  const lists: number[] = [];
  /** The kind of the current table row; undefined outside tables. */
  let row: "head" | "row" | undefined;
  let head: TextBlock | undefined;
  /** A directive such as `:::note` can only be at the start of a line. */
  let isLineStart = true;

  function endLine(): void {
    const written = writeLine(line);
    line = [];
    isLineStart = true;
    if (written.text === "") return;
    open.blocks.push(blockOf(written));
    item = undefined;
  }

  function blockOf({ cells, ...written }: ReturnType<typeof writeLine>): TextBlock {
    const columns = (cells?.length ?? 0) / 2;
    // A table without a header and with only one column is a frame around its text.
    const isFrame = columns <= 1 && head === undefined && row !== "head";
    if (row === undefined || cells === undefined || columns > columnsMax || isFrame)
      return { kind: "text", ...written, ...(item === undefined ? {} : { item }) };
    const block: TextBlock = { kind: row, ...written, cells };
    if (row === "head") head = block;
    else if (head !== undefined) block.head = head;
    return block;
  }

  /** Ends a line of text. Blocks in a table cell stay on the same line. */
  function endBlock(): void {
    if (row !== undefined) line.push(" ");
    else if (line.length > 0) endLine();
  }

  function endRow(): void {
    if (row !== undefined) endLine();
    row = undefined;
  }

  function close(): void {
    endRow();
    endBlock();
    if (open.anchor !== undefined || open.blocks.length > 0) sections.push(open);
  }

  function addLine(text: string): void {
    const directive = isLineStart ? readDirective(text) : undefined;
    if (directive === undefined) {
      line.push(text);
      isLineStart &&= text.trim() === "";
      return;
    }
    endBlock();
    if (directive.title === "") return;
    line.push({ range: "strong", isStart: true }, directive.title, { range: "strong", isStart: false });
    endBlock();
  }

  return {
    text(text: string): void {
      if (!text.includes(":::")) {
        line.push(text);
        isLineStart &&= text.trim() === "";
        return;
      }
      for (const [place, one] of text.split("\n").entries()) {
        if (place > 0) {
          line.push(" ");
          isLineStart = true;
        }
        addLine(one);
      }
    },
    endBlock,
    /** The number of the first item; 0 for an unordered list. */
    list(first: number): void {
      lists.push(first);
    },
    endList(): void {
      lists.pop();
    },
    /** The next block is a list item. */
    item(): void {
      const number = lists.pop() ?? 0;
      if (row === undefined) item = number;
      lists.push(number === 0 ? 0 : number + 1);
    },
    /** A table starts or ends here. */
    table(): void {
      endRow();
      head = undefined;
    },
    /** Only the first header row has the names of the columns. */
    row(isHead: boolean): void {
      endRow();
      endBlock();
      row = isHead && head === undefined ? "head" : "row";
    },
    endRow,
    startRange(range: Exclude<LineRange, "link">): void {
      line.push({ range, isStart: true });
      isLineStart = range === "cell";
    },
    endRange(range: LineRange): void {
      line.push({ range, isStart: false });
    },
    /** Returns whether the index keeps the link. */
    startLink(href: string): boolean {
      const target = href.startsWith("#") ? pageUrl + href : href;
      const isKept = /^(?:\/(?!\/)|https?:\/\/)/.test(target) && target.length <= targetCharactersMax;
      if (isKept) line.push({ range: "link", isStart: true, target });
      return isKept;
    },
    /** Applies to the next code block. */
    codeLanguage(name: string): void {
      language = name;
    },
    code(code: string): void {
      const text = code.replace(/^\s*\n/, "").trimEnd();
      if (row !== undefined) line.push({ range: "code", isStart: true }, text, { range: "code", isStart: false });
      else {
        endBlock();
        if (text !== "") open.blocks.push({ kind: "code", text, ...(language === undefined ? {} : { language }) });
      }
      language = undefined;
    },
    heading({ id, text, level }: { id: string; text: string; level: number }): void {
      close();
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push({ text, level });
      open = { headingPath: path.map((heading) => heading.text), anchor: id, blocks: [] };
    },
    finish(): PageSection[] {
      close();
      return sections;
    },
  };
}

/** A fence of three or more colons, and the rest of its line: `::: tip Title`, `:::note[Title]{.wide}`. */
const fence = /^\s*:{3,}(?<rest>.*)$/;
const name = /^\s*[a-z][\w-]*/i;
const bracketed = /^\s*\[(?<title>[^\]]*)\]/;
const attributes = /\{[^{}]*\}/g;

/**
 * A line that starts or ends a container in VitePress, Docusaurus and similar tools. Projects that come from these
 * tools have such lines in their text, of which only the title is worth finding or quoting.
 */
function readDirective(line: string): { title: string } | undefined {
  const rest = fence.exec(line)?.groups?.rest;
  if (rest === undefined) return undefined;
  const unnamed = rest.replaceAll(attributes, "").replace(name, "");
  return { title: (bracketed.exec(unnamed)?.groups?.title ?? unnamed).trim() };
}
