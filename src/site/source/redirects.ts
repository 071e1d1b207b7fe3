/** A rule as published with a site. */
export interface Redirect {
  source: string;
  destination: string;
  status: 307 | 308;
}

/** Finds where a path redirects to, or undefined if no rule matches. */
export type RedirectMatcher = (path: string) => { destination: string; status: 307 | 308 } | undefined;

// Patterns look at every character of a path, and no page has a path this long.
const pathLengthMax = 4_000;

/** Exact rules first, then patterns in order: `:slug*` matches the rest of a path, `*` any part of it. */
export function createRedirectMatcher(redirects: Redirect[]): RedirectMatcher {
  const exact = new Map<string, Redirect>();
  const patterns: (CompiledSource & { redirect: Redirect })[] = [];
  for (const redirect of redirects) {
    if (isPattern(redirect.source)) patterns.push({ ...compileSource(redirect.source), redirect });
    else if (!exact.has(redirect.source)) exact.set(redirect.source, redirect);
  }
  return (given) => {
    const path = withoutEndSlash(given);
    const found = exact.get(path);
    if (found !== undefined || path.length > pathLengthMax) return found;
    for (const { pattern, suffix, names, redirect } of patterns) {
      const match = path.endsWith(suffix) ? pattern.exec(path) : null;
      if (match !== null) return { destination: fill(redirect.destination, match, names), status: redirect.status };
    }
    return undefined;
  };
}

/** `/old/` and `/old` are the same. */
export function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

export function isPattern(path: string): boolean {
  return /\*|\/:\w/.test(path);
}

const placeholder = /\/:(\w+)(\*)?|\*/g;

/** `:slug` for each named placeholder and `*` for each star, in order. */
export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(placeholder)].map(([, name]) => (name === undefined ? "*" : `:${name}`));
}

/** The number of placeholders that may match several segments. With two, a path can be split in too many ways. */
export function countOpenEnds(path: string): number {
  return [...path.matchAll(placeholder)].filter(([, name, star]) => name === undefined || star !== undefined).length;
}

interface CompiledSource {
  pattern: RegExp;
  /** What every matching path ends with. Checked first, because it is cheap and rejects most paths. */
  suffix: string;
  /** The names of the placeholders in group order; a star has no name. */
  names: (string | undefined)[];
}

function compileSource(source: string): CompiledSource {
  const names: (string | undefined)[] = [];
  let pattern = "";
  let last = 0;
  for (const match of source.matchAll(placeholder)) {
    pattern += escapePattern(source.slice(last, match.index));
    last = match.index + match[0].length;
    names.push(match[1]);
    if (match[1] === undefined) pattern += "(.*)";
    else pattern += match[2] === undefined ? "/([^/]+)" : "(?:/(.*))?";
  }
  const suffix = source.slice(last);
  return { pattern: new RegExp(`^${pattern}${escapePattern(suffix)}$`), suffix, names };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** If placeholders share a name, the first one counts. */
function fill(destination: string, match: RegExpExecArray, names: readonly (string | undefined)[]): string {
  const takenBy = (name: string | undefined) => match[names.indexOf(name) + 1] ?? "";
  const filled = destination
    .replaceAll(/\/:(\w+)\*?/g, (whole, name: string) => {
      if (!names.includes(name)) return whole;
      const value = takenBy(name);
      return value === "" ? "" : `/${value}`;
    })
    .replaceAll("*", (star) => (names.includes(undefined) ? takenBy(undefined) : star));
  return filled === "" ? "/" : filled;
}
