import { playgroundDisplay } from "./config/api.ts";
import { listOf, type Setting } from "./config/check-shape.ts";
import { boost, type Check, describe, flag, isText, oneOf, text } from "./config/check-value.ts";
import { reportValue } from "./config/config-report.ts";
import { contextual } from "./config/contextual.ts";
import { icon, iconType } from "./config/icon.ts";
import { linkUrl } from "./config/link-url.ts";
import { nearestWord } from "./config/nearest-word.ts";
import { isJsonObject, type JsonValue } from "./json-value.ts";

const wordsMax = 200;

/** A link below a page to a related page, by path or URL. */
interface RelatedLink {
  title?: string;
  href: string;
}

/** YAML parses `title: 1.2` as a number; the author means the text. */
const words: Check<string> = (value, place, report) =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : text(value, place, report);

/** Also accepts true and false in quotes, because many authors write them this way. */
const flagOrWord: Check<boolean> = (value, place, report) => {
  if (value === "true" || value === "false") return value === "true";
  return flag(value, place, report);
};

const date: Check<string> = (value, place, report) => {
  const given = words(value, place, report);
  if (given === undefined || !Number.isNaN(Date.parse(given))) return given;
  return reportValue(report, place, `is ${describe(value)}, but must be a date such as 2026-08-01`);
};

/** `[a, b]`, or `a, b` as other tools write it. */
const wordList: Check<string[]> = (value, place, report) =>
  isText(value)
    ? value
        .split(",", wordsMax)
        .map((word) => word.trim())
        .filter((word) => word !== "")
    : listOf(words, wordsMax)(value, place, report);

/** Any value restricts the page: a value that can't be parsed must not make the page public. */
const groups: Check<string[]> = (value, place, report) => {
  if (Array.isArray(value) && value.length === 0) return [];
  const found = wordList(value, place, report);
  return found === undefined || found.length === 0 ? [nobody] : found;
};

/** A group that no visitor can be in. */
export const nobody = "";

/** `Title: link` or only a link. YAML parses `Title: link` as an object unless it is quoted. */
const relatedLink: Check<RelatedLink> = (value, place, report) => {
  const [, quotedTitle, quotedHref] = (isText(value) && /^([^/].*?):\s+(\S+)$/.exec(value)) || [];
  const alone: [string | undefined, JsonValue] =
    quotedHref === undefined ? [undefined, value] : [quotedTitle, quotedHref];
  const [title, href] = isJsonObject(value) ? (Object.entries(value)[0] ?? []) : alone;
  // A page may be given by its name in docs.json.
  const isSlug = isText(href ?? null) && /^[^/#:]+(?:\/|$)/.test(String(href));
  const checked = linkUrl(isSlug ? `/${href}` : (href ?? null), place, report);
  if (checked === undefined) return undefined;
  return title === undefined ? { href: checked } : { title, href: checked };
};

const related: Check<false | RelatedLink[]> = (value, place, report) =>
  value === false ? value : listOf(relatedLink, wordsMax)(value, place, report);

export const pageModes = ["default", "wide", "custom", "frame", "center", "assistant"] as const;
export const authMethods = ["bearer", "basic", "key", "cobo", "none"] as const;

/** Every frontmatter key with a meaning. Authors may have other keys of their own. */
export const frontmatterChecks = {
  title: words,
  description: words,
  sidebarTitle: words,
  icon,
  iconType,
  tag: words,
  mode: oneOf(...pageModes),
  hidden: flagOrWord,
  noindex: flagOrWord,
  searchable: flagOrWord,
  boost,
  groups,
  public: flagOrWord,
  keywords: wordList,
  deprecated: flagOrWord,
  hideFooterPagination: flagOrWord,
  hideApiMarker: flagOrWord,
  related,
  contextual,
  // `[file] METHOD /path` or `[file] webhook name`: the API operation the page shows.
  openapi: words,
  // `[file] Name`: the model the page shows.
  "openapi-schema": words,
  asyncapi: words,
  // `POST /path` for a page whose fields are written by hand.
  api: words,
  authMethod: oneOf(...authMethods),
  playground: playgroundDisplay,
  version: words,
  url: linkUrl,
  timestamp: flagOrWord,
  lastUpdatedDate: date,
  rss: flagOrWord,
  canonical: linkUrl,
} satisfies Record<string, Check<unknown>>;

type Checked = { [Key in keyof typeof frontmatterChecks]?: Setting<(typeof frontmatterChecks)[Key]> };

/** The frontmatter of a page. */
export interface Frontmatter extends Omit<Checked, "iconType" | "keywords" | "groups"> {
  keywords: string[];
  /** Visitors must be in one of these groups; empty for everyone. */
  groups: string[];
  /** `og:title`, `twitter:image` and other meta tags of the page, by name. */
  metatags: Record<string, string>;
  /** The author's own keys with plain values. Searches can filter by these keys. */
  ownKeys: Record<string, string>;
}

const metaName =
  /^(?:[a-z]+:[\w:.-]+|robots|googlebot|author|generator|theme-color|apple-[\w-]+|msapplication-[\w-]+)$/i;

export function readMetatags(values: Record<string, JsonValue>): Record<string, string> {
  const metatags: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (metaName.test(key) && (typeof value === "string" || typeof value === "number")) metatags[key] = String(value);
  }
  return metatags;
}

/** Reads the keys that have no meaning for Lectern. */
export function readOwnKeys(values: Record<string, JsonValue>): Record<string, string> {
  const own = Object.entries(values).flatMap(([key, value]): [string, string][] => {
    const isWord = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (Object.hasOwn(frontmatterChecks, key) || metaName.test(key) || !isWord) return [];
    return [[key, String(value).slice(0, ownKeyCharactersMax)]];
  });
  return Object.fromEntries(own.slice(0, wordsMax));
}

const ownKeyCharactersMax = 200;
const keyNames = Object.keys(frontmatterChecks).filter((name) => name.length > 4);
const longKey = 8;

/** The key that the author meant. Authors can have their own keys, so only obvious typos count, such as `tilte`. */
export function misspelledKey(key: string): string | undefined {
  // Only keys of similar length count: `versionTo` isn't a misspelled `version`.
  const alike = keyNames.filter((name) => Math.abs(name.length - key.length) <= 1);
  const near = nearestWord(key, alike, key.length < longKey ? 1 : 2);
  return near ?? keyNames.find((name) => lettersOf(name) === lettersOf(key));
}

function lettersOf(word: string): string {
  return [...word.toLowerCase()].sort().join("");
}
