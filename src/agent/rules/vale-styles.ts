import { posix } from "node:path";
import { parse } from "yaml";
import type { EditedDocs } from "../../docs-edits/edited-docs.ts";

/** A rule of a Vale style, as far as it can be checked here. */
export interface StyleRule {
  /** `Google.WordList` */
  name: string;
  pattern: RegExp;
  /** The text in place of a match; undefined if people have to decide. */
  replacement: string | undefined;
  /** Whether the replacement is always written as it is. */
  isTerm: boolean;
  message(match: string): string;
}

const configFile = ".vale.ini";
const stylesFolderDefault = ".lectern/styles";
const rulesMax = 1_000;
const entriesMax = 2_000;
const fileCharactersMax = 200_000;
const patternCharactersMax = 500;

/**
 * Reads the rules of the styles that `.vale.ini` turns on, and all of `.lectern/styles` without that file: `existence`,
 * `substitution`, `repetition` and vocabularies. Other kinds of rules are recorded as skipped.
 */
export async function readStyleRules(docs: EditedDocs): Promise<StyleRule[]> {
  const config = readConfig(await docs.read(configFile));
  const folder = posix.normalize(config.folder).replace(/^\/+|\/+$/g, "");
  const rules: StyleRule[] = [];
  for (const path of docs
    .paths()
    .filter((one) => one.startsWith(`${folder}/`))
    .toSorted()) {
    const [style = "", ...rest] = path.slice(folder.length + 1).split("/");
    const text = /\.(?:ya?ml|txt)$/.test(path) ? await docs.read(path) : undefined;
    if (text === undefined || text.length > fileCharactersMax || rules.length >= rulesMax) continue;
    const [, vocabulary, list] =
      /(?:^|\/)(?:config\/vocabularies|Vocab)\/([^/]+)\/(accept|reject)\.txt$/.exec(path) ?? [];
    if (vocabulary !== undefined && list !== undefined) {
      rules.push(...readVocabulary(docs, path, text, list === "accept").slice(0, rulesMax - rules.length));
    } else if (/\.ya?ml$/.test(path) && rest.length > 0 && style !== "config") {
      const name = `${style}.${posix.basename(path).replace(/\.ya?ml$/, "")}`;
      const isOn = config.rules.get(name) ?? (config.styles === undefined || config.styles.has(style));
      if (isOn) rules.push(...readRule(docs, path, name, text));
    }
  }
  return rules;
}

interface StyleConfig {
  folder: string;
  /** The styles that are on; undefined for all. */
  styles: ReadonlySet<string> | undefined;
  /** Rules that are turned on or off by name. */
  rules: ReadonlyMap<string, boolean>;
}

/** Sections are read together: all files here are pages. */
function readConfig(text: string | undefined): StyleConfig {
  const styles = new Set<string>();
  const rules = new Map<string, boolean>();
  let folder = stylesFolderDefault;
  for (const line of text?.split(/\r?\n/) ?? []) {
    const [, key = "", value = ""] = /^\s*([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === "StylesPath") folder = value;
    else if (key === "BasedOnStyles") for (const style of value.split(/[,\s]+/)) styles.add(style);
    else if (key.includes(".")) rules.set(key, value.toUpperCase() !== "NO");
  }
  return { folder, styles: text === undefined ? undefined : styles, rules };
}

function readRule(docs: EditedDocs, path: string, name: string, text: string): StyleRule[] {
  const skip = (why: string) => {
    docs.decline({ path, line: undefined, what: `the rule ${name}`, why });
    return [];
  };
  let rule: Record<string, unknown>;
  try {
    const value: unknown = parse(text, { logLevel: "error", maxAliasCount: 100 });
    if (typeof value !== "object" || value === null) return skip("it isn't a rule");
    rule = value as Record<string, unknown>;
  } catch {
    return skip("it isn't valid YAML");
  }
  const flags = rule.ignorecase === true ? "giu" : "gu";
  const isWhole = rule.nonword !== true;
  const messageOf = (replacement: string) => (match: string) => describe(rule.message, name, replacement, match);
  const make = (sources: readonly string[], replacement?: string): StyleRule[] => {
    const pattern = compile(sources, flags, isWhole);
    if (pattern === undefined) return skip("one of its patterns can't be used here");
    const isLiteral = replacement !== undefined && !/[|$]/.test(replacement);
    const literal = isLiteral ? replacement : undefined;
    return [{ name, pattern, replacement: literal, isTerm: false, message: messageOf(replacement ?? "") }];
  };
  if (rule.extends === "existence") {
    const tokens = [...listOf(rule.tokens), ...listOf(rule.raw)];
    return tokens.length === 0 ? [] : make(tokens);
  }
  if (rule.extends === "repetition") {
    const pattern = /(?<![\p{L}\p{N}])(\p{L}+)\s+\1(?![\p{L}\p{N}])/giu;
    return [{ name, pattern, replacement: undefined, isTerm: false, message: messageOf("") }];
  }
  if (rule.extends === "substitution" && typeof rule.swap === "object" && rule.swap !== null) {
    const pairs = Object.entries(rule.swap).slice(0, entriesMax);
    return pairs.flatMap(([from, to]) => make([from], String(to)));
  }
  return skip(`rules that extend ${JSON.stringify(rule.extends ?? null)} aren't supported`);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string").slice(0, entriesMax) : [];
}

/** The message of a rule, in which `%s` is the replacement and then the match, or only the match. */
function describe(message: unknown, name: string, replacement: string, match: string): string {
  const values = replacement === "" ? [match] : [replacement, match];
  const text = typeof message === "string" ? message : "Don't use '%s'.";
  return `${name}: ${text.replaceAll("%s", () => values.shift() ?? match)}`;
}

/** Vale's patterns are those of Go, which are nearly the same. Undefined if they can't be used. */
function compile(sources: readonly string[], flags: string, isWhole: boolean): RegExp | undefined {
  const joined = sources.map((source) => source.replaceAll("(?i)", "").replaceAll("(?P<", "(?<")).join("|");
  // A repeated group that is itself repeated can take forever.
  const isSlow = /\([^()]*[+*][^()]*\)[+*{]/.test(joined);
  if (isSlow || sources.some((source) => source.length > patternCharactersMax)) return undefined;
  const withCase = sources.some((source) => source.startsWith("(?i)")) && !flags.includes("i") ? `${flags}i` : flags;
  const whole = isWhole ? `(?<![\\p{L}\\p{N}_])(?:${joined})(?![\\p{L}\\p{N}_])` : `(?:${joined})`;
  for (const chosen of [withCase, withCase.replace("u", "")]) {
    try {
      return new RegExp(chosen.includes("u") ? whole : whole.replaceAll("\\p{L}\\p{N}", "A-Za-z0-9"), chosen);
    } catch {
      // Old patterns with unneeded backslashes work without Unicode.
    }
  }
  return undefined;
}

/** Accepted words are written as in the list; rejected ones aren't used. */
function readVocabulary(docs: EditedDocs, path: string, text: string, isAccepted: boolean): StyleRule[] {
  const words = text.split(/\r?\n/).map((line) => line.trim());
  return words
    .filter((word) => word !== "" && !word.startsWith("#"))
    .slice(0, entriesMax)
    .flatMap((word): StyleRule[] => {
      const isPlain = /^[\p{L}\p{N} .+#-]+$/u.test(word);
      const source = isPlain ? word.replaceAll(/[.+#-]/g, "\\$&") : word;
      const pattern = compile([source], "gi", true);
      // A pattern says nothing about the right spelling, and a word in lowercase may begin a sentence.
      if (isAccepted && (!isPlain || word === word.toLowerCase())) return [];
      if (pattern === undefined) {
        docs.decline({ path, line: undefined, what: `the word ${word}`, why: "its pattern can't be used here" });
        return [];
      }
      if (!isAccepted) {
        const message = (match: string) => `Vale.Avoid: Avoid using '${match}'.`;
        return [{ name: "Vale.Avoid", pattern, replacement: undefined, isTerm: false, message }];
      }
      const message = (match: string) => `Vale.Terms: Use '${word}' instead of '${match}'.`;
      return [{ name: "Vale.Terms", pattern, replacement: word, isTerm: true, message }];
    });
}
