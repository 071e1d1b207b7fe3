import type { AgentTaskValue } from "../../contract/agent-tasks.ts";
import { isPath, type MarkedValue } from "./mark-values.ts";
import { isFillerWord, isVerb } from "./request-words.ts";
import type { KnownTask } from "./task-asks.ts";

/** Words that may precede a value: `rename the term Acme`, `replace all mentions of "x"`. */
const kindWords: ReadonlySet<string> = new Set(
  `the a all every each any old new term terms word words text texts phrase phrases name product string strings mention mentions
  occurrence occurrences instance instances of page pages file files folder directory section from exact`.split(/\s+/),
);
const pathKinds: ReadonlySet<string> = new Set("page file folder directory section".split(" "));
const folderKinds: ReadonlySet<string> = new Set(["folder", "directory", "section"]);
const wordsMax = 5;

/** The values of a request that has one of the task's forms, in the task's order; undefined for any other request. */
export function readValues(
  { asks, values: wanted = [] }: KnownTask,
  text: string,
  marked: readonly MarkedValue[],
): string[] | undefined {
  const words = trimFillers(
    text
      .replaceAll(/(\uE000\d+\uE000)/g, " $1 ")
      .trim()
      .split(/\s+/),
  );
  for (const ask of asks) {
    const taken = ask.includes("{") ? takeValues(ask.split(" "), words) : undefined;
    if (taken === undefined) continue;
    const read = wanted.map(({ name, ...value }) => readValue(taken.get(name) ?? [], value, marked));
    // A page or folder may be named without a path if the request shows that it is one.
    const isNamed = read.some((value) => value !== undefined && (value.kind !== undefined || isPath(value.text)));
    const fits = read.every(
      (value, index) => value !== undefined && hasKind(value, wanted[index]?.kind, isNamed || ask.startsWith("move ")),
    );
    if (fits)
      return read.map((value) =>
        value?.isFolder === true && !value.text.endsWith("/") ? `${value.text}/` : (value?.text ?? ""),
      );
  }
  return undefined;
}

/** Splits the words at the fixed words of a form. */
function takeValues(form: readonly string[], words: readonly string[]): Map<string, string[]> | undefined {
  const found = new Map<string, string[]>();
  let at = 0;
  for (const [index, part] of form.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined) {
      if (words[at]?.toLowerCase() !== part) return undefined;
      at += 1;
      continue;
    }
    const next = form[index + 1];
    const end =
      next === undefined ? words.length : words.findIndex((word, place) => place > at && word.toLowerCase() === next);
    if (end <= at) return undefined;
    found.set(name, words.slice(at, end));
    at = end;
  }
  return at === words.length ? found : undefined;
}

interface TakenValue {
  text: string;
  isQuoted: boolean;
  kind: string | undefined;
  isFolder: boolean;
}

/** One quoted text or path, or a few plain words, without words such as `the term` and `everywhere`. */
function readValue(
  words: readonly string[],
  { kind: wanted }: Pick<AgentTaskValue, "kind">,
  marked: readonly MarkedValue[],
): TakenValue | undefined {
  const start = words.findIndex((word, index) => index === words.length - 1 || !kindWords.has(word.toLowerCase()));
  // `the howto folder` is the same as `the folder howto`.
  const kind = [...words.slice(0, start), ...words.slice(start + 1).slice(-1)]
    .map((word) => word.toLowerCase())
    .find((word) => pathKinds.has(word));
  const trimmed = trimFillers(words.slice(start));
  const hasKindLast = trimmed.length > 1 && pathKinds.has(trimmed.at(-1)?.toLowerCase() ?? "");
  const kept = hasKindLast ? trimmed.slice(0, -1) : trimmed;
  const mark = /^\uE000(\d+)\uE000$/.exec(kept[0] ?? "");
  if (mark !== null) {
    const value = marked[Number(mark[1])];
    const isFolder = wanted === "path" && kind !== undefined && folderKinds.has(kind);
    return value === undefined || kept.length > 1 ? undefined : { ...value, kind, isFolder };
  }
  const isPlain = kept.every((word) => !word.startsWith("\uE000"));
  if (kept.length === 0 || kept.length > wordsMax || !isPlain || kept.slice(1).some(isVerb)) return undefined;
  return { text: kept.join(" "), isQuoted: false, kind, isFolder: kind !== undefined && folderKinds.has(kind) };
}

function hasKind(
  { text, isQuoted, kind }: TakenValue,
  wanted: AgentTaskValue["kind"] | undefined,
  isNamed: boolean,
): boolean {
  switch (wanted) {
    case "path":
      return isPath(text) || isNamed;
    case "name":
      return !isPath(text) && kind === undefined && (isQuoted || !isFillerWord(text));
    case "text":
      return !isPath(text) && kind === undefined && (isQuoted || (!/\s/.test(text) && /[\p{Lu}\p{N}]/u.test(text)));
    default:
      return true;
  }
}

const connectors: ReadonlySet<string> = new Set("to into with by as for".split(" "));

/** Drops words such as `please` and `everywhere` at both ends, but never a value: `move guides/x to a`. */
function trimFillers(words: readonly string[]): string[] {
  const isNeeded = (word: string, index: number) =>
    !isFillerWord(word) || pathKinds.has(word.toLowerCase()) || connectors.has(words[index - 1]?.toLowerCase() ?? "");
  const start = words.findIndex(isNeeded);
  const end = words.findLastIndex(isNeeded);
  return start < 0 ? [...words] : words.slice(start, end + 1);
}
