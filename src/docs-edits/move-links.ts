import { posix } from "node:path";
import { isMap, isScalar, isSeq, parseDocument, type Scalar } from "yaml";
import { defaultSiteLimits, isExternalUrl, normalizeSlug, pageSlug, pageUrl } from "../site/project.ts";
import { resolveSiteUrl, splitFrontmatter } from "../site/reading.ts";
import { withoutEndSlash } from "../site/serving.ts";
import { type DocsPage, rangeOf, visitNodes } from "./docs-page.ts";
import { findLinks, type WrittenLink } from "./find-links.ts";
import type { Moves } from "./move-plan.ts";
import type { TextEdit } from "./text-edit.ts";
import { urlsOfFile, writeLink } from "./write-link.ts";

/** Old URL → new file. */
export type MovedUrls = ReadonlyMap<string, string>;

export function readMovedUrls(moves: Moves): MovedUrls {
  return new Map([...moves].flatMap(([from, to]) => urlsOfFile(from).map((url): [string, string] => [url, to])));
}

/** All edits to a page when this page or other pages move. Offsets refer to the old text. */
export function findMoveEdits(page: DocsPage, moves: Moves, moved: MovedUrls, isSnippet: boolean): TextEdit[] {
  const to = moves.get(page.path) ?? page.path;
  return [
    ...findLinks(page).flatMap((link) => editLink(link, page.path, to, moved, isSnippet)),
    ...(posix.dirname(to) === posix.dirname(page.path) ? [] : editImports(page, to)),
    ...editRelated(page, moves),
  ];
}

function editLink(
  { url, start, end, kind }: WrittenLink,
  from: string,
  to: string,
  moved: MovedUrls,
  isSnippet: boolean,
): TextEdit[] {
  const isRelative = !url.startsWith("/");
  if (url === "" || /^[#?]/.test(url) || isExternalUrl(url) || (isSnippet && isRelative)) return [];
  const path = url.replace(/[?#].*$/s, "");
  const target = kind === "link" ? moved.get(withoutEndSlash(resolveSiteUrl(path, posix.dirname(from)))) : undefined;
  if (target !== undefined) {
    const text = writeLink({ from: to, written: url }, { url: pageUrl(target), file: target });
    return text === url ? [] : [{ start, end, text, why: `the page was moved to ${pageUrl(target)}` }];
  }
  if (!isRelative || posix.dirname(from) === posix.dirname(to)) return [];
  const text = rebase(path, from, to) + url.slice(path.length);
  return text === url ? [] : [{ start, end, text, why: "the page with the link was moved" }];
}

/** The path of the same file, relative to another folder. */
function rebase(path: string, from: string, to: string): string {
  const absolute = posix.join("/", posix.dirname(from), path);
  const relative = posix.relative(posix.join("/", posix.dirname(to)), absolute) || ".";
  const slash = path.endsWith("/") && !relative.endsWith("/") ? "/" : "";
  return (path.startsWith(".") && !relative.startsWith(".") ? `./${relative}` : relative) + slash;
}

const relativeImport = /(\bfrom\s*|\bimport\s*)(["'])(\.{1,2}\/[^"'\n]+)\2/g;

function editImports(page: DocsPage, to: string): TextEdit[] {
  const edits: TextEdit[] = [];
  visitNodes(page.tree, (node) => {
    const range = node.type === "mdxjsEsm" ? rangeOf(node, page) : undefined;
    if (range === undefined) return;
    for (const match of page.source.slice(range.start, range.end).matchAll(relativeImport)) {
      const [whole, , , specifier = ""] = match;
      const end = range.start + match.index + whole.length - 1;
      const text = rebase(specifier, page.path, to);
      const dotted = text.startsWith(".") ? text : `./${text}`;
      edits.push({ start: end - specifier.length, end, text: dotted, why: "the page that imports it was moved" });
    }
  });
  return edits;
}

/** `related` in the frontmatter contains paths of pages. */
function editRelated({ source }: DocsPage, moves: Moves): TextEdit[] {
  const { yaml } = splitFrontmatter(source);
  if (yaml === undefined || yaml.length > defaultSiteLimits.frontmatterBytesMax || !yaml.includes("related")) return [];
  const slugs = new Map([...moves].map(([from, to]) => [pageSlug(from), pageSlug(to)]));
  const { contents } = parseDocument(yaml, { uniqueKeys: false, logLevel: "silent" });
  const related = isMap(contents) ? contents.get("related", true) : undefined;
  const items = isSeq(related) ? related.items : [];
  const offset = source.indexOf("\n") + 1;
  return items.flatMap((item): TextEdit[] => {
    const scalar: unknown = isMap(item) ? item.items[0]?.value : item;
    if (!isScalar(scalar) || typeof scalar.value !== "string") return [];
    const { value, range } = scalar as Scalar<string>;
    const to = slugs.get(normalizeSlug(value));
    const written = range ? yaml.slice(range[0], range[1]) : "";
    const at = written.indexOf(value);
    if (to === undefined || !range || at < 0) return [];
    const start = offset + range[0] + at;
    const text = value.startsWith("/") ? `/${to}` : to;
    return [{ start, end: start + value.length, text, why: `the page was moved to /${to}` }];
  });
}
