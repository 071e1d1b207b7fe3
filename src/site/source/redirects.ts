import {
  compilePatterns,
  matchPattern,
  placeholdersMax,
  placeholdersOf,
  type RedirectPattern,
  sourceLengthMax,
  type Taken,
} from "./redirect-pattern.ts";

/** A rule as published with a site. */
export interface Redirect {
  source: string;
  destination: string;
  status: 307 | 308;
}

/** Finds where a path redirects to, or undefined if no rule matches. */
export type RedirectMatcher = (path: string) => { destination: string; status: 307 | 308 } | undefined;

/** Longer paths aren't compared, because no page has such a path. */
const pathLengthMax = 2_000;

/** Tries exact rules first, then patterns in order. `:slug*` matches the rest of a path, `*` matches any part of it. */
export function createRedirectMatcher(redirects: readonly Redirect[]): RedirectMatcher {
  const exact = new Map<string, Redirect>();
  for (const redirect of redirects) {
    if (!isPattern(redirect.source) && !exact.has(redirect.source)) exact.set(redirect.source, redirect);
  }
  const findPatterns = createPatternFinder(redirects);
  return (given) => {
    const path = withoutEndSlash(given);
    const found = exact.get(path);
    if (found !== undefined) return found;
    const [match] = findPatterns(path);
    if (match === undefined) return undefined;
    return { destination: fill(match.redirect.destination, match.taken), status: match.redirect.status };
  };
}

interface PatternMatch<Rule> {
  redirect: Rule;
  taken: Taken;
}

/** Finds all patterns that match a path, in order. Most are skipped by the first segment of the path. */
export function createPatternFinder<Rule extends Redirect>(
  redirects: readonly Rule[],
): (path: string) => Iterable<PatternMatch<Rule>> {
  const byStart = new Map<string, Entry<Rule>[]>();
  const others: Entry<Rule>[] = [];
  for (const [order, redirect] of redirects.entries()) {
    // Sites that were published before these limits may have longer rules.
    if (!isPattern(redirect.source) || limitFault(redirect) !== undefined) continue;
    for (const pattern of compilePatterns(redirect.source)) {
      const [first] = pattern.head;
      const start = first === undefined || first.name !== undefined ? undefined : first.text;
      const list = start === undefined ? others : (byStart.get(start) ?? []);
      list.push({ pattern, redirect, order });
      if (start !== undefined) byStart.set(start, list);
    }
  }
  return function* find(path) {
    if (path.length > pathLengthMax || !path.startsWith("/")) return;
    const segments = path.split("/").slice(1);
    for (const { pattern, redirect } of merge(byStart.get(segments[0] ?? "") ?? [], others)) {
      const taken = matchPattern(pattern, segments);
      if (taken !== undefined) yield { redirect, taken };
    }
  };
}

interface Entry<Rule> {
  pattern: RedirectPattern;
  redirect: Rule;
  order: number;
}

function* merge<Rule>(one: readonly Entry<Rule>[], other: readonly Entry<Rule>[]): Iterable<Entry<Rule>> {
  let next = 0;
  for (const entry of one) {
    for (let before = other[next]; before !== undefined && before.order < entry.order; before = other[next]) {
      yield before;
      next += 1;
    }
    yield entry;
  }
  yield* other.slice(next);
}

/** Removes the trailing slash, because `/old/` and `/old` are the same path. */
export function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

export function isPattern(path: string): boolean {
  return /\*|\/:\w/.test(path);
}

/** The reason why a pattern is too costly to match or to fill; undefined if it isn't. */
export function limitFault({ source, destination }: Pick<Redirect, "source" | "destination">): string | undefined {
  if (!isPattern(source)) return undefined;
  if (source.length > sourceLengthMax) return `has a source with more than ${sourceLengthMax} characters`;
  if (placeholdersOf(source).length > placeholdersMax) {
    return `has the source "${source}", but a source may contain at most ${placeholdersMax} placeholders`;
  }
  // A placeholder may occur several times in a destination, and each occurrence inserts all the text that it matched.
  if (placeholdersOf(destination).length <= placeholdersMax) return undefined;
  return `has a destination with more than ${placeholdersMax} placeholders`;
}

function fill(destination: string, taken: Taken): string {
  // Replaced in one pass, so that a star in the inserted path isn't replaced again.
  const filled = destination.replaceAll(/\/:(\w+)\*?|\*/g, (whole, name: string | undefined) => {
    const value = taken.get(name ?? "*");
    if (value === undefined || name === undefined) return value ?? whole;
    return value === "" ? "" : `/${value}`;
  });
  return filled === "" ? "/" : filled;
}
