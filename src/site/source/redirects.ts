/** A rule as it is published with a site. */
export interface Redirect {
  source: string;
  destination: string;
  status: 307 | 308;
}

/** Finds where an address leads, or undefined when no rule fits. */
export type RedirectMatcher = (path: string) => { destination: string; status: 307 | 308 } | undefined;

// A pattern looks at every sign of a path; no page has an address as long as this.
const pathLengthMax = 4_000;

/** Exact rules first, then patterns in their order: `:slug*` takes the rest of a path, `*` any part of it. */
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

/** `/old/` and `/old` are one address. */
export function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

export function isPattern(path: string): boolean {
  return /\*|\/:\w/.test(path);
}

const placeholder = /\/:(\w+)(\*)?|\*/g;

/** `:slug` for each named placeholder and `*` for each star, in their order. */
export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(placeholder)].map(([, name]) => (name === undefined ? "*" : `:${name}`));
}

/** How many placeholders may take more than one part of a path: with two, a path can be cut in too many ways. */
export function countOpenEnds(path: string): number {
  return [...path.matchAll(placeholder)].filter(([, name, star]) => name === undefined || star !== undefined).length;
}

interface CompiledSource {
  pattern: RegExp;
  /** What every fitting path ends with; looked at first, because it is cheap and ends most attempts. */
  suffix: string;
  /** The names of the placeholders, in the order of the pattern's groups; a star has no name. */
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

/** Of placeholders with the same name the first counts. */
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
