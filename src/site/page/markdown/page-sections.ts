import { collapseWhitespace } from "../../ground/html/collapse-whitespace.ts";

/** The part of a page under one heading: what the search index stores and an answer cites. */
export interface PageSection {
  /** Headings from the outermost to this one. Empty for text above the first heading. */
  headingPath: string[];
  anchor: string | undefined;
  blocks: SectionBlock[];
}

/** A paragraph, list item or table row with normalized whitespace, or a code block as written. */
interface SectionBlock {
  kind: "text" | "code";
  text: string;
  /** The language of a code block, if the author named one. */
  language?: string;
  /** Set for list items: the number, or 0 in an unordered list. */
  item?: number;
  /** Alternating start and end offsets of inline code in the text. */
  code?: number[];
}

/** Markers in a line besides its text. */
const codeEdge = Symbol("where code begins or ends");
const cellEdge = Symbol("where a cell of a table ends");
const betweenCells = " · ";

type LinePart = string | typeof codeEdge | typeof cellEdge;

export function createSectionWriter() {
  const sections: PageSection[] = [];
  const path: { text: string; level: number }[] = [];
  let open: PageSection = { headingPath: [], anchor: undefined, blocks: [] };
  let line: LinePart[] = [];
  let language: string | undefined;
  let item: number | undefined;
  const lists: number[] = [];

  function endBlock(): void {
    if (line.length === 0) return;
    const written = writeLine(line);
    line = [];
    if (written.text === "") return;
    open.blocks.push({ kind: "text", ...written, ...(item === undefined ? {} : { item }) });
    item = undefined;
  }

  function close(): void {
    endBlock();
    if (open.anchor !== undefined || open.blocks.length > 0) sections.push(open);
  }

  return {
    text(text: string): void {
      line.push(text);
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
      item = number;
      lists.push(number === 0 ? 0 : number + 1);
    },
    /** The next block is a table row, which reads like a list item. */
    row(): void {
      item = 0;
    },
    codeEdge(): void {
      line.push(codeEdge);
    },
    cellEdge(): void {
      line.push(cellEdge);
    },
    /** Applies to the next code block. */
    codeLanguage(name: string): void {
      language = name;
    },
    code(code: string): void {
      endBlock();
      const text = code.replace(/^\s*\n/, "").trimEnd();
      if (text !== "") open.blocks.push({ kind: "code", text, ...(language === undefined ? {} : { language }) });
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

function writeLine(parts: readonly LinePart[]): Pick<SectionBlock, "text" | "code"> {
  let text = "";
  const code: number[] = [];
  for (const part of parts) {
    if (part === codeEdge) code.push(text.length);
    else if (part !== cellEdge) text += continued(part, text === "" || text.endsWith(" "));
    else if (text !== "" && !text.endsWith(betweenCells)) text = text.trimEnd() + betweenCells;
  }
  text = text.replace(/[ ·]+$/, "");
  return code.length === 0 ? { text } : { text, code: code.map((edge) => Math.min(edge, text.length)) };
}

/** Appends text within a line without doubling spaces. */
function continued(text: string, isAfterSpace: boolean): string {
  const even = collapseWhitespace(text);
  return isAfterSpace && even.startsWith(" ") ? even.slice(1) : even;
}
