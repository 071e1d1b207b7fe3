import type { AgentTaskValue } from "../../contract/agent-tasks.ts";
import { isPath, type MarkedValue } from "./mark-values.ts";
import { isFillerWord, isVerb } from "./request-words.ts";
import type { KnownTask } from "./task-asks.ts";

/** Words that may precede a value: `rename the term Acme`, `replace all mentions of "x"`. */
const kindWords: ReadonlySet<string> = new Set(
  `the our my a all every each any old new term terms word words text texts phrase phrases name product string strings mention mentions
  occurrence occurrences instance instances of page pages file files folder directory section from exact`.split(/\s+/),
);
/** Words that say little in a request, but may be what a term is renamed to. */
const nouns: ReadonlySet<string> = new Set("docs documentation document project repository site website".split(" "));
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
    const taken = ask.includes("{") ? takeValues(formOf(ask), words) : undefined;
    if (taken === undefined) continue;
    const read = wanted.map(({ name, ...value }) => readValue(taken.get(name) ?? [], value, marked));
    // A page or folder may be named without a path if the request shows that it is one.
    const isNamed = read.some((value) => value !== undefined && (value.kind !== undefined || isPath(value.text)));
    const fits = read.every(
      (value, index) =>
        value !== undefined &&
        hasKind(value, wanted[index]?.kind, isNamed || ask.startsWith("move ")) &&
        !(ask.startsWith("{") && isClause(value)),
    );
    if (fits)
      return read.map((value) =>
        value?.isFolder === true && !value.text.endsWith("/") ? `${value.text}/` : (value?.text ?? ""),
      );
  }
  return undefined;
}

const forms = new Map<string, readonly string[]>();

/** The words of a form, without those that a request loses at its ends. */
function formOf(ask: string): readonly string[] {
  const form = forms.get(ask) ?? trimFillers(ask.split(" "));
  forms.set(ask, form);
  return form;
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
    const isNext = (word: string) => next?.startsWith("{") || word.toLowerCase() === next;
    const end = next === undefined ? words.length : words.findIndex((word, place) => place > at && isNext(word));
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
  const around = [...words.slice(0, start), ...words.slice(start + 1).slice(-1)].map((word) => word.toLowerCase());
  // `every page that is missing` names no page.
  const kind = around.find((word) => pathKinds.has(word) && !isAny(words[words.lastIndexOf(word) - 1]));
  const trimmed = [...words.slice(start, start + 1), ...withoutFillersLast(words.slice(start + 1))];
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

function isAny(word = ""): boolean {
  return /^(?:all|any|each|every)$/i.test(word);
}

/** In a form such as `{from} is called {to}`, a long text without quotation marks is more than a name. */
function isClause({ text, isQuoted }: TakenValue): boolean {
  return !isQuoted && /\s\S+\s/.test(text) && /(?:^|\s)\p{Ll}/u.test(text);
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
      return !isPath(text) && kind === undefined && (isQuoted || !isFillerWord(text) || nouns.has(text.toLowerCase()));
    case "text":
      return !isPath(text) && kind === undefined && (isQuoted || (!/\s/.test(text) && /[\p{Lu}\p{N}]/u.test(text)));
    default:
      return true;
  }
}

const connectors: ReadonlySet<string> = new Set("to into with by as for".split(" "));

/** Drops words such as `please` and `everywhere` at both ends, but never a value: `move guides/x to a`. */
function trimFillers(words: readonly string[]): string[] {
  const start = words.findIndex((word, index) => isNeeded(word, words[index - 1]));
  return start < 0 ? [...words] : withoutFillersLast(words.slice(start));
}

function withoutFillersLast(words: readonly string[]): string[] {
  return words.slice(0, words.findLastIndex((word, index) => isNeeded(word, words[index - 1])) + 1);
}

function isNeeded(word: string, before = ""): boolean {
  const isKind = pathKinds.has(word.toLowerCase()) && !isAny(before);
  return !isFillerWord(word) || isKind || connectors.has(before.toLowerCase());
}
