import { posix } from "node:path";
import { type DocsPage, isSameShape, parseDocsPage, type Range } from "../../docs-edits/docs-page.ts";
import type { EditedDocs } from "../../docs-edits/edited-docs.ts";
import { findLinks } from "../../docs-edits/find-links.ts";
import { readKnownSite } from "../../docs-edits/known-site.ts";
import { editPages } from "../../docs-edits/page-edits.ts";
import type { SettingsFiles } from "../../docs-edits/settings-files.ts";
import { applyEdits, createLineCounter, type TextEdit } from "../../docs-edits/text-edit.ts";
import { urlsOfFile } from "../../docs-edits/write-link.ts";
import { BuildProblem, defaultSiteLimits, pageUrl } from "../../site/project.ts";
import { type LineNode, readFrontmatter, resolveSiteUrl, splitFrontmatter } from "../../site/reading.ts";
import { withoutEndSlash } from "../../site/serving.ts";
import { readAnchors } from "./page-anchors.ts";
import { findProse } from "./prose.ts";
import type { TaskRequest } from "./task.ts";

interface WordChange {
  rule: string;
  /** Must have the global flag, or find matches in order. Matches inside longer words are skipped. */
  pattern: RegExp | ((text: string) => Iterable<RegExpExecArray>);
  /** Whether the pattern itself checks the characters around a match. */
  knowsBounds?: boolean;
  /** The replacement; undefined leaves the text unchanged. */
  write(match: RegExpMatchArray, text: string): { text: string; why: string } | { declined: string } | undefined;
}

/** Changes words in the prose of pages and settings, and updates links to changed headings. */
export async function replaceWords(docs: EditedDocs, request: TaskRequest, change: WordChange): Promise<void> {
  const site = await readKnownSite(docs);
  const before = new Map<string, string>();
  await editPages(docs, change.rule, request, (page) => {
    const find = createFinder(page.path, page.source, change, docs);
    const edits = findProse(page).flatMap(({ start, end, makesAnchor }) => {
      const found = find(start, end);
      if (!makesAnchor || found.length === 0) return found;
      if (site !== undefined && !site.snippets.has(page.path)) {
        before.set(page.path, page.source);
        return found;
      }
      const why = "links to headings in snippets cannot be updated";
      declineAll(docs, page, found, why);
      return [];
    });
    if (edits.length === 0 || staysInShape(page, edits)) return edits;
    declineAll(docs, page, edits, "the new words would change the structure of the page");
    return [];
  });
  if (site === undefined) return;
  for (const [file, texts] of Map.groupBy(findSettingTexts(site.settings), (text) => text.file)) {
    if (!request.covers(file) || !site.settings.mayWrite(file)) continue;
    const find = createFinder(file, texts[0]?.source ?? "", change, docs);
    await docs.edit(file, change.rule, texts.flatMap(({ start, end }) => find(start, end)).map(quoted));
  }
  await followAnchors(docs, change.rule, before);
}

/** Finds the edits, range by range. */
function createFinder(
  path: string,
  source: string,
  { pattern, write, knowsBounds = false }: WordChange,
  docs: EditedDocs,
): (start: number, end: number) => TextEdit[] {
  const lineAt = createLineCounter(source);
  let reached = 0;
  return (start, end) => {
    const text = source.slice(start, end);
    const edits: TextEdit[] = [];
    for (const match of typeof pattern === "function" ? pattern(text) : text.matchAll(pattern)) {
      const from = match.index;
      const to = from + match[0].length;
      if (match[0] === "" || (!knowsBounds && isInside(text, from, to))) continue;
      const isPart = !knowsBounds && isIdentifier(text, from, to);
      const written = isPart ? { declined: "it is part of a longer name" } : write(match, text);
      if (written === undefined) continue;
      if ("declined" in written) {
        docs.decline({ path, line: lineAt(start + from), what: `"${match[0]}"`, why: written.declined });
      } else if (written.text !== match[0]) {
        const article = findArticle(source, start + from, match[0], written.text);
        const { length, other } =
          article && start + from - article.length >= reached ? article : { length: 0, other: "" };
        edits.push({ ...written, start: start + from - length, end: start + to, text: other + written.text });
        reached = start + to;
      }
    }
    return edits;
  };
}

const soundsOf = { a: /^[b-df-gj-np-tv-zB-DF-GJ-NP-TV-Z][a-z]/, an: /^(?:[aiAI]|[eE](?![uw])|[oO](?!n[ce]))[a-z]/ };

/** The `a` or `an` in front of a word or its link, and the other one if the new word needs it for certain. */
function findArticle(text: string, at: number, before: string, after: string) {
  const [, article = "", signs = ""] =
    /(?:^|[^\p{L}\p{N}])(an?) ([[*_]{0,4})$/iu.exec(text.slice(Math.max(0, at - 8), at)) ?? [];
  const [own, next] = article.length === 1 ? (["a", "an"] as const) : (["an", "a"] as const);
  if (article === "" || !soundsOf[own].test(before) || !soundsOf[next].test(after)) return undefined;
  return { length: article.length + 1 + signs.length, other: `${article.charAt(0)}${next.slice(1)} ${signs}` };
}

const wordSign = /[\p{L}\p{N}\p{M}_]/u;

function isInside(text: string, start: number, end: number): boolean {
  const first = text[start] ?? "";
  const last = text[end - 1] ?? "";
  return (
    (wordSign.test(first) && wordSign.test(text[start - 1] ?? "")) ||
    (wordSign.test(last) && wordSign.test(text[end] ?? ""))
  );
}

/** Whether the word is part of an identifier: `acme-cli`, `@acme/sdk`, `acme.example`, `$ACME`, `acme@example`. */
function isIdentifier(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? "";
  const after = text[end] ?? "";
  if (/[@/\\#$~]/.test(before) || /[@/\\~]/.test(after)) return true;
  const joinsBefore = /[-.:=]/.test(before) && wordSign.test(text[start - 2] ?? "");
  return joinsBefore || (/[-.:=(]/.test(after) && wordSign.test(text[end + 1] ?? "")) || /^\(\)/.test(text.slice(end));
}

/** Whether the page keeps its structure and the frontmatter still parses. */
function staysInShape(page: DocsPage, edits: readonly TextEdit[]): boolean {
  const source = applyEdits(page.source, edits);
  try {
    const problemsOf = (text: string) =>
      readFrontmatter(splitFrontmatter(text).yaml, page.path, defaultSiteLimits.frontmatterBytesMax).problems.length;
    return isSameShape(page, parseDocsPage(page.path, source)) && problemsOf(source) <= problemsOf(page.source);
  } catch (error) {
    if (error instanceof BuildProblem) return false;
    throw error;
  }
}

function declineAll(docs: EditedDocs, { path, source }: DocsPage, edits: readonly TextEdit[], why: string): void {
  const lineAt = createLineCounter(source);
  for (const { start, end } of edits) {
    docs.decline({ path, line: lineAt(start), what: `"${source.slice(start, end)}"`, why });
  }
}

/** Escapes an edit's text for a JSON string. */
function quoted(edit: TextEdit): TextEdit {
  return { ...edit, text: JSON.stringify(edit.text).slice(1, -1) };
}

interface SettingText extends Range {
  file: string;
  source: string;
}

/** Settings with text that readers see. */
const wordKeys: ReadonlySet<string> = new Set(
  "name description group tab anchor dropdown product item label title text content header placeholder".split(" "),
);

/** The visible texts of docs.json and its included files, without quotes. */
function findSettingTexts({ files, read, open }: SettingsFiles): SettingText[] {
  return files.flatMap((file) => {
    const source = read(file) ?? "";
    const found: SettingText[] = [];
    const visit = (node: LineNode, key: string | undefined): void => {
      for (const [name, member] of node.members ?? []) visit(member, name);
      for (const item of node.items ?? []) visit(item, undefined);
      const isWords = key !== undefined && wordKeys.has(key) && source[node.start] === '"';
      if (isWords) found.push({ file, source, start: node.start + 1, end: node.end - 1 });
    };
    const root = open(file);
    if (root !== undefined) visit(root, undefined);
    return found;
  });
}

/** Updates links on all pages to headings whose anchors have changed. */
async function followAnchors(docs: EditedDocs, rule: string, before: ReadonlyMap<string, string>): Promise<void> {
  const site = before.size === 0 ? undefined : await readKnownSite(docs);
  if (site === undefined) return;
  const changed = new Map<string, ReadonlyMap<string, string>>();
  for (const [path, source] of before) {
    const anchors = pairs(readAnchors(site, path, source), readAnchors(site, path, (await docs.read(path)) ?? ""));
    if (anchors === undefined) {
      const why = "its anchors could not be compared; check the links to its headings";
      docs.decline({ path, line: undefined, what: "links to the changed headings", why });
    } else if (anchors.size > 0) for (const url of urlsOfFile(path)) changed.set(url, anchors);
  }
  if (changed.size === 0) return;
  await editPages(docs, rule, { covers: () => true }, (page) =>
    findLinks(page).flatMap(({ start, url }) => {
      const at = url.indexOf("#");
      const resolved = resolveSiteUrl(url, posix.dirname(page.path)).replace(/[?#].*$/s, "");
      const target = withoutEndSlash(url.startsWith("#") ? pageUrl(page.path) : resolved);
      const text = at < 0 ? undefined : changed.get(target)?.get(url.slice(at + 1));
      if (text === undefined) return [];
      return [{ start: start + at + 1, end: start + url.length, text, why: "the heading has changed" }];
    }),
  );
}

/** Maps old anchors to new ones. If the number of anchors is unchanged, their order is unchanged too. */
function pairs(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): Map<string, string> | undefined {
  if (before === undefined || after === undefined || before.length !== after.length) return undefined;
  const changed = before.flatMap((id, index): [string, string][] => {
    const now = after[index] ?? id;
    return now === id ? [] : [[id, now]];
  });
  return new Map(changed);
}

/** Matches the words even across line breaks. */
export function createWordPattern(words: string, flags: string): RegExp {
  const escaped = words.trim().replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(escaped.replaceAll(/\s+/g, "\\s+"), flags);
}

/** Whether the match is already part of the new words: `Acme` in `Acme Cloud`. */
export function isPartOf(match: RegExpMatchArray, text: string, words: string): boolean {
  const { index = 0 } = match;
  const end = index + match[0].length;
  const near = text.slice(Math.max(0, index - words.length), end + words.length).toLowerCase();
  const wanted = words.toLowerCase();
  const offset = Math.max(0, index - words.length);
  for (let at = near.indexOf(wanted); at >= 0; at = near.indexOf(wanted, at + 1)) {
    if (offset + at <= index && offset + at + words.length >= end && words.length > match[0].length) return true;
  }
  return false;
}

/**
 * Writes `to` in the case of the found text: uppercase, lowercase, capitalized or title case. Undefined if the found
 * text is in any other case.
 */
export function keepCase(found: string, from: string, to: string): string | undefined {
  if (found === from) return to;
  if (found === found.toLowerCase()) return to.toLowerCase();
  if (found === found.toUpperCase()) return to.toUpperCase();
  if (found === capitalize(from) || found === capitalize(found.toLowerCase())) return capitalize(to);
  const isTitle = found.split(/\s+/).every((word) => word === capitalize(word));
  return isTitle ? to.replaceAll(/(?<=^|\s)\S/g, (sign) => sign.toUpperCase()) : undefined;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
