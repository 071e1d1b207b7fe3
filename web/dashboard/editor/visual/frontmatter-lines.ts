import { isMap, isScalar, isSeq, type Node, parseDocument, type Scalar, stringify } from "yaml";
import { smallestSplice } from "../../../../src/contract/smallest-splice.ts";

/** A key at the start of a frontmatter line, with all lines that belong to it. */
interface Entry {
  /** Undefined for comments, blank lines and anything else without a key. */
  key: string | undefined;
  start: number;
  end: number;
  /** Undefined if the form can't show the value. */
  value: string | undefined;
}

export type FrontmatterFields = ReadonlyMap<string, string>;

/** The plain values of the frontmatter. A list of plain values becomes `a, b`. */
export function readFields(source: string): FrontmatterFields {
  return new Map(
    readEntries(source).flatMap(({ key, value }): [string, string][] =>
      key === undefined || value === undefined ? [] : [[key, value]],
    ),
  );
}

/** The frontmatter with one value changed, added or (if empty) removed. All other lines keep their bytes. */
export function changeField(source: string | undefined, key: string, value: string, isList = false): string {
  if (source === undefined) return value === "" ? "" : changeField("---\n---", key, value, isList);
  const entry = readEntries(source).find((candidate) => candidate.key === key);
  if (entry === undefined && value === "") return source;
  const ending = source.includes("\r\n") ? "\r\n" : "\n";
  const { start, end } = entry ?? { start: bodyRange(source).end, end: bodyRange(source).end };
  const before = entry === undefined ? `${key}:${ending}` : source.slice(start, end);
  return source.slice(0, start) + (value === "" ? "" : writeEntry(before, value, isList, ending)) + source.slice(end);
}

/** The lines that the form has no fields for, as YAML. */
export function readRest(source: string, formKeys: ReadonlySet<string>): string {
  return restEntries(source, formKeys)
    .map(({ start, end }) => source.slice(start, end))
    .join("");
}

/** Replaces the frontmatter's other lines with the smallest splice. */
export function changeRest(source: string | undefined, formKeys: ReadonlySet<string>, rest: string): string {
  if (source === undefined) return rest.trim() === "" ? "" : `---\n${rest.trimEnd()}\n---`;
  const after = rest === "" || rest.endsWith("\n") ? rest : `${rest}\n`;
  const splice = smallestSplice(readRest(source, formKeys), after);
  if (splice === undefined) return source;
  let result = source;
  let length = 0;
  let insertAt = bodyRange(source).end;
  const cuts = restEntries(source, formKeys).map(({ start, end }) => {
    const toSource = (offset: number) => start + Math.min(Math.max(offset - length, 0), end - start);
    const cut = { start: toSource(splice.start), end: toSource(splice.start + splice.deleted) };
    if (splice.start >= length && splice.start <= length + end - start) insertAt = cut.start;
    length += end - start;
    return cut;
  });
  // From the last line to the first, so that the offsets stay valid.
  for (const { start, end } of cuts.toReversed()) {
    result = result.slice(0, start) + (start === insertAt ? splice.insert : "") + result.slice(end);
    if (start === insertAt) insertAt = -1;
  }
  return insertAt < 0 ? result : result.slice(0, insertAt) + splice.insert + result.slice(insertAt);
}

function restEntries(source: string, formKeys: ReadonlySet<string>): Entry[] {
  return readEntries(source).filter(({ key, value }) => key === undefined || value === undefined || !formKeys.has(key));
}

/** The part between the fences. */
function bodyRange(source: string): { start: number; end: number } {
  const start = source.indexOf("\n") + 1;
  const end = source.lastIndexOf("\n") + 1;
  return { start, end: Math.max(start, end) };
}

/** Each key is parsed separately: while someone types, one broken value must not hide all others. */
function readEntries(source: string): Entry[] {
  const { start, end } = bodyRange(source);
  const entries: Omit<Entry, "value">[] = [];
  for (let at = start, lineEnd = at; at < end; at = lineEnd) {
    lineEnd = source.indexOf("\n", at) + 1;
    const line = source.slice(at, lineEnd).trimEnd();
    const key = /^(?:([\w:.-]*\w)|"([^"]+)"|'([^']+)')[ \t]*:(?=\s|$)/.exec(line);
    const last = entries.findLastIndex((entry) => entry.key !== undefined);
    const owner = /^[ \t]|^- /.test(line) ? entries[last] : undefined;
    if (owner === undefined) entries.push({ key: key?.[1] ?? key?.[2] ?? key?.[3], start: at, end: lineEnd });
    else {
      // Blank lines and comments in between belong to the key too.
      entries.length = last + 1;
      owner.end = lineEnd;
    }
  }
  return entries.map((entry) => ({ ...entry, value: plainValue(valueNode(source.slice(entry.start, entry.end))) }));
}

/** The value of the only key in a text, with all scalars as strings. */
function valueNode(text: string): Node | undefined {
  const { contents, errors } = parseDocument(text, { schema: "failsafe", logLevel: "silent" });
  const [pair] = isMap(contents) ? contents.items : [];
  const node = (pair?.value as Node | null | undefined) ?? undefined;
  // A comment after a list on one line isn't part of the list.
  if (isSeq(node) && node.flow && !text.slice(node.range?.[0], node.range?.[1]).includes("\n")) node.comment = null;
  return errors.length > 0 ? undefined : node;
}

/** A string on one line, or a list of strings without comments. Undefined for everything else. */
function plainValue(node: Node | undefined): string | undefined {
  if (isSeq<Node>(node)) {
    const values = node.items.map((item) =>
      item.comment == null && item.commentBefore == null ? plainValue(item) : undefined,
    );
    if (node.comment != null || values.some((value) => value === undefined || value.includes(","))) return undefined;
    return values.filter((value) => value !== "").join(", ");
  }
  const isPlain = isScalar(node) && node.anchor === undefined && node.tag === undefined;
  // A folded text is one line, with a line break at its end.
  const value = isPlain ? String(node.value ?? "").replace(/\n$/, "") : undefined;
  return value?.includes("\n") === true ? undefined : value;
}

/** The lines of a key with another value, in the notation of the old value. */
function writeEntry(text: string, value: string, isList: boolean, ending: string): string {
  const colon = text.search(/:(?:\s|$)/) + 1;
  const found = valueNode(text);
  const node = plainValue(found) === undefined || found?.range?.[0] === found?.range?.[1] ? undefined : found;
  const [start = colon, end = text.length] = node?.range ?? [];
  const old = text.slice(start, end).trimEnd();
  const head = node === undefined ? `${text.slice(0, colon)} ` : text.slice(0, start);
  const tail = text.slice(start + old.length);
  if (!isList && !isSeq(node)) return head + quote(value, node) + tail;
  const items = value.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]));
  const like = isSeq<Node>(node) ? node.items : [];
  const written = items.map((item, index) => quote(item, like[index] ?? like.at(-1)));
  if (!isSeq(node) || node.flow) return `${head}[${written.join(", ")}]${tail}`;
  const indent = head.slice(head.lastIndexOf("\n") + 1);
  return head + written.map((item) => `- ${item}`).join(ending + indent) + tail;
}

function quote(value: string, like: Node | undefined): string {
  const type = isScalar(like) ? (like as Scalar).type : undefined;
  const defaultStringType = type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE" ? type : "PLAIN";
  if (defaultStringType === "PLAIN" && (value === "true" || value === "false")) return value;
  return stringify(value, { defaultStringType, lineWidth: 0, compat: "yaml-1.1" }).trimEnd();
}
