/** A heading of a page's Markdown, and the text up to the next heading of the same or a higher level. */
export interface MarkdownSection {
  heading: string;
  text: string;
}

const headingsMax = 2_000;

/** The headings of a page, except its title. */
export function listHeadings(markdown: string): string[] {
  return findHeadings(markdown)
    .filter(({ level }) => level > 1)
    .map(({ text }) => text);
}

/** The section with this heading, named by its text or by its anchor, such as `linux` or `linux-2`. */
export function findSection(markdown: string, name: string): MarkdownSection | undefined {
  const headings = findHeadings(markdown);
  const [, base = "", number = ""] = /^(.*)-(\d{1,3})$/.exec(name) ?? [];
  const named = (wanted: string) => headings.filter(({ text }) => bare(wanted) !== "" && bare(text) === bare(wanted));
  const found = named(name.replace(/^#/, ""))[0] ?? named(base)[Number(number) - 1];
  if (found === undefined) return undefined;
  const end = headings.find(({ at, level }) => at > found.at && level <= found.level)?.at;
  return { heading: found.text, text: markdown.slice(found.at, end).trim() };
}

interface Heading {
  /** Where its line begins. */
  at: number;
  level: number;
  text: string;
}

function findHeadings(markdown: string): Heading[] {
  const headings: Heading[] = [];
  let fence: string | undefined;
  let at = 0;
  for (const line of markdown.split("\n")) {
    const [, mark] = /^ *(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
    }
    const [, marks, text] = fence === undefined ? (/^(#{1,6}) (.{1,500})/.exec(line) ?? []) : [];
    if (marks !== undefined && headings.length < headingsMax) {
      headings.push({ at, level: marks.length, text: plain(text ?? "") });
    }
    at += line.length + 1;
  }
  return headings;
}

/** Without the marks of links, code and escapes. */
function plain(text: string): string {
  return text
    .replaceAll(/\]\([^()]*\)/g, "]")
    .replaceAll(/\\(?=[^\p{L}\p{N}])|[[\]`*]/gu, "")
    .trim();
}

/** Anchors and headings are compared by their letters and digits. */
function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
