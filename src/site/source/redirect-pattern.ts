/** A source such as `/user/:id/files/*`, ready to be compared with paths segment by segment. */
export interface RedirectPattern {
  head: Segment[];
  /** The part that may match several segments. If there is none, the tail directly follows the head. */
  open?: OpenPart | undefined;
  /** The name of `:rest*`, in the pattern for paths where that part is absent. */
  absent?: string | undefined;
  tail: Segment[];
}

/** The parts of a path that the placeholders of a source matched, by name. A star has the name `*`. */
export type Taken = ReadonlyMap<string, string>;

/** A segment of a path. `:id.html` has a name and a text; `guides` has only a text. */
interface Segment {
  name: string | undefined;
  text: string;
}

/** `:rest*`, `v1-*.html` or `:id-*`: a named segment and a text, then anything, then a text. */
interface OpenPart {
  name: string | undefined;
  before: string;
  /** The name of the part that may match anything. */
  star: string;
  after: string;
}

export const placeholdersMax = 10;
export const sourceLengthMax = 1_000;

const placeholder = /\/:(\w+)(\*)?|\*/g;

/** `:slug` for each named placeholder and `*` for each star, in order. */
export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(placeholder)].map(([, name]) => (name === undefined ? "*" : `:${name}`));
}

/** The number of placeholders that may match several segments. Two would allow too many ways to split a path. */
export function countOpenEnds(path: string): number {
  return [...path.matchAll(placeholder)].filter(([, name, star]) => name === undefined || star !== undefined).length;
}

/** A source with `:rest*` has two patterns, because both the placeholder and the slash before it may be absent. */
export function compilePatterns(source: string): RedirectPattern[] {
  const parts = source.split("/").slice(1);
  const index = parts.findIndex((part) => part.includes("*"));
  if (index === -1) return [{ head: parts.map(parseSegment), tail: [] }];
  const head = parts.slice(0, index).map(parseSegment);
  const tail = parts.slice(index + 1).map(parseSegment);
  const [before = "", after = ""] = (parts[index] ?? "").split("*");
  const { name, text } = parseSegment(before);
  if (name === undefined || text !== "") return [{ head, open: { name, before: text, star: "*", after }, tail }];
  const rest: RedirectPattern = { head, open: { name: undefined, before: "", star: name, after }, tail };
  const last = head.pop();
  if (last === undefined) return after === "" && tail.length > 0 ? [rest, { head, absent: name, tail }] : [rest];
  const joined = [...head, { ...last, text: last.text + after }];
  return [
    { ...rest, head: [...head, last] },
    { head: joined, absent: name, tail },
  ];
}

function parseSegment(part: string): Segment {
  const name = /^:(\w+)/.exec(part)?.[1];
  return { name, text: name === undefined ? part : part.slice(name.length + 1) };
}

/** Compares a path, given as its segments, with a pattern. Each segment is compared only once. */
export function matchPattern(pattern: RedirectPattern, segments: readonly string[]): Taken | undefined {
  const { head, open, absent, tail } = pattern;
  const fixed = head.length + tail.length;
  if (open === undefined ? segments.length !== fixed : segments.length <= fixed) return undefined;
  const tailStart = segments.length - tail.length;
  if (!fits(head, segments, 0) || !fits(tail, segments, tailStart)) return undefined;
  const taken: [string, string][] = takeNames(head, segments, 0);
  if (absent !== undefined) taken.push([absent, ""]);
  if (open !== undefined) {
    const found = takeOpen(open, segments.slice(head.length, tailStart));
    if (found === undefined) return undefined;
    taken.push(...found);
  }
  taken.push(...takeNames(tail, segments, tailStart));
  // Reversed, so that the first of several placeholders with the same name wins.
  return new Map(taken.reverse());
}

function fits(list: Segment[], segments: readonly string[], start: number): boolean {
  return list.every(({ name, text }, index) => {
    const segment = segments[start + index] ?? "";
    return name === undefined ? segment === text : segment.length > text.length && segment.endsWith(text);
  });
}

function takeNames(list: Segment[], segments: readonly string[], start: number): [string, string][] {
  return list.flatMap(({ name, text }, index) => {
    const segment = segments[start + index] ?? "";
    return name === undefined ? [] : [[name, segment.slice(0, segment.length - text.length)]];
  });
}

function takeOpen(open: OpenPart, segments: readonly string[]): [string, string][] | undefined {
  const { name, before, star, after } = open;
  const [first = ""] = segments;
  const last = segments.at(-1) ?? "";
  const firstEnd = segments.length === 1 ? first.length - after.length : first.length;
  if (!last.endsWith(after) || firstEnd < before.length) return undefined;
  // A named part matches as much of its segment as possible, like a greedy group in a regular expression.
  const start = name === undefined ? 0 : first.slice(0, firstEnd).lastIndexOf(before);
  if (name === undefined ? !first.startsWith(before) : start < 1) return undefined;
  const text = segments.join("/");
  const rest: [string, string] = [star, text.slice(start + before.length, text.length - after.length)];
  return name === undefined ? [rest] : [[name, text.slice(0, start)], rest];
}
