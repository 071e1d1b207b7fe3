import { anyone, nobody } from "../shared/reader-groups.ts";
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

/** Who may see a page: readers in one of the groups, and in none of the excluded ones. */
export interface ReaderRules {
  groups: string[];
  excludes: string[];
}

/** For no groups, and for groups that can't be read: they must not make the page public. */
export const closed: ReaderRules = { groups: [nobody], excludes: [] };

/** The names of groups, or rules with `includes` and `excludes`, which add up. */
export const readerRules: Check<ReaderRules> = (value, place, report) => {
  if (!Array.isArray(value) || !value.some(isJsonObject)) {
    const found = wordList(value, place, report) ?? [];
    return found.length === 0 ? closed : { groups: found, excludes: [] };
  }
  if (!value.every(isReaderRule)) {
    const hint = 'write names of groups, or rules such as { includes: ["staff"], excludes: ["contractor"] }';
    reportValue(report, place, "is not a list of names or rules for groups, so nobody may see the page", hint);
    return closed;
  }
  const listed = (key: "includes" | "excludes") => value.flatMap((rule) => rule[key] ?? []);
  const includes = listed("includes");
  return { groups: includes.length === 0 ? [anyone] : includes, excludes: listed("excludes") };
};

/** A rule without `includes` is for every signed-in reader, so an empty list, which reads like nobody, is refused. */
function isReaderRule(rule: JsonValue): rule is { includes?: string[]; excludes?: string[] } {
  return (
    isJsonObject(rule) &&
    Object.entries(rule).every(
      ([key, names]) =>
        Array.isArray(names) &&
        names.every((name) => isText(name) && name !== nobody) &&
        (key === "includes" ? names.length > 0 : key === "excludes" && !names.includes(anyone)),
    )
  );
}

/** A value that isn't understood must not open the page. */
const isPublic: Check<boolean> = (value, place, report) => flagOrWord(value, place, report) ?? false;

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
  groups: readerRules,
  public: isPublic,
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
export interface Frontmatter extends Omit<Checked, "iconType" | "keywords" | "groups">, ReaderRules {
  keywords: string[];
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
