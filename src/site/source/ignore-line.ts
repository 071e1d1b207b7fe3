/** One line of gitignore syntax. */
export interface IgnoreLine {
  /** True if the line starts with `!`. Paths that match it aren't ignored, even if an earlier line matches them. */
  isNegated: boolean;
  /** True if the line ends with a slash, so that it only matches folders. */
  isFoldersOnly: boolean;
  /** Groups of segments between `**`. For a line without a slash, a single segment that must match the file name. */
  segments: Segment[][] | Segment;
}

/** A segment of a path, as groups of characters between stars. */
interface Segment {
  characters: Character[][];
}

/** Undefined for `?`, which is any character. */
type Character = string | CharacterSet | undefined;

interface CharacterSet {
  isNegated: boolean;
  ranges: [first: string, last: string][];
}

/** Called before each comparison. Throws if there are too many. */
type TakeStep = () => void;

const anySegment: Segment = { characters: [[], []] };

/** Undefined for a line that matches nothing, such as a comment or a line that git considers invalid. */
export function parseIgnoreLine(line: string): IgnoreLine | undefined {
  const trimmed = withoutEndSpaces(line);
  if (trimmed === "" || trimmed.startsWith("#")) return undefined;
  const isNegated = trimmed.startsWith("!");
  const isFoldersOnly = trimmed.endsWith("/");
  const text = trimmed.slice(isNegated ? 1 : 0, isFoldersOnly ? -1 : undefined);
  const parts = parseParts(text.startsWith("/") ? text.slice(1) : text);
  const [first] = parts ?? [];
  if (parts === undefined || first === undefined) return undefined;
  if (!text.includes("/")) return { isNegated, isFoldersOnly, segments: first.segment };
  const segments: Segment[][] = [[]];
  for (const { segment, isGap } of parts) {
    if (isGap) segments.push([]);
    else segments.at(-1)?.push(segment);
  }
  // `a/**` matches everything in the folder, but not the folder itself.
  if (parts.at(-1)?.isGap === true) segments.at(-1)?.push(anySegment);
  return { isNegated, isFoldersOnly, segments };
}

export function matchesLine({ segments }: IgnoreLine, path: readonly string[], takeStep: TakeStep): boolean {
  if (!Array.isArray(segments)) return matchesSegment(segments, path.at(-1) ?? "", takeStep);
  return matchesGroups(segments, path.length, (segment, index) => matchesSegment(segment, path[index] ?? "", takeStep));
}

function matchesSegment({ characters }: Segment, text: string, takeStep: TakeStep): boolean {
  return matchesGroups(characters, text.length, (character, index) => {
    takeStep();
    return matchesCharacter(character, text.charAt(index));
  });
}

function matchesCharacter(character: Character, given: string): boolean {
  if (character === undefined || typeof character === "string") return character === undefined || character === given;
  return character.ranges.some(([first, last]) => first <= given && given <= last) !== character.isNegated;
}

/**
 * Matches groups of items with arbitrary gaps between them. The first group must be at the start, and the last group at
 * the end. For each group in between, taking its first match is always correct, so no backtracking is needed.
 */
function matchesGroups<Item>(groups: Item[][], length: number, fits: (item: Item, index: number) => boolean): boolean {
  const fitsAt = (group: Item[], start: number) => group.every((item, index) => fits(item, start + index));
  const [first = [], ...others] = groups;
  const last = others.pop();
  if (last === undefined) return first.length === length && fitsAt(first, 0);
  const end = length - last.length;
  if (end < first.length || !fitsAt(first, 0) || !fitsAt(last, end)) return false;
  let start = first.length;
  for (const group of others) {
    while (start + group.length <= end && !fitsAt(group, start)) start += 1;
    start += group.length;
  }
  return start <= end;
}

interface Part {
  segment: Segment;
  /** True if the part consists of two or more stars. */
  isGap: boolean;
}

/** Undefined if the text ends in a backslash or in an open bracket. */
function parseParts(text: string): Part[] | undefined {
  const parts: Part[] = [];
  let characters: Character[][] = [[]];
  let stars = 0;
  const endPart = () => {
    const isGap = stars > 1 && characters.every((group) => group.length === 0);
    parts.push({ segment: { characters }, isGap });
    characters = [[]];
    stars = 0;
  };
  for (let index = 0; index < text.length; index += 1) {
    const isEscaped = text[index] === "\\";
    if (isEscaped) index += 1;
    const next = text[index];
    if (next === undefined) return undefined;
    if (next === "/") endPart();
    else if (next === "*" && !isEscaped) {
      stars += 1;
      if (characters.length === 1 || characters.at(-1)?.length !== 0) characters.push([]);
    } else if (next === "[" && !isEscaped) {
      const found = parseSet(text, index + 1);
      if (found === undefined) return undefined;
      characters.at(-1)?.push(found.set);
      index = found.end;
    } else characters.at(-1)?.push(next === "?" && !isEscaped ? undefined : next);
  }
  endPart();
  return parts;
}

/**
 * The content of brackets that open before `start`, and the position of their end. A `]` as the first character is part
 * of the content.
 */
function parseSet(text: string, start: number): { set: CharacterSet; end: number } | undefined {
  const isNegated = text[start] === "!" || text[start] === "^";
  const set: CharacterSet = { isNegated, ranges: [] };
  const first = isNegated ? start + 1 : start;
  let from: string | undefined;
  for (let index = first; index < text.length; index += 1) {
    if (text[index] === "]" && index > first) return { set, end: index };
    const isRange = text[index] === "-" && from !== undefined && index + 1 < text.length && text[index + 1] !== "]";
    if (isRange) index += 1;
    if (text[index] === "\\") index += 1;
    const next = text[index];
    if (next === undefined) return undefined;
    set.ranges.push([isRange && from !== undefined ? from : next, next]);
    from = isRange ? undefined : next;
  }
  return undefined;
}

/** Removes trailing spaces, except those after a backslash. */
function withoutEndSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end -= 1;
  let start = end;
  while (line[start - 1] === "\\") start -= 1;
  return line.slice(0, (end - start) % 2 === 1 ? end + 1 : end);
}
