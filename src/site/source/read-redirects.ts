import { isExternalUrl, safeLinkUrl } from "../shared/html/safe-url.ts";
import { at, type ConfigReport, reportValue, rootPlace } from "./config/config-report.ts";
import type { SiteConfig } from "./config/site-config.ts";
import { countOpenEnds, placeholdersOf } from "./redirect-pattern.ts";
import {
  createPatternFinder,
  createRedirectMatcher,
  isPattern,
  limitFault,
  type Redirect,
  withoutEndSlash,
} from "./redirects.ts";

/** A rule with its place in docs.json. */
export type WrittenRedirect = Redirect & Pick<NonNullable<SiteConfig["redirects"]>[number], "place">;

const hopsMax = 10;
/** The check for loops ends after this many steps. Browsers detect the remaining loops themselves. */
const hopsTotalMax = 50_000;
const patternsMax = 500;

/** The valid rules of docs.json. An invalid or circular rule is left out with a warning. */
export function readRedirects(
  rules: SiteConfig["redirects"],
  pageUrls: ReadonlySet<string>,
  report: ConfigReport,
): WrittenRedirect[] {
  const redirects = (rules ?? []).flatMap(({ source, destination, permanent, place }): WrittenRedirect[] => {
    const safe = safeLinkUrl(destination);
    const fault = faultOf(source, safe);
    if (fault !== undefined || safe === undefined) {
      reportValue(report, place, `${fault}, so the rule is left out`);
      return [];
    }
    const target = isExternalUrl(safe) || safe.startsWith("/") ? safe : `/${safe}`;
    return [{ source: cleanSource(source), destination: target, status: permanent === false ? 307 : 308, place }];
  });
  const distinct = withoutTwins(withoutSurplus(redirects, report), report);
  return withoutLoops(withoutPages(distinct, pageUrls, report), pageUrls, report);
}

function faultOf(source: string, destination: string | undefined): string | undefined {
  if (source === "") return 'has no "source"';
  if (destination === undefined || destination === "") return 'has no valid "destination"';
  if (/[?#]/.test(source)) return `has the source "${source}", but a source may not contain ? or #`;
  if (isExternalUrl(source)) return `has the source "${source}", but a source must be a path on this site`;
  if (countOpenEnds(source) > 1) return `has the source "${source}", but a source may contain only one *`;
  const limit = limitFault({ source, destination });
  if (limit !== undefined) return limit;
  const foreign = (foreignPattern.exec(source) ?? (isPattern(source) ? /\$\d/.exec(destination) : null))?.[0];
  if (foreign !== undefined) return `has "${foreign}", but a rule can only contain :name, :name* and *`;
  const known = placeholdersOf(source);
  const inside = (insideSegment.exec(source) ?? (isPattern(source) ? insideSegment.exec(destination) : null))?.[0];
  if (inside !== undefined) return `has "${inside}" inside a segment, but a placeholder has to follow a slash`;
  const unknown = placeholdersOf(destination).find((name) => !known.includes(name));
  if (unknown !== undefined) return `has "${unknown}" in its destination, but the source "${source}" does not`;
  return undefined;
}

/** Patterns of other programs: `:id(\\d+)`, `:path+`, `:name?`, `(.*)`, and names with other letters. */
const foreignPattern = /:\w*(?!\w)[({+?\p{L}]|\(\.[*+]/u;

/** A colon that would stay as it is. It is part of the name in `Help:Contents`, and of the text in `#:~:text=`. */
const insideSegment = /(?:\/:[^/]*|[^/\w~]):\w+/;

/** The path as the server sees it: from the root, decoded, without a trailing slash. */
function cleanSource(source: string): string {
  const path = source.startsWith("/") ? source : `/${source}`;
  try {
    return withoutEndSlash(decodeURI(path));
  } catch {
    return withoutEndSlash(path);
  }
}

function withoutSurplus(redirects: WrittenRedirect[], report: ConfigReport): WrittenRedirect[] {
  const surplus = new Set(redirects.filter(({ source }) => isPattern(source)).slice(patternsMax));
  if (surplus.size === 0) return redirects;
  const message = `has more than ${patternsMax} rules with patterns; ${surplus.size} are left out`;
  reportValue(report, at(rootPlace, "redirects"), message);
  return redirects.filter((redirect) => !surplus.has(redirect));
}

function withoutTwins(redirects: WrittenRedirect[], report: ConfigReport): WrittenRedirect[] {
  const seen = new Set<string>();
  return redirects.filter(({ source, place }) => {
    if (!seen.has(source)) return seen.add(source);
    reportValue(report, place, `is a second rule for "${source}"; the first one is used`);
    return false;
  });
}

/** A page always takes precedence over a rule for its path. */
function withoutPages(
  redirects: WrittenRedirect[],
  pageUrls: ReadonlySet<string>,
  report: ConfigReport,
): WrittenRedirect[] {
  const conflicts = findConflicts(redirects, pageUrls);
  return redirects.filter((redirect) => {
    const [first, ...others] = conflicts.get(redirect) ?? [];
    if (first === undefined) return true;
    const pages = others.length === 0 ? first : `${first} and ${others.length} more`;
    if (isPattern(redirect.source)) {
      const message = `matches existing pages (${pages}); those are shown, and the rule applies to other paths`;
      reportValue(report, redirect.place, message);
      return true;
    }
    const hint = "remove the rule or the page";
    reportValue(report, redirect.place, `redirects from ${first}, but that page exists and is shown`, hint);
    return false;
  });
}

function findConflicts(
  redirects: WrittenRedirect[],
  pageUrls: ReadonlySet<string>,
): ReadonlyMap<WrittenRedirect, string[]> {
  const exact = redirects.filter(({ source }) => pageUrls.has(source));
  const conflicts = new Map<WrittenRedirect, string[]>(exact.map((redirect) => [redirect, [redirect.source]]));
  const findPatterns = createPatternFinder(redirects);
  for (const url of pageUrls) {
    for (const { redirect } of findPatterns(withoutEndSlash(url))) {
      const urls = conflicts.get(redirect) ?? [];
      conflicts.set(redirect, urls);
      if (urls[0] !== redirect.source) urls.push(url);
    }
  }
  return conflicts;
}

/** Leaves out rules that end in a loop. Follows each rule with a sample word in place of its placeholders. */
function withoutLoops(
  redirects: WrittenRedirect[],
  pageUrls: ReadonlySet<string>,
  report: ConfigReport,
): WrittenRedirect[] {
  const find = createRedirectMatcher(redirects);
  let hops = 0;
  return redirects.filter(({ source, place }) => {
    if (hops > hopsTotalMax) return true;
    let path = source.replaceAll(/:\w+\*?|\*/g, "lectern");
    const seen = new Set([path]);
    for (let hop = 0; hop < hopsMax; hop += 1) {
      hops += 1;
      const next = find(path)?.destination;
      if (next === undefined || isExternalUrl(next)) return true;
      path = withoutEndSlash(next.split(/[?#]/)[0] ?? "");
      if (pageUrls.has(path)) return true;
      if (seen.has(path)) break;
      seen.add(path);
    }
    const fault = seen.size > hopsMax ? `through more than ${hopsMax} other rules` : "in a loop";
    reportValue(report, place, `redirects "${source}" ${fault}, so the rule is left out`);
    return false;
  });
}
