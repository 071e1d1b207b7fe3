import { parseDocument } from "yaml";
import { BuildProblem } from "../shared/build-problem.ts";
import { pick } from "./config/check-shape.ts";
import { at, createReport, reportValue, rootPlace } from "./config/config-report.ts";
import { withIconType } from "./config/icon.ts";
import {
  closed,
  type Frontmatter,
  frontmatterChecks,
  misspelledKey,
  readMetatags,
  readOwnKeys,
} from "./frontmatter.ts";
import { isJsonObject, type JsonValue } from "./json-value.ts";
import { refuseCollectionKeys } from "./yaml-keys.ts";

interface ReadFrontmatter {
  frontmatter: Frontmatter;
  problems: BuildProblem[];
}

/** Reads the YAML of a page. If the YAML is invalid, the page is shown without frontmatter. */
export function readFrontmatter(yaml: string | undefined, file: string, bytesMax: number): ReadFrontmatter {
  if (yaml === undefined) return { frontmatter: readRestrictions(""), problems: [] };
  if (yaml.length > bytesMax) {
    const problem = new BuildProblem(`the frontmatter is larger than ${bytesMax} bytes`, { file, line: 1 });
    return { frontmatter: readRestrictions(yaml), problems: [problem] };
  }
  try {
    return checkFrontmatter(quickFrontmatter(yaml) ?? parseYaml(yaml, file), file, yaml);
  } catch (error) {
    if (error instanceof BuildProblem) return { frontmatter: readRestrictions(yaml), problems: [error] };
    throw error;
  }
}

/** Checks values that are already parsed, such as those from an API description. */
export function checkFrontmatter(values: Record<string, JsonValue>, file: string, yaml = ""): ReadFrontmatter {
  const report = createReport(([key]) => ({ file, line: lineOf(String(key), yaml) }));
  // `title:` without a value means no title.
  const given = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const cleaned = typeof value === "string" ? value.trim() : value;
      return cleaned === null || (cleaned === "" && key !== "groups") ? [] : [[key, cleaned]];
    }),
  );
  const {
    keywords = [],
    groups: rules = unrestricted,
    ...rest
  } = withIconType(pick(given, frontmatterChecks, rootPlace, report));
  const kept = { metatags: readMetatags(given), ownKeys: readOwnKeys(given) };
  for (const key of Object.keys(kept.ownKeys)) {
    const meant = misspelledKey(key);
    const what = "is not a key Lectern knows, so it has no effect";
    if (meant !== undefined) reportValue(report, at(rootPlace, key), what, `did you mean "${meant}"?`);
  }
  return { frontmatter: { ...rest, keywords, ...rules, ...kept }, problems: report.problems };
}

const unrestricted = { groups: [], excludes: [] };

/** Reads only the restrictions of a page, which still apply if its frontmatter is invalid. */
function readRestrictions(yaml: string): Frontmatter {
  const frontmatter: Frontmatter = {
    keywords: [],
    ...(/^["']?groups["']?\s*:/m.test(yaml) ? closed : unrestricted),
    metatags: {},
    ownKeys: {},
  };
  if (/^hidden\s*:\s*["']?true/m.test(yaml)) frontmatter.hidden = true;
  if (/^["']?public["']?\s*:(?!\s*["']?true)/m.test(yaml)) frontmatter.public = false;
  if (/^noindex\s*:\s*["']?true/m.test(yaml)) frontmatter.noindex = true;
  return frontmatter;
}

/** Keys that are checked against the rest of the project, when the text of the page is no longer available. */
const keysCheckedLater = ["openapi", "openapi-schema", "asyncapi", "api", "groups", "public", "related"] as const;

export type KeyLines = Partial<Record<(typeof keysCheckedLater)[number], number>>;

export function findKeyLines(yaml: string | undefined): KeyLines | undefined {
  const lines = keysCheckedLater.flatMap((key) => {
    const line = yaml?.includes(key) ? lineOf(key, yaml) : undefined;
    return line === undefined ? [] : [[key, line] as const];
  });
  return lines.length === 0 ? undefined : Object.fromEntries(lines);
}

/** The block starts on the second line of the file, after the dashes. */
function lineOf(key: string, yaml: string): number | undefined {
  const index = yaml.split("\n").findIndex((line) => {
    const [, name, quoted] = /^(?:([\w:.-]+?)|["'](.+?)["'])\s*:(?:\s|$)/.exec(line) ?? [];
    return (name ?? quoted) === key;
  });
  return index < 0 ? undefined : index + 2;
}

const yamlOptions = { uniqueKeys: false, prettyErrors: true, logLevel: "silent" } as const;

function parseYaml(yaml: string, file: string): Record<string, JsonValue> {
  let parsed: unknown;
  try {
    const asWritten = parseDocument(yaml, yamlOptions);
    const document = asWritten.errors.length === 0 ? asWritten : parseDocument(indentOpenLines(yaml), yamlOptions);
    const [fault] = document.errors;
    if (fault !== undefined) {
      // The block starts on the second line of the file, after the dashes.
      const line = (fault.linePos?.[0].line ?? 0) + 1;
      throw new BuildProblem(
        `the frontmatter is not valid YAML: ${fault.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "")}`,
        {
          file,
          line,
          hint: "quote values that contain a colon, a hash or a quote",
        },
      );
    }
    refuseCollectionKeys(document);
    // Aliases can repeat a value a billion times; no page needs them.
    parsed = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof BuildProblem) throw error;
    throw new BuildProblem("the frontmatter uses YAML aliases, has lists or maps as keys, or is nested too deep", {
      file,
      line: 1,
      hint: "write the values out, without & and *",
    });
  }
  if (isJsonObject(parsed)) return parsed;
  if (parsed === null) return {};
  throw new BuildProblem("the text between the dashes at the start is read as frontmatter, but has no keys", {
    file,
    line: 1,
    hint: "write `title: …`, or remove the first line of dashes if this is the text of the page",
  });
}

const line = /^([A-Za-z][\w-]*): *(?:"([^"\\]*)"|'([^']*)'|([A-Za-z][\w ,./()–—’!?+&-]*))?$/;
const special = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/**
 * Nine of ten pages have only `key: text` lines, for which a YAML parser takes longer than all other steps of reading a
 * page. This function parses such lines. It returns undefined at the first line that YAML could read differently.
 */
export function quickFrontmatter(yaml: string): Record<string, string | boolean> | undefined {
  const values: Record<string, string | boolean> = Object.create(null) as Record<string, string | boolean>;
  for (const text of yaml.split("\n")) {
    if (text.trim() === "") continue;
    const match = line.exec(text.trimEnd());
    if (match === null) return undefined;
    const [, key = "", doubleQuoted, singleQuoted, plain] = match;
    const quoted = doubleQuoted ?? singleQuoted;
    if (quoted !== undefined) values[key] = quoted;
    else if (plain === undefined) return undefined;
    else if (plain === "true" || plain === "false") values[key] = plain === "true";
    else if (special.test(plain)) return undefined;
    else values[key] = plain.trimEnd();
  }
  return values;
}

/** Everything before a value that starts with a quote or a bracket. */
const beforeValue = /^\s*(?:-\s+)*(?:[\w.:-]+:\s+)?(?=["'[{])/;

/**
 * Indents the other lines of quoted values and of lists in brackets. YAML requires the indentation, but other tools
 * accept pages without it. The values stay the same.
 */
function indentOpenLines(yaml: string): string {
  const open: string[] = [];
  return yaml
    .split("\n")
    .map((line) => {
      const isOpen = open.length > 0;
      const from = isOpen ? 0 : (beforeValue.exec(line)?.[0].length ?? line.length);
      let before = "";
      for (const [token] of line.slice(from).matchAll(/\\.|''|\S/g)) {
        const around = open.at(-1) ?? "";
        const isQuoted = around === '"' || around === "'";
        // A pair of single quotes is an empty value, except in single quotes, where it is one quote.
        if (isQuoted ? token === around : "]}".includes(token)) open.pop();
        else if (!isQuoted && ("[{".includes(token) || (/^["']$/.test(token) && /^[[{,:]?$/.test(before))))
          open.push(token);
        if (open.length === 0) break;
        before = token;
      }
      return isOpen ? `  ${line}` : line;
    })
    .join("\n");
}
