import { evenSpaces } from "../../ground/html/even-spaces.ts";

/** A part of a page under one heading: what the search index stores and what an answer cites. */
export interface PageSection {
  /** Headings from the outermost to this one; empty for the text above the first heading. */
  headingPath: string[];
  anchor: string | undefined;
  /** In the order of the page. */
  blocks: SectionBlock[];
}

/** A paragraph, an item of a list or a row of a table with its white space made even, or a piece of code as it is. */
export interface SectionBlock {
  kind: "text" | "code";
  text: string;
  /** Of code, where the author named one. */
  language?: string;
  /** It is an item of a list: its number, or 0 where the list has none. */
  item?: number;
  /** Where pieces of code in the text begin and end, by turns. */
  code?: number[];
}

/** What may stand in a line beside its words. */
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
    /** Its items are counted from the number; 0 if they are not counted. */
    list(first: number): void {
      lists.push(first);
    },
    endList(): void {
      lists.pop();
    },
    /** The block that comes next is an item of the list. */
    item(): void {
      const number = lists.pop() ?? 0;
      item = number;
      lists.push(number === 0 ? 0 : number + 1);
    },
    /** The block that comes next is a row of a table, which reads like an item of a list. */
    row(): void {
      item = 0;
    },
    codeEdge(): void {
      line.push(codeEdge);
    },
    cellEdge(): void {
      line.push(cellEdge);
    },
    /** Of the code that comes next. */
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

/** A part as it goes on in its line: a space after a space is no second one. */
function continued(text: string, isAfterSpace: boolean): string {
  const even = evenSpaces(text);
  return isAfterSpace && even.startsWith(" ") ? even.slice(1) : even;
}
