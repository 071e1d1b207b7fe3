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
}

export function createSectionWriter() {
  const sections: PageSection[] = [];
  const path: { text: string; level: number }[] = [];
  let open: PageSection = { headingPath: [], anchor: undefined, blocks: [] };
  let line: string[] = [];
  let language: string | undefined;

  function endBlock(): void {
    if (line.length === 0) return;
    const text = line.join("").replaceAll(/\s+/g, " ").trim();
    if (text !== "") open.blocks.push({ kind: "text", text });
    line = [];
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
