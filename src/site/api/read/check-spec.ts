import type { ProblemRecord } from "../../ground/build-problem.ts";
import { httpMethods } from "../../source/http-methods.ts";
import { isJsonObject, type JsonValue } from "../../source/json-value.ts";
import { formatPointer } from "./json-pointer.ts";
import { own, resolve, type SpecDocument } from "./spec-document.ts";
import { specLimits } from "./spec-limits.ts";

export type Keys = readonly string[];
/** The needle is a text that stands there, or the keys that lead there. */
export type Report = (keys: Keys, message: string, needle?: string | Keys, hint?: string) => void;

/** Looks at the parts that one kind of description has. */
export type CheckParts = (document: SpecDocument, report: Report) => void;

/** What is wrong in an API description, with the place. It never stops the rest of the description from being shown. */
export function checkSpec(document: SpecDocument, text: string, checkParts: CheckParts): ProblemRecord[] {
  const problems: ProblemRecord[] = [];
  let dropped = 0;
  const report: Report = (keys, message, needle, hint) => {
    if (problems.length >= specLimits.problemsMax) {
      dropped += 1;
      return;
    }
    const line = needle === undefined ? undefined : lineOf(text, needle);
    problems.push({
      message: `${formatPointer(keys)} ${message}`,
      severity: "warning",
      file: document.file,
      line,
      hint,
    });
  };
  checkParts(document, report);
  checkReferences(document, report);
  if (dropped > 0) {
    problems.push({ message: `has ${dropped} more problems`, severity: "warning", file: document.file });
  }
  return problems;
}

/** The parts of an OpenAPI description that pages are made of. */
export function checkPaths({ root }: SpecDocument, report: Report): void {
  const paths = own(root, "paths");
  if (paths !== undefined && !isJsonObject(paths)) report(["paths"], "must be an object with one key for each path");
  for (const [path, item] of Object.entries(isJsonObject(paths) ? paths : {})) {
    if (path.startsWith("x-")) continue;
    const keys = ["paths", path];
    if (!path.startsWith("/")) report(keys, 'must begin with "/"', path);
    if (!isJsonObject(item)) report(keys, "must be an object with one key for each method", path);
    else for (const method of httpMethods) checkOperation(own(item, method), [...keys, method], path, report);
  }
}

function checkOperation(operation: JsonValue | undefined, keys: Keys, path: string, report: Report): void {
  if (operation === undefined) return;
  if (!isJsonObject(operation)) {
    report(keys, "must be an object", path);
    return;
  }
  const parameters = own(operation, "parameters");
  if (parameters !== undefined && !Array.isArray(parameters)) {
    report([...keys, "parameters"], "must be a list", path);
  }
  const responses = own(operation, "responses");
  if (responses !== undefined && !isJsonObject(responses)) {
    report([...keys, "responses"], "must be an object with one key for each status", path);
  }
}

/** Below these keys stand names of the author, and not words of the format. */
const namesBelow: ReadonlySet<string> = new Set(
  "properties patternProperties schemas definitions $defs dependentSchemas mapping variables headers links channels".split(
    " ",
  ),
);
/** Below these keys stand values, which may look like references and are none. */
const valuesBelow: ReadonlySet<string> = new Set("example examples default enum const value".split(" "));

function checkReferences(document: SpecDocument, report: Report): void {
  const seen = new Set<string>();
  const waiting: { value: JsonValue; keys: Keys; areNames: boolean }[] = [
    { value: document.root, keys: [], areNames: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, keys, areNames } = next;
    if (typeof value !== "object" || value === null) continue;
    const reference = isJsonObject(value) && !areNames ? own(value, "$ref") : undefined;
    if (typeof reference === "string" && !seen.has(reference)) {
      seen.add(reference);
      checkReference(document, reference, keys, report);
    }
    for (const [key, child] of Object.entries(value).toReversed()) {
      if (typeof child !== "object" || child === null) continue;
      const isWord = !areNames && !Array.isArray(value);
      if (isWord && (valuesBelow.has(key) || key.startsWith("x-"))) continue;
      waiting.push({ value: child, keys: [...keys, key], areNames: isWord && namesBelow.has(key) });
    }
  }
}

function checkReference(document: SpecDocument, reference: string, keys: Keys, report: Report): void {
  if (!reference.startsWith("#")) {
    const hint = "only references inside the file are followed: write #/components/…";
    report(keys, `refers to "${shorten(reference)}", which is another file`, reference, hint);
  } else if (resolve(document, { $ref: reference }).value === undefined) {
    report(keys, `refers to "${shorten(reference)}", which leads nowhere`, reference);
  }
}

/** The first line that names it, as it is written in JSON and mostly also in YAML. Searching is cheaper than a tree with places. */
function lineOf(text: string, needle: string | Keys): number | undefined {
  const index = typeof needle === "string" ? text.indexOf(needle) : indexOfKeys(text, needle);
  if (index < 0) return undefined;
  let line = 1;
  for (let end = text.indexOf("\n"); end >= 0 && end < index; end = text.indexOf("\n", end + 1)) line += 1;
  return line;
}

/** Each key is looked for below the one before it: names such as `main` stand everywhere. */
function indexOfKeys(text: string, keys: Keys): number {
  let index = -1;
  for (const key of keys) {
    // An empty name would be found at every sign.
    if (key === "") break;
    let at = text.indexOf(key, index + 1);
    while (at >= 0 && !isKeyAt(text, key, at)) at = text.indexOf(key, at + 1);
    if (at < 0) break;
    index = at;
  }
  return index;
}

/** Signs are compared one by one: a file of ten million letters may have one of them as its name. */
function isKeyAt(text: string, key: string, at: number): boolean {
  const before = text[at - 1] ?? "\n";
  if (!beforeKeys.has(before)) return false;
  const end = at + key.length;
  const isQuoted = before === '"' || before === "'";
  return isQuoted ? text[end] === before && isColonAt(text, end + 1) : isColonAt(text, end);
}

const beforeKeys: ReadonlySet<string> = new Set("\n\t {,\"'");

function isColonAt(text: string, at: number): boolean {
  return text[at] === ":" || (text[at] === " " && text[at + 1] === ":");
}

const shownLengthMax = 120;

function shorten(text: string): string {
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}
