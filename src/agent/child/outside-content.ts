import { type DocsPage, isMasked, parseDocsPage, type Range, rangeOf, visitNodes } from "../../docs-edits/docs-page.ts";
import { scanAttributes } from "../../docs-edits/scan-attributes.ts";
import type { MarkdownNode } from "../../site/reading.ts";

/** An address with a host, at its position in a file. */
interface Address extends Range {
  /** In lower case, with its port. */
  host: string;
  /** From the scheme to the next blank or quotation mark. */
  url: string;
}

export interface KnownHosts {
  /** Hosts that the committed docs name anywhere. */
  linked: ReadonlySet<string>;
  /** Hosts from which the committed docs load images and other files. */
  loaded: ReadonlySet<string>;
  /** Hosts that the person named in the prompt, or the owners in their instructions. */
  asked: ReadonlySet<string>;
}

const addressPattern =
  /(?:\b([a-z][a-z\d+.-]{0,20}):)?[\\/]{2}[\\/]*(?:[^\s\\/@"'`<>]{0,100}@)?([^\s\\/"'`<>()[\]{}?#|,;@]{1,253})/gi;
const urlEnd = /[\s"'`<>)\]}]/;
const urlCharactersMax = 4_000;
/** A longer query could carry text of the docs to another host. */
const queryCharactersMax = 64;
const linkCharactersMax = 300;
const scriptScheme = /^[\s\p{Cc}]*(?:javascript|vbscript|data)[\s\p{Cc}]*:/iu;
const invisible = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const hiding =
  /display\s*:\s*["']?none|visibility\s*:\s*["']?hidden|opacity\s*:\s*["']?0(?!\.?\d)|font-?size\s*:\s*["']?0|-9999|color\s*:\s*["']?transparent|\bhidden\b|sr-only|\binvisible\b|opacity-0\b|text-transparent|text-\[0|clip-?path|aria-hidden/i;
const tagCharactersMax = 2_000;
const loading: ReadonlySet<string> = new Set("script iframe object embed frame link base form meta".split(" "));

/** The addresses with a host in a text. */
function findAddresses(text: string): Address[] {
  return [...text.matchAll(addressPattern)].flatMap((match) => {
    const [whole, scheme, name = ""] = match;
    const host = name.toLowerCase().replace(/[.:]+$/, "");
    // Without a scheme, only a name with a dot is a host: the rest are comments in code.
    if (scheme === undefined && !/\.[\p{L}\d-]{2,}(?::\d+)?$/u.test(host)) return [];
    const start = match.index;
    const after = text.slice(start + whole.length, start + urlCharactersMax);
    const end = start + whole.length + (urlEnd.exec(after)?.index ?? after.length);
    return [{ host, url: text.slice(start, end), start, end }];
  });
}

const loadPattern = /(?:!\[[^\]\n]{0,300}\]\(\s{0,5}<?|\bsrc\s?=\s?\{?["'`])((?:https?:)?\/\/[^\s"'`)>]{1,2000})/gi;

/** The hosts that a file already names, and those that it loads something from. */
export function findHosts(text: string): { linked: string[]; loaded: string[] } {
  return {
    linked: findAddresses(text).map(({ host }) => host),
    loaded: [...text.matchAll(loadPattern)].flatMap(([, url = ""]) => findAddresses(url).map(({ host }) => host)),
  };
}

/**
 * Why a model may not write this text; undefined if it may. Whoever writes a page could hide an address in it, or let
 * every reader's browser load something from another host. A visible link to another host is allowed: it is named in the
 * pull request.
 */
export function outsideProblem(path: string, before: string, after: string, known: KnownHosts): string | undefined {
  if ((after.match(invisible) ?? []).length > (before.match(invisible) ?? []).length) {
    return "the text contains invisible characters";
  }
  const earlier = new Set(findAddresses(before).map(({ url }) => url));
  const fresh = findAddresses(after).filter(({ url, host }) => !earlier.has(url) && !known.asked.has(host));
  const places = /\.mdx?$/.test(path) ? readPlaces(path, after) : readJsonLinks(path, after);
  if (places !== undefined && "problem" in places && !(readPlaces(path, before)?.problem === places.problem)) {
    return places.problem;
  }
  for (const address of fresh) {
    const { host, url } = address;
    const place = places?.visible.find(({ start, end }) => start <= address.start && address.start < end);
    if (place !== undefined) {
      if (!known.linked.has(host) && url.length > linkCharactersMax) {
        return `the link to ${host} has more than ${linkCharactersMax} characters`;
      }
    } else if (!known.loaded.has(host) || (url.split("?")[1] ?? "").length > queryCharactersMax) {
      return `it loads something from ${host}, redirects to it, or hides the address; only a visible link to another host is allowed, unless the person asks for the host`;
    }
  }
  return undefined;
}

interface Places {
  /** Where an address is visible to readers: the links, the text and the code of a page. */
  visible: readonly Range[];
  problem?: string;
}

/** Undefined if the page doesn't parse, so that no new address is allowed in it. */
function readPlaces(path: string, text: string): Places | undefined {
  const page = tryParse(path, text);
  if (page === undefined) return undefined;
  const visible: Range[] = [];
  const hidden: Range[] = [];
  let problem: string | undefined;
  visitNodes(page.tree, (node) => {
    const range = rangeOf(node, page);
    if (range === undefined) return;
    if (node.attributes !== undefined) {
      const tag = openingTag(page, node, range);
      if (hiding.test(tag)) hidden.push(range);
      for (const { name, start, end, value } of scanAttributes(page.source, range)) {
        if (name !== "href") continue;
        if (scriptScheme.test(value)) problem ??= `a link starts with ${value.slice(0, 20)}`;
        if (isShown(node) || /\b(?:title|label)\s*=\s*["'{]\s*["']?[^"'\s]/.test(tag)) visible.push({ start, end });
      }
    } else if (node.type === "link") {
      if (scriptScheme.test(node.url ?? "")) problem ??= `a link starts with ${node.url?.slice(0, 20)}`;
      if (isShown(node)) visible.push(range);
    } else if (node.type === "text" && !isMasked(String(node.value))) visible.push(range);
    else if (node.type === "inlineCode" || (node.type === "code" && node.lang !== "mermaid")) visible.push(range);
  });
  const images: Range[] = [];
  visitNodes(page.tree, (node) => {
    const range = node.type === "image" ? rangeOf(node, page) : undefined;
    if (range !== undefined) images.push(range);
  });
  const covered = [...hidden, ...images];
  const isOpen = ({ start, end }: Range) => !covered.some((one) => one.start <= start && end <= one.end);
  // A link around an image is no place for the image's address.
  const cut = visible.filter(isOpen).flatMap((one) => without(one, images));
  return { visible: cut, ...(problem !== undefined && { problem }) };
}

function without(range: Range, holes: readonly Range[]): Range[] {
  let { start } = range;
  const parts: Range[] = [];
  for (const hole of holes) {
    if (hole.start < start || hole.end > range.end) continue;
    parts.push({ start, end: hole.start });
    start = hole.end;
  }
  return [...parts, { start, end: range.end }];
}

function tryParse(path: string, text: string): DocsPage | undefined {
  try {
    return parseDocsPage(path, text);
  } catch {
    return undefined;
  }
}

function openingTag(page: DocsPage, node: MarkdownNode, { start, end }: Range): string {
  const [first] = node.children ?? [];
  const stop = (first && rangeOf(first, page)?.start) ?? end;
  return page.source.slice(start, Math.min(stop, start + tagCharactersMax));
}

/** Whether readers see a text in the node. */
function isShown(node: MarkdownNode): boolean {
  let text = "";
  visitNodes(node, ({ type, value }) => {
    if (type === "text" || type === "inlineCode") text += String(value ?? "");
  });
  return /[\p{L}\p{N}]/u.test(text.replaceAll(invisible, ""));
}

const linkKeys: ReadonlySet<string> = new Set(["href", "url"]);

/** In docs.json, the links of the navigation are visible. */
function readJsonLinks(path: string, text: string): Places | undefined {
  if (path !== "docs.json") return undefined;
  const visible: Range[] = [];
  const pattern = /"(\w{1,20})"\s{0,20}:\s{0,20}"([^"\\]{0,2000})"/g;
  for (const match of text.matchAll(pattern)) {
    const [whole, key = "", value = ""] = match;
    const end = match.index + whole.length - 1;
    if (linkKeys.has(key)) visible.push({ start: end - value.length, end });
  }
  return { visible };
}

/** What a change brings in from outside, for the pull request. */
export interface OutsideContent {
  hosts: string[];
  images: string[];
  scripts: string[];
}

/** The new hosts, images and scripts of one changed file. */
export function findOutsideContent(
  path: string,
  before: string,
  after: string,
  linked: ReadonlySet<string>,
): OutsideContent {
  const hosts = findAddresses(after).flatMap(({ host }) => (linked.has(host) ? [] : [host]));
  const [old, now] = [readParts(path, before), readParts(path, after)];
  const added = (from: readonly string[], to: readonly string[]) => to.filter((one) => !from.includes(one));
  return {
    hosts: [...new Set(hosts)],
    images: added(old.images, now.images),
    scripts: added(old.scripts, now.scripts).map((one) => `${one} in ${path}`),
  };
}

function readParts(path: string, text: string): { images: string[]; scripts: string[] } {
  const images = new Set<string>();
  const scripts = new Set<string>();
  const page = /\.mdx?$/.test(path) ? tryParse(path, text) : undefined;
  if (page === undefined) return { images: [], scripts: [] };
  visitNodes(page.tree, (node) => {
    const range = rangeOf(node, page);
    const name = node.name ?? "";
    if (node.type === "image" && node.url) images.add(node.url);
    if (node.type === "mdxjsEsm") scripts.add(String(node.value).split("\n", 1)[0]?.slice(0, 100) ?? "");
    if (loading.has(name.toLowerCase())) scripts.add(`<${name}>`);
    if (node.type === "html") {
      for (const [, tag = ""] of String(node.value).matchAll(/<([a-z]{1,20})\b/gi)) {
        if (loading.has(tag.toLowerCase())) scripts.add(`<${tag}>`);
        if (tag.toLowerCase() === "img") images.add("<img>");
      }
    }
    if (range === undefined || node.attributes === undefined) return;
    for (const attribute of scanAttributes(page.source, range)) {
      if (attribute.name === "src" && /^img$/i.test(name)) images.add(attribute.value);
    }
  });
  return { images: [...images], scripts: [...scripts] };
}
