import { BuildProblem } from "../build-problem.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { isExternalUrl, safeLinkUrl } from "../html/safe-url.ts";

export interface Redirect {
  source: string;
  destination: string;
  status: 307 | 308;
}

/** Finds where an address leads, or undefined when no rule fits. */
export type RedirectMatcher = (path: string) => { destination: string; status: 307 | 308 } | undefined;

const hopsMax = 10;
// Each one lets a long path be cut in more ways; two are enough for every rule seen, and cost next to nothing.
const placeholdersMax = 2;

/** The rules of docs.json that work. A rule that is wrong, or that leads round in a circle, is left out with a warning. */
export function readRedirects(rules: SiteConfig["redirects"], problems: BuildProblem[]): Redirect[] {
  const redirects = (rules ?? []).flatMap(({ source, destination, permanent }, index): Redirect[] => {
    const safe = destination === undefined ? undefined : safeLinkUrl(destination);
    const fault = faultOf(source, safe);
    if (fault !== undefined || source === undefined || safe === undefined) {
      problems.push(redirectProblem(`"redirects[${index}]" ${fault}, so the rule is left out`));
      return [];
    }
    const path = source.startsWith("/") ? source : `/${source}`;
    const target = isExternalUrl(safe) || safe.startsWith("/") ? safe : `/${safe}`;
    return [{ source: path, destination: target, status: permanent === false ? 307 : 308 }];
  });
  return withoutLoops(redirects, problems);
}

/** Exact rules first, then patterns in their order: `:slug*` takes the rest of a path, `*` any part of it. */
export function createRedirectMatcher(redirects: Redirect[]): RedirectMatcher {
  const exact = new Map<string, Redirect>();
  const patterns: (CompiledSource & { redirect: Redirect })[] = [];
  for (const redirect of redirects) {
    if (isPattern(redirect.source)) patterns.push({ ...compile(redirect.source), redirect });
    else if (!exact.has(redirect.source)) exact.set(redirect.source, redirect);
  }
  return (path) => {
    const found = exact.get(path);
    if (found !== undefined) return found;
    for (const { pattern, names, redirect } of patterns) {
      const match = pattern.exec(path);
      if (match !== null) return { destination: fill(redirect.destination, match, names), status: redirect.status };
    }
    return undefined;
  };
}

function faultOf(source: string | undefined, destination: string | undefined): string | undefined {
  if (source === undefined || source === "") return 'has no "source"';
  if (destination === undefined) return 'has no "destination" that may be followed';
  if ((source.match(part)?.length ?? 0) > placeholdersMax) {
    return `has the source "${source}", and a source holds at most ${placeholdersMax} patterns`;
  }
  if (/[?#]/.test(source)) return `has the source "${source}", but a source holds no ? and no #`;
  return undefined;
}

function isPattern(source: string): boolean {
  return /\*|\/:/.test(source);
}

const part = /\/:(\w+)(\*)?|\*/g;

/** The names of the placeholders, in the order of the pattern's groups; a star has no name. */
interface CompiledSource {
  pattern: RegExp;
  names: (string | undefined)[];
}

function compile(source: string): CompiledSource {
  const names: (string | undefined)[] = [];
  let pattern = "";
  let last = 0;
  for (const match of source.matchAll(part)) {
    pattern += escapePattern(source.slice(last, match.index));
    last = match.index + match[0].length;
    names.push(match[1]);
    if (match[1] === undefined) pattern += "(.*)";
    else pattern += match[2] === undefined ? "/([^/]+)" : "(?:/(.*))?";
  }
  return { pattern: new RegExp(`^${pattern}${escapePattern(source.slice(last))}$`), names };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Of placeholders with the same name the first counts; stars are taken in their order. */
function fill(destination: string, match: RegExpExecArray, names: readonly (string | undefined)[]): string {
  const values = match.slice(1);
  const stars = values.filter((_, index) => names[index] === undefined);
  return destination
    .replaceAll(/\/:(\w+)\*?/g, (whole, name: string) => {
      const index = names.indexOf(name);
      if (index === -1) return whole;
      const value = values[index];
      return value === undefined || value === "" ? "" : `/${value}`;
    })
    .replaceAll("*", (star) => stars.shift() ?? star);
}

/** Follows each plain rule; one that comes back to where it started would keep a browser busy for nothing. */
function withoutLoops(redirects: Redirect[], problems: BuildProblem[]): Redirect[] {
  const find = createRedirectMatcher(redirects);
  return redirects.filter((redirect) => {
    let next: string | undefined = redirect.destination;
    for (let hop = 0; hop < hopsMax && next !== undefined && !isExternalUrl(next); hop += 1) {
      const path: string = next.split(/[?#]/)[0] ?? "";
      if (path === redirect.source) {
        problems.push(redirectProblem(`the redirect from "${redirect.source}" leads back to itself and is left out`));
        return false;
      }
      next = isPattern(path) ? undefined : find(path)?.destination;
    }
    return true;
  });
}

function redirectProblem(message: string): BuildProblem {
  return new BuildProblem(message, { severity: "warning", file: "docs.json" });
}
