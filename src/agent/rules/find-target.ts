import { editDistance } from "../../platform/edit-distance.ts";

/** The URLs of a site, current and former. */
interface KnownAddresses {
  /** URLs of the site's pages, such as `/guides/start`. */
  urls: readonly string[];
  /** The new URL of a page that was moved, from the history. */
  moved(url: string): string | undefined;
  /** Whether the page was removed, according to the history. */
  wasRemoved(url: string): boolean;
}

export type Target = { url: string; why: string } | { url: undefined; why: string };

/**
 * Finds the page that a broken URL was meant for: the page it was renamed to, a page with the same words in another
 * spelling, a page that differs by a typo of one or two letters, or the only page with that name. Returns a page only
 * if no other page comes close.
 */
export function createTargetFinder({ urls, moved, wasRemoved }: KnownAddresses): (url: string) => Target {
  const pages = urls.map(readAddress);
  const bySignature = Map.groupBy(pages, ({ signature }) => signature);
  const byCount = Map.groupBy(pages, ({ segments }) => segments.length);
  const byName = Map.groupBy(pages, nameOf);
  const words = new Set(pages.flatMap(({ segments }) => segments.flatMap(wordsOf)));
  const namesIn = new Map(
    [...Map.groupBy(pages, folderOf)].map(([folder, inIt]) => [folder, new Set(inIt.map(nameOf))]),
  );
  const known = new Map<string, Target>();

  function find(url: string): Target {
    const movedTo = moved(url);
    if (movedTo !== undefined) return { url: movedTo, why: `the page moved from ${url} to ${movedTo}` };
    if (wasRemoved(url)) return { url: undefined, why: "the page was removed from the repository" };
    const broken = readAddress(url);
    const [same, ...alike] = bySignature.get(broken.signature) ?? [];
    if (same !== undefined && alike.length === 0)
      return { url: same.url, why: `${same.url} differs only in case or punctuation` };
    const slip = findSlip(broken, byCount.get(broken.segments.length) ?? [], words);
    if (slip !== undefined) return { url: slip.url, why: `${slip.url} is the only page that differs by a typo` };
    const [only, ...others] = byName.get(nameOf(broken)) ?? [];
    if (only !== undefined && others.length === 0 && hasMoved(broken, only, namesIn)) {
      return { url: only.url, why: `${only.url} is the only page with that name` };
    }
    return { url: undefined, why: "no page is a certain match" };
  }

  return (url) => {
    const target = known.get(url) ?? find(url);
    known.set(url, target);
    return target;
  };
}

interface Address {
  url: string;
  segments: string[];
  /** Only letters and digits: the same for `/Quick_Start.html` and `/quick-start`. */
  signature: string;
  digits: string;
}

const segmentsMax = 30;

function readAddress(url: string): Address {
  const path = url.toLowerCase().replace(/\.html?$/, "");
  const segments = path.split("/", segmentsMax).filter((segment) => segment !== "");
  const signature = segments.map((segment) => segment.replaceAll(/[^\p{L}\p{N}]/gu, "")).join("/");
  return { url, segments, signature, digits: signature.replaceAll(/\D+/g, " ").trim() };
}

/** With more differences, the name is probably a different word and not a typo. */
const slipsMax = 2;

/** Different numbers are never a typo, because they may be versions. */
function findSlip(broken: Address, candidates: readonly Address[], words: ReadonlySet<string>): Address | undefined {
  const possible = candidates.filter(({ digits }) => digits === broken.digits);
  return findOnlyNearest(possible, slipsMax, ({ segments }) => countSlips(broken.segments, segments, words));
}

/**
 * The candidate with the fewest slips; undefined if another one has equally few, or if every candidate has too many.
 */
export function findOnlyNearest<Candidate>(
  candidates: Iterable<Candidate>,
  slipsAllowed: number,
  slipsOf: (candidate: Candidate) => number,
): Candidate | undefined {
  let nearest: Candidate | undefined;
  let best = slipsAllowed + 1;
  let isShared = false;
  for (const candidate of candidates) {
    const slips = slipsOf(candidate);
    if (slips > best || slips > slipsAllowed) continue;
    isShared = slips === best;
    best = slips;
    nearest = candidate;
  }
  return isShared ? undefined : nearest;
}

function countSlips(broken: readonly string[], candidate: readonly string[], words: ReadonlySet<string>): number {
  let slips = 0;
  for (const [index, segment] of broken.entries()) {
    const other = candidate[index] ?? "";
    if (segment === other) continue;
    const allowed = slipsAllowed(Math.min(segment.length, other.length), index < broken.length - 1);
    const distance = editDistance(segment, other, allowed);
    slips += distance > allowed || isAnotherWord(segment, other, words) ? slipsMax + 1 : distance;
    if (slips > slipsMax) break;
  }
  return slips;
}

/**
 * In short names every letter counts: `get` and `set` differ. For a folder, the rest of the URL is further evidence.
 */
function slipsAllowed(length: number, isFolder: boolean): number {
  if (length < 4) return isFolder && length > 1 ? 1 : 0;
  return length < 10 ? 1 : 2;
}

const specificNameLengthMin = 6;

/**
 * Whether a page with the same name is the same page in a new place. Generic names don't count, and neither do names in
 * parallel sections such as `v2/tools` and `v3/tools`, or `cloud/limits` and `server/limits`.
 */
function hasMoved(broken: Address, found: Address, namesIn: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const name = nameOf(broken);
  if (name.length < specificNameLengthMin || general.has(name) || broken.digits !== found.digits) return false;
  const left = namesIn.get(folderOf(broken));
  const there = namesIn.get(folderOf(found));
  return left === undefined || there === undefined || ![...left].some((other) => there.has(other));
}

const general: ReadonlySet<string> = new Set(
  `advanced analytics authentication authorization best-practices changelog concepts configuration contributing create
  customization delete deployment development documentation examples features frequently-asked-questions
  getting-started installation integration integrations introduction limitations migration monitoring overview
  permissions prerequisites quick-start quickstart reference release-notes requirements search security settings
  structure troubleshooting tutorial tutorials update welcome`.split(/\s+/),
);

function nameOf({ segments }: Address): string {
  return segments.at(-1) ?? "";
}

function folderOf({ segments }: Address): string {
  return segments.slice(0, -1).join("/");
}

/** The words of a URL or an anchor. */
export function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Whether the names differ in words that are used elsewhere: `openapi` isn't a typo of `openai`. */
export function isAnotherWord(name: string, meant: string, known: ReadonlySet<string>): boolean {
  const same = new Set(wordsOf(meant));
  const odd = wordsOf(name).filter((word) => !same.has(word));
  return odd.length > 0 && odd.every((word) => known.has(word));
}
