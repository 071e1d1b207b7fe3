import { editDistance } from "./edit-distance.ts";
import { isAnotherWord, wordsOf } from "./site-words.ts";

/** What is known of the addresses of a site, now and before. */
interface KnownAddresses {
  /** The addresses of its pages: `/guides/start`. */
  urls: readonly string[];
  /** Old file → new address, as the history tells. */
  moved(url: string): string | undefined;
  /** Whether the history has seen the page of this address go away. */
  wasRemoved(url: string): boolean;
}

export type Target = { url: string; why: string } | { url: undefined; why: string };

/**
 * Finds the page that a broken address meant: the page it was renamed to, the same words written otherwise, a slip of
 * one or two letters, or the only page of that name. It answers only when one page fits and no other comes near.
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
    if (same !== undefined && alike.length === 0) return { url: same.url, why: `${same.url} is the same address` };
    const slip = findSlip(broken, byCount.get(broken.segments.length) ?? [], words);
    if (slip !== undefined) return { url: slip.url, why: `${slip.url} is the only page that differs by a slip` };
    const [only, ...others] = byName.get(nameOf(broken)) ?? [];
    if (only !== undefined && others.length === 0 && hasMoved(broken, only, namesIn)) {
      return { url: only.url, why: `${only.url} is the only page of that name` };
    }
    return { url: undefined, why: "no page is near enough to be sure" };
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
  /** The letters and digits alone: `/Quick_Start.html` and `/quick-start` have the same. */
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

/** Beyond this many letters another one is no slip but another word. */
const slipsMax = 2;

/** A version is never a slip: pages whose numbers differ are other pages. */
function findSlip(broken: Address, candidates: readonly Address[], words: ReadonlySet<string>): Address | undefined {
  let nearest: Address | undefined;
  let best = slipsMax + 1;
  let isShared = false;
  for (const candidate of candidates) {
    if (candidate.digits !== broken.digits) continue;
    const slips = countSlips(broken.segments, candidate.segments, words);
    if (slips > best || slips > slipsMax) continue;
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

/** In a short name every letter counts: `get` and `set`. In the name of a folder the rest of the address speaks too. */
function slipsAllowed(length: number, isFolder: boolean): number {
  if (length < 4) return isFolder && length > 1 ? 1 : 0;
  return length < 10 ? 1 : 2;
}

const tellingLengthMin = 6;

/**
 * Whether a page of that name is that page, in another place. A name that many sections could have tells nothing, nor
 * does one in a section that mirrors the other: `v2/tools` and `v3/tools`, `cloud/limits` and `server/limits`.
 */
function hasMoved(broken: Address, found: Address, namesIn: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const name = nameOf(broken);
  if (name.length < tellingLengthMin || general.has(name) || broken.digits !== found.digits) return false;
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
