import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { BuildCache } from "../shared/cache/build-cache.ts";
import { cacheKey } from "../shared/cache/cache-key.ts";
import { fileStore, loadStoredFile } from "../shared/cache/stored-file.ts";
import type { SiteFile, SiteFilePart } from "../shared/site-file.ts";
import { shorten } from "../shared/text/shorten.ts";
import { absoluteUrl } from "../theme/site-address.ts";
import { escapeLinkText, escapeMarkdown } from "./markdown/escape-markdown.ts";
import { instructionsBlock } from "./markdown-head.ts";
import { plainType } from "./text-file.ts";

export interface LlmsLink {
  title: string;
  url: string;
  description: string;
}

export interface LlmsSite {
  name: string;
  description: string | undefined;
  instructions: string[];
  /** Where questions are answered; undefined if the site doesn't offer answers. */
  askAddress: string | undefined;
  address: string | undefined;
  pages: LlmsLink[];
  openapi: LlmsLink[];
  asyncapi: LlmsLink[];
  /** Links of the navigation to other sites. */
  external: LlmsLink[];
  /** Set for the list of one part, which has no parts itself. */
  isPart?: true;
}

const charactersMax = 100_000;
const descriptionLengths = [300, 160, 80, 0];

/**
 * The list of a site's content for agents. If it is too long, descriptions are shortened first, then pages are dropped.
 */
export function llmsText(site: LlmsSite): string {
  // Skips attempts that can't fit, because writing the list of thousands of pages four times would be slow.
  const least = site.pages.reduce((sum, { title, url }) => sum + title.length + url.length, 0);
  for (const length of least > charactersMax ? [] : descriptionLengths) {
    const text = print(site, length, site.pages.length);
    if (text.length <= charactersMax) return text;
  }
  const room = charactersMax - print(site, 0, 0).length;
  let count = 0;
  for (let used = 0; count < site.pages.length; count += 1) {
    used += line(site.pages[count], 0).length + 1;
    if (used > room) break;
  }
  return print(site, 0, count);
}

const notListed = "more pages are not listed here";

function print(site: LlmsSite, descriptionLength: number, count: number): string {
  const left = site.pages.length - count;
  const lists: [string, string[]][] = [
    ["Docs", site.pages.slice(0, count).map((page) => line(page, descriptionLength))],
    ["OpenAPI Specs", site.openapi.map((spec) => line(spec, 0))],
    ["AsyncAPI Specs", site.asyncapi.map((spec) => line(spec, 0))],
    ["Optional", site.external.map((link) => line(link, 0))],
  ];
  if (left > 0) lists[0]?.[1].push(`- ${left} ${notListed} to keep this file short; llms-full.txt has all pages.`);
  const parts = [`# ${escapeMarkdown(site.name)}`];
  if (site.description !== undefined) parts.push(`> ${escapeMarkdown(site.description.replaceAll(/\s+/g, " "))}`);
  if (site.askAddress !== undefined) {
    parts.push(
      `To ask about this documentation, fetch ${site.askAddress}?q=QUESTION. The answer is Markdown with sources.`,
    );
  }
  if (site.instructions.length > 0) parts.push(instructionsBlock(site.instructions));
  if (left > 0 && !site.isPart) {
    const links = llmsParts(site).map(
      ({ label, url, pages }) => `- [${escapeLinkText(label)}](${url}): ${pages.length} pages`,
    );
    lists.splice(1, 0, ["Parts", links]);
  }
  for (const [title, lines] of lists) if (lines.length > 0) parts.push(`## ${title}`, lines.join("\n"));
  return `${parts.join("\n\n")}\n`;
}

/** The pages below one folder of the site's addresses. */
interface LlmsPart {
  label: string;
  url: string;
  path: string;
  pages: LlmsLink[];
}

const partsMax = 100;

/** The parts of a site that is too large for one list, the largest first. */
function llmsParts({ pages, address }: LlmsSite): LlmsPart[] {
  const parts = new Map<string, LlmsLink[]>();
  for (const page of pages) {
    const [, label = ""] = /^\/([\w.-]{1,100})\//.exec(page.url.slice((address ?? "").length)) ?? [];
    if (label === "") continue;
    const known = parts.get(label);
    if (known === undefined) parts.set(label, [page]);
    else known.push(page);
  }
  const largest = [...parts].toSorted(([, one], [, other]) => other.length - one.length).slice(0, partsMax);
  return largest.map(([label, listed]) => {
    const path = `_llms/${label}.md`;
    return { label, path, url: absoluteUrl(address, `/${path}`), pages: listed };
  });
}

/** A list for each part of a site whose pages don't fit in one list. */
export function llmsPartFiles(site: LlmsSite, text: string): { path: string; text: string }[] {
  if (!text.includes(notListed)) return [];
  return llmsParts(site).map(({ label, path, pages }) => {
    const only = { name: `${site.name}: ${label}`, instructions: [], openapi: [], asyncapi: [], external: [] };
    return { path, text: llmsText({ ...site, ...only, pages, isPart: true }) };
  });
}

function line(link: LlmsLink | undefined, descriptionLength: number): string {
  if (link === undefined) return "";
  const description = shorten(link.description, descriptionLength);
  return `- [${escapeLinkText(link.title)}](${link.url})${description === "" ? "" : `: ${escapeMarkdown(description)}`}`;
}

export interface FullPage {
  /** The heading of the page in llms-full.txt. It replaces the head of the page's own Markdown. */
  head: string;
  /** The cache entry of the page's Markdown, followed by its length and the length of its head. */
  key: string;
  byteLength: number;
  headBytes: number;
}

const bytesMax = 64 * 1024 * 1024;
/** The average length of a piece. A changed page rewrites only its piece, and a file still has few pieces. */
const pagesPerPart = 48;

/**
 * All pages in one file. The file consists of cached pieces, so a build writes only the pieces with a changed page.
 */
export function llmsFullFile(path: string, start: string, pages: FullPage[], cache: BuildCache): SiteFile {
  const first = start === "" ? "" : `${start}\n\n`;
  const lengths = pages.map((page) => Buffer.byteLength(page.head) + page.byteLength - page.headBytes + 1);
  let byteLength = Buffer.byteLength(first);
  let count = 0;
  for (; count < pages.length && byteLength + (lengths[count] ?? 0) <= bytesMax; count += 1) {
    byteLength += lengths[count] ?? 0;
  }
  const left = pages.length - count;
  const end = left === 0 ? "" : `${left} more pages are left out to keep this file short; llms.txt lists them.\n`;
  const parts = [
    ...textPart(first),
    ...splitPages(pages.slice(0, count)).map((group) => pagesPart(group, cache)),
    ...textPart(end),
  ];
  let content: Awaited<ReturnType<SiteFile["load"]>> | undefined;
  return {
    path,
    type: plainType,
    sha256: undefined,
    byteLength: byteLength + end.length,
    parts,
    async load() {
      // The same file is published at two paths.
      content ??= { bytes: Buffer.concat(parts.map((part) => part.load())) };
      return content;
    },
  };
}

/** The hash of a page's heading decides whether a piece ends there, so a new page doesn't move all later ends. */
function splitPages(pages: readonly FullPage[]): FullPage[][] {
  const groups: FullPage[][] = [];
  let group: FullPage[] = [];
  for (const page of pages) {
    group.push(page);
    if (crc32(page.head) % pagesPerPart !== 0 && group.length < pagesPerPart * 4) continue;
    groups.push(group);
    group = [];
  }
  return group.length === 0 ? groups : [...groups, group];
}

function textPart(text: string): SiteFilePart[] {
  if (text === "") return [];
  const bytes = Buffer.from(text);
  return [{ sha256: hash("sha256", bytes), byteLength: bytes.length, load: () => bytes }];
}

function pagesPart(pages: readonly FullPage[], cache: BuildCache): SiteFilePart {
  const key = cacheKey("llms-full-2", ...pages.flatMap((page) => [page.head, page.key, String(page.headBytes)]));
  const store = fileStore(cache);
  return store.find(key) ?? store.write(key, joinPages(pages, cache));
}

function joinPages(pages: readonly FullPage[], cache: BuildCache): Buffer {
  return Buffer.concat(
    pages.flatMap(({ head, key, headBytes }) => {
      const { bytes } = loadStoredFile(cache, key);
      return [Buffer.from(head), bytes.subarray(headBytes), Buffer.from("\n")];
    }),
  );
}
