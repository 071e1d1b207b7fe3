/** The path that the addresses of a site start with, such as `/docs`; empty if the site is at the root of its host. */
export function basePathOf(address: string | undefined): string {
  const { pathname = "" } = URL.parse(address ?? "") ?? {};
  return pathname.replace(/(?<!\/)\/+$/, "");
}

// Angle brackets in texts and attributes are escaped, so each match is a tag.
const tags = /<[a-z][^<>]*>/gi;
const loaded =
  /(?<=\s(?:href|src|poster|data-(?:copy-page|page-text|words|island|(?:reader|search|island|mermaid)-script))="|\scontent="0;url=)\/(?!\/)/g;
const imported = /url\((["']?)\/(?!\/)/g;
/** An escaped character, backticks, or the start of a link's address. */
const linked = /\\[^`]|(\\?)(`+)|(?<=\]\(<?)\/(?!\/)/g;
const fence = /^ *(`{3,}(?=[^`]*$)|~{3,})/;
/** A line that doesn't continue a paragraph. */
const paragraphStart = /^\s*(?:$|[-*+] |\d+[.)] |[#|])/;

/**
 * Adds the base path to the addresses in a document. Pages are rendered and cached without it, so that a site that moves
 * is only laid out again.
 */
export function htmlBelow(basePath: string, html: string): string {
  return basePath === "" ? html : html.replaceAll(tags, (tag) => tag.replaceAll(loaded, () => `${basePath}/`));
}

export function cssBelow(basePath: string, css: string): string {
  return basePath === "" ? css : css.replaceAll(imported, (_, quote: string) => `url(${quote}${basePath}/`);
}

/** Begins the addresses of links on the site's host with the site's own. Code stays as it is. */
export function markdownBelow(address: string, markdown: string): string {
  if (address === "") return markdown;
  const done: string[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) done.push(paragraphBelow(address, paragraph.join("\n")));
    paragraph = [];
  };
  let open: string | undefined;
  for (const line of markdown.split("\n")) {
    const [, mark] = fence.exec(line) ?? [];
    const isMark = mark !== undefined && (open === undefined || mark.startsWith(open));
    const isCode = isMark || open !== undefined;
    if (isMark) open = open === undefined ? mark : undefined;
    if (isCode || paragraphStart.test(line)) endParagraph();
    (isCode ? done : paragraph).push(line);
  }
  endParagraph();
  return done.join("\n");
}

/** Code ends at the next run of as many backticks. Without such a run, the first one is text. */
function paragraphBelow(address: string, paragraph: string): string {
  const lastRuns = new Map([...paragraph.matchAll(/`+/g)].map(({ 0: { length }, index }) => [length, index]));
  let open = 0;
  return paragraph.replaceAll(linked, (found, backslash: string | undefined, run: string | undefined, at: number) => {
    if (found === "/" && open === 0) return `${address}/`;
    if (run === undefined) return found;
    // Within code, a backslash escapes nothing.
    const length = open === 0 && backslash ? run.length - 1 : run.length;
    if (open === length) open = 0;
    else if (open === 0 && (lastRuns.get(length) ?? 0) >= at + found.length) open = length;
    return found;
  });
}

/** The address of a path on the site's host. Other addresses stay as they are. */
export function pathBelow(basePath: string, address: string): string {
  return /^\/(?!\/)/.test(address) ? basePath + address : address;
}

/** The URL within the site; undefined if it is outside of the base path. */
export function urlWithin(basePath: string, url: string): string | undefined {
  if (!url.startsWith(basePath)) return undefined;
  const rest = url.slice(basePath.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : undefined;
}
