import type { Origin, Scope, Value } from "../page-tree.ts";

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

/** The line of a character offset. Line starts are cached, because one text can create many elements. */
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
