/** A part of a page under one heading: what the search index stores and what an answer cites. */
export interface PageSection {
  /** Headings from the outermost to this one; empty for the text above the first heading. */
  headingPath: string[];
  anchor: string | undefined;
  text: string;
  code: string;
}

interface OpenSection {
  headingPath: string[];
  anchor: string | undefined;
  text: string[];
  code: string[];
}

export function createSectionWriter() {
  const sections: PageSection[] = [];
  const path: { text: string; level: number }[] = [];
  let open: OpenSection = { headingPath: [], anchor: undefined, text: [], code: [] };

  function close(): void {
    const text = open.text.join("").replaceAll(/\s+/g, " ").trim();
    const code = open.code.join("\n\n").trim();
    if (open.anchor !== undefined || text !== "" || code !== "") {
      sections.push({ headingPath: open.headingPath, anchor: open.anchor, text, code });
    }
  }

  return {
    text(text: string): void {
      open.text.push(text);
    },
    code(code: string): void {
      open.code.push(code);
    },
    heading({ id, text, level }: { id: string; text: string; level: number }): void {
      close();
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push({ text, level });
      open = { headingPath: path.map((heading) => heading.text), anchor: id, text: [], code: [] };
    },
    finish(): PageSection[] {
      close();
      return sections;
    },
  };
}
