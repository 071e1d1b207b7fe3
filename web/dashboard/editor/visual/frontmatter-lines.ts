/** A key at the start of a line of the frontmatter, with everything that belongs to it. */
interface Entry {
  /** Undefined for comments, blank lines and anything else without a key. */
  key: string | undefined;
  start: number;
  end: number;
  /** The value as a text, or undefined if it is more than a plain value. */
  value: string | undefined;
}

export type FrontmatterFields = ReadonlyMap<string, string>;

/** The plain values of the frontmatter. A list of plain values is given as `a, b`. */
export function readFields(source: string): FrontmatterFields {
  return new Map(
    readEntries(source).flatMap(({ key, value }): [string, string][] =>
      key === undefined || value === undefined ? [] : [[key, value]],
    ),
  );
}

/** The keys whose values aren't plain, which a form can't show. */
export function complexKeys(source: string): string[] {
  return readEntries(source).flatMap(({ key, value }) => (key !== undefined && value === undefined ? [key] : []));
}

/** The frontmatter with one value changed, added or (if empty) removed. All other lines keep their bytes. */
export function changeField(source: string | undefined, key: string, value: string, isList = false): string {
  if (source === undefined) return value === "" ? "" : `---\n${fieldLine(key, value, "", isList)}\n---`;
  const entry = readEntries(source).find((candidate) => candidate.key === key);
  const ending = source.includes("\r\n") ? "\r\n" : "\n";
  if (entry === undefined) {
    if (value === "") return source;
    const at = bodyRange(source).end;
    return `${source.slice(0, at)}${fieldLine(key, value, "", isList)}${ending}${source.slice(at)}`;
  }
  if (value === "") return source.slice(0, entry.start) + source.slice(entry.end);
  const before = source.slice(entry.start, entry.end).trimEnd();
  return `${source.slice(0, entry.start)}${fieldLine(key, value, before, isList)}${ending}${source.slice(entry.end)}`;
}

/** The lines that the form has no fields for, as YAML. */
export function readRest(source: string, formKeys: ReadonlySet<string>): string {
  return restPieces(source, formKeys)
    .map(({ start, end }) => source.slice(start, end))
    .join("");
}

/** The frontmatter with its other lines changed by the smallest splice. */
export function changeRest(source: string | undefined, formKeys: ReadonlySet<string>, rest: string): string {
  if (source === undefined) return rest.trim() === "" ? "" : `---\n${rest.trimEnd()}\n---`;
  const pieces = restPieces(source, formKeys);
  const before = readRest(source, formKeys);
  const after = rest === "" || rest.endsWith("\n") ? rest : `${rest}\n`;
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let same = 0;
  const sameMax = Math.min(before.length, after.length) - start;
  while (same < sameMax && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  const end = before.length - same;
  let result = "";
  let at = 0;
  let isInserted = false;
  let passed = 0;
  const insert = () => {
    if (!isInserted) result += after.slice(start, after.length - same);
    isInserted = true;
  };
  for (const piece of pieces) {
    const length = piece.end - piece.start;
    const from = Math.min(Math.max(start - passed, 0), length);
    const to = Math.min(Math.max(end - passed, 0), length);
    result += source.slice(at, piece.start + from);
    if (start <= passed + length) insert();
    at = piece.start + to;
    passed += length;
  }
  if (!isInserted) {
    const { end: bodyEnd } = bodyRange(source);
    result += source.slice(at, bodyEnd);
    at = bodyEnd;
    insert();
  }
  return result + source.slice(at);
}

function restPieces(source: string, formKeys: ReadonlySet<string>): Entry[] {
  return readEntries(source).filter(({ key, value }) => key === undefined || value === undefined || !formKeys.has(key));
}

/** The part between the fences. */
function bodyRange(source: string): { start: number; end: number } {
  const start = source.indexOf("\n") + 1;
  const end = source.lastIndexOf("\n") + 1;
  return { start, end: Math.max(start, end) };
}

function readEntries(source: string): Entry[] {
  const { start, end } = bodyRange(source);
  const entries: Entry[] = [];
  let at = start;
  while (at < end) {
    const lineEnd = source.indexOf("\n", at) + 1;
    const line = source.slice(at, lineEnd).trimEnd();
    const last = entries.at(-1);
    const key = /^(?:([\w:.-]*\w)|"([^"]+)"|'([^']+)')[ \t]*:(?=\s|$)/.exec(line);
    if (key !== null) {
      entries.push({ key: key[1] ?? key[2] ?? key[3], start: at, end: lineEnd, value: undefined });
    } else if (last?.key !== undefined && (/^[ \t]/.test(line) || line.startsWith("- "))) last.end = lineEnd;
    else entries.push({ key: undefined, start: at, end: lineEnd, value: undefined });
    at = lineEnd;
  }
  return entries.map((entry) => ({ ...entry, value: entryValue(source.slice(entry.start, entry.end)) }));
}

function entryValue(text: string): string | undefined {
  const [first = "", ...others] = text.trimEnd().split(/\r?\n/);
  const written = first.slice(first.search(/:(?:\s|$)/) + 1).trim();
  if (others.length === 0) {
    return written.startsWith("[") && written.endsWith("]")
      ? listValue(written.slice(1, -1).split(","))
      : scalar(written);
  }
  if (written !== "" || !others.every((line) => /^[ \t]*- /.test(line))) return undefined;
  return listValue(others.map((line) => line.trimStart().slice(2)));
}

function listValue(items: readonly string[]): string | undefined {
  const values = items.map((item) => scalar(item.trim())).filter((value) => value !== "");
  return values.some((value) => value === undefined || value.includes(",")) ? undefined : values.join(", ");
}

/** A plain or quoted value on one line. */
function scalar(text: string): string | undefined {
  if (text.startsWith('"')) {
    try {
      return text.length > 1 && text.endsWith('"') ? String(JSON.parse(text)) : undefined;
    } catch {
      return undefined;
    }
  }
  if (text.startsWith("'")) {
    const inner = text.slice(1, -1);
    return text.length > 1 && text.endsWith("'") && !inner.replaceAll("''", "").includes("'")
      ? inner.replaceAll("''", "'")
      : undefined;
  }
  return /^[[{&*!|>%@`]|\s#|:\s/.test(text) ? undefined : text;
}

/** One line, in the notation of the line before. */
function fieldLine(key: string, value: string, before: string, isList: boolean): string {
  const name = before === "" ? key : before.slice(0, before.search(/[ \t]*:(?:\s|$)/));
  if (!isList) return `${name}: ${quote(value, before.slice(before.search(/:(?:\s|$)/) + 1).trim()[0])}`;
  const items = value.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]));
  const [, bullet] = /\n([ \t]*- )/.exec(before) ?? [];
  const [, style] = /(?:\[|- )[ \t]*(["'])/.exec(before) ?? [];
  const written = items.map((item) => quote(item, style));
  return bullet === undefined
    ? `${name}: [${written.join(", ")}]`
    : [`${name}:`, ...written.map((item) => bullet + item)].join("\n");
}

function quote(value: string, style: string | undefined): string {
  if (style === '"' || /[\n\t\\]/.test(value)) return JSON.stringify(value);
  if (style === "'") return `'${value.replaceAll("'", "''")}'`;
  const isPlain =
    /^[\p{L}\p{N}/._(][^\n]*$/u.test(value) &&
    !/:\s|:$|\s#|^\s|\s$/.test(value) &&
    !/^(?:true|false|yes|no|on|off|null|~|[\d.+-][\d.,_:eE+-]*)$/i.test(value);
  return isPlain || value === "true" || value === "false" ? value : JSON.stringify(value);
}
