import type { Value } from "./value.ts";

/** The text that code comes from, so that a message can name its line. */
export interface Origin {
  file: string;
  text: string;
  /** The line of the file on which the text starts. */
  line: number;
  lineStarts?: number[];
}

/** Names and what they stand for. A function sees its own names, then those around it, then those of its file. */
export interface Scope {
  origin: Origin;
  names: Map<string, Value>;
  parent: Scope | undefined;
  /** The names of a function or a block, which it may give other values. */
  isLocal?: boolean;
  /** Finds what is only worked out when it is used: constants and imports of a file. May throw a Refusal. */
  find?: (name: string) => { value: Value } | undefined;
}

export function createScope(parent: Scope): Scope {
  return { origin: parent.origin, names: new Map(), parent, isLocal: true };
}

export function lookUp(scope: Scope, name: string): { value: Value } | undefined {
  for (let current: Scope | undefined = scope; current !== undefined; current = current.parent) {
    if (current.names.has(name)) return { value: current.names.get(name) };
    const found = current.find?.(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The place of a character of the text. The starts of the lines are found once: a text may make many elements. */
export function placeIn(origin: Origin, offset: number): { file: string; line: number } {
  origin.lineStarts ??= lineStartsOf(origin.text);
  let low = 0;
  let high = origin.lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((origin.lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { file: origin.file, line: origin.line + low };
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
