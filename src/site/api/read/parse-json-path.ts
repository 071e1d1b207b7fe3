import type { JsonValue } from "../../source/json-value.ts";

/** A step of a path: `.name`, `[…]`, or with two dots, which also looks at everything below. */
export interface Segment {
  isDeep: boolean;
  selectors: Selector[];
}

export type Selector =
  | { kind: "name"; name: string }
  | { kind: "index"; index: number }
  | { kind: "slice"; start?: number; end?: number; step?: number }
  | { kind: "all" }
  | { kind: "filter"; condition: Condition };

interface Query {
  isFromRoot: boolean;
  segments: Segment[];
}

export type Comparable = { kind: "literal"; value: JsonValue } | ({ kind: "query"; function?: string } & Query);

export type Condition =
  | { kind: "or" | "and"; parts: Condition[] }
  | { kind: "not"; part: Condition }
  | ({ kind: "exists" } & Query)
  | { kind: "compare"; operator: string; left: Comparable; right: Comparable };

const pathLengthMax = 2_000;
const nestingMax = 20;

/** Parses a JSONPath as in RFC 9535. `match()` and `search()` are refused, because their patterns can take forever. */
export function parseJsonPath(path: string): Segment[] {
  if (path.length > pathLengthMax) throw new Error(`is longer than ${pathLengthMax} characters`);
  const reader: Reader = { text: path.trim(), at: 0, depth: 0 };
  if (!take(reader, "$")) throw new Error('must begin with "$"');
  const segments = readSegments(reader);
  if (reader.at < reader.text.length) fail(reader);
  return segments;
}

interface Reader {
  text: string;
  at: number;
  depth: number;
}

function readSegments(reader: Reader): Segment[] {
  const segments: Segment[] = [];
  for (;;) {
    const before = reader.at;
    skipSpace(reader);
    const isDeep = take(reader, "..");
    if (take(reader, "[")) segments.push({ isDeep, selectors: readBrackets(reader) });
    else if (isDeep || take(reader, ".")) segments.push({ isDeep, selectors: [readDotted(reader)] });
    else {
      reader.at = before;
      return segments;
    }
  }
}

function readDotted(reader: Reader): Selector {
  if (take(reader, "*")) return { kind: "all" };
  // RFC 9535 allows no hyphen here, but authors write `$.x-internal`, and nothing else could be meant.
  const name = takePattern(reader, /[\p{L}_\u{80}-\u{10ffff}][\p{L}\p{N}_\u{80}-\u{10ffff}-]*/uy);
  return name === undefined ? fail(reader) : { kind: "name", name };
}

function readBrackets(reader: Reader): Selector[] {
  const selectors: Selector[] = [];
  do {
    skipSpace(reader);
    selectors.push(readSelector(reader));
    skipSpace(reader);
  } while (take(reader, ","));
  return take(reader, "]") ? selectors : fail(reader);
}

const slicePattern = /(-?\d{1,9})?\s*:\s*(-?\d{1,9})?\s*(?::\s*(-?\d{1,9})?)?/y;

function readSelector(reader: Reader): Selector {
  if (take(reader, "*")) return { kind: "all" };
  if (take(reader, "?")) return { kind: "filter", condition: readOr(reader) };
  const name = readQuoted(reader);
  if (name !== undefined) return { kind: "name", name };
  slicePattern.lastIndex = reader.at;
  const found = slicePattern.exec(reader.text);
  if (found !== null) {
    reader.at = slicePattern.lastIndex;
    const [start, end, step] = found.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
    return { kind: "slice", ...(start !== undefined && { start }), ...(end !== undefined && { end }), step: step ?? 1 };
  }
  const index = takePattern(reader, /-?\d{1,9}/y);
  return index === undefined ? fail(reader) : { kind: "index", index: Number(index) };
}

function readOr(reader: Reader): Condition {
  const parts = [readAnd(reader)];
  while (takeSpaced(reader, "||")) parts.push(readAnd(reader));
  return { kind: "or", parts };
}

function readAnd(reader: Reader): Condition {
  const parts = [readBasic(reader)];
  while (takeSpaced(reader, "&&")) parts.push(readBasic(reader));
  return { kind: "and", parts };
}

function readBasic(reader: Reader): Condition {
  reader.depth += 1;
  if (reader.depth > nestingMax) throw new Error("is nested too deep");
  try {
    if (takeSpaced(reader, "!")) return { kind: "not", part: readBasic(reader) };
    if (takeSpaced(reader, "(")) {
      const condition = readOr(reader);
      return takeSpaced(reader, ")") ? condition : fail(reader);
    }
    const left = readComparable(reader);
    skipSpace(reader);
    const operator = takePattern(reader, /==|!=|<=|>=|<|>/y);
    if (operator !== undefined) return { kind: "compare", operator, left, right: readComparable(reader) };
    if (left.kind === "query" && left.function === undefined) return { ...left, kind: "exists" };
    return fail(reader);
  } finally {
    reader.depth -= 1;
  }
}

function readComparable(reader: Reader): Comparable {
  skipSpace(reader);
  const word = takePattern(reader, /(?:length|count|value|match|search)(?=\()/y);
  if (word === "match" || word === "search") throw new Error(`uses ${word}(), which isn't supported`);
  if (word !== undefined) {
    take(reader, "(");
    const query = readQuery(reader) ?? fail(reader);
    return takeSpaced(reader, ")") ? { ...query, kind: "query", function: word } : fail(reader);
  }
  const query = readQuery(reader);
  if (query !== undefined) return { ...query, kind: "query" };
  const quoted = readQuoted(reader);
  if (quoted !== undefined) return { kind: "literal", value: quoted };
  const literal = takePattern(reader, /true\b|false\b|null\b|-?\d{1,15}(?:\.\d{1,15})?(?:[eE][+-]?\d{1,3})?/y);
  return literal === undefined ? fail(reader) : { kind: "literal", value: JSON.parse(literal) as JsonValue };
}

function readQuery(reader: Reader): Query | undefined {
  skipSpace(reader);
  const isFromRoot = take(reader, "$");
  return isFromRoot || take(reader, "@") ? { isFromRoot, segments: readSegments(reader) } : undefined;
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function readQuoted(reader: Reader): string | undefined {
  const quote = takePattern(reader, /["']/y);
  if (quote === undefined) return undefined;
  let value = "";
  while (reader.at < reader.text.length) {
    if (take(reader, quote)) return value;
    if (take(reader, "\\")) {
      const code = takePattern(reader, /u[0-9a-fA-F]{4}/y);
      const letter = code ?? reader.text.charAt(reader.at++);
      value +=
        code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(letter.slice(1), 16));
    } else value += reader.text.charAt(reader.at++);
  }
  return fail(reader);
}

function take(reader: Reader, text: string): boolean {
  if (!reader.text.startsWith(text, reader.at)) return false;
  reader.at += text.length;
  return true;
}

function takeSpaced(reader: Reader, text: string): boolean {
  skipSpace(reader);
  return take(reader, text);
}

function takePattern(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const [found] = pattern.exec(reader.text) ?? [];
  reader.at += found?.length ?? 0;
  return found;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text.charAt(reader.at))) reader.at += 1;
}

function fail({ text, at }: Reader): never {
  throw new Error(at < text.length ? `can't be read from "${text.slice(at, at + 30)}" on` : "ends too early");
}
