const contextLines = 3;
// With more differences a minimal diff takes too long; the rest is shown as one block.
const differencesMax = 500;

type Line = { sign: " " | "-" | "+"; text: string };

/** A unified diff without a header. Undefined means that the file doesn't exist. */
export function unifiedDiff(before: string | undefined, after: string | undefined): string {
  const lines = diffLines(split(before), split(after));
  return hunks(lines)
    .map(({ start, oldLine, newLine, end }) => {
      const shown = lines.slice(start, end);
      const oldCount = shown.filter(({ sign }) => sign !== "+").length;
      const newCount = shown.filter(({ sign }) => sign !== "-").length;
      const head = `@@ -${oldCount === 0 ? 0 : oldLine},${oldCount} +${newCount === 0 ? 0 : newLine},${newCount} @@`;
      return [head, ...shown.map(({ sign, text }) => `${sign}${text}`)].join("\n");
    })
    .join("\n");
}

function split(text: string | undefined): string[] {
  if (text === undefined || text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function diffLines(before: readonly string[], after: readonly string[]): Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const [old, fresh] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return [
    ...lined(" ", before.slice(0, head)),
    ...(shortestEdit(old, fresh) ?? [...lined("-", old), ...lined("+", fresh)]),
    ...lined(" ", before.slice(before.length - tail)),
  ];
}

/** Myers' algorithm for a minimal diff. Undefined if there are too many differences. */
function shortestEdit(before: readonly string[], after: readonly string[]): Line[] | undefined {
  const reached = new Map<number, number>([[1, 0]]);
  const history: Map<number, number>[] = [];
  for (let edits = 0; edits <= Math.min(before.length + after.length, differencesMax); edits += 1) {
    history.push(new Map(reached));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(reached, diagonal, edits) ? at(reached, diagonal + 1) : at(reached, diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reached.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return walkBack(before, after, history);
    }
  }
  return undefined;
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  history: readonly Map<number, number>[],
): Line[] {
  const lines: Line[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = history.length - 1; edits >= 0; edits -= 1) {
    const reached = history[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const from = isDown(reached, diagonal, edits) ? diagonal + 1 : diagonal - 1;
    const startX = at(reached, from);
    const startY = startX - from;
    while (x > startX && y > startY && x > 0 && y > 0) {
      lines.push({ sign: " ", text: before[x - 1] ?? "" });
      x -= 1;
      y -= 1;
    }
    if (edits === 0) break;
    lines.push(x === startX ? { sign: "+", text: after[y - 1] ?? "" } : { sign: "-", text: before[x - 1] ?? "" });
    [x, y] = [startX, startY];
  }
  return lines.reverse();
}

function isDown(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  return diagonal === -edits || (diagonal !== edits && at(reached, diagonal - 1) < at(reached, diagonal + 1));
}

function at(reached: ReadonlyMap<number, number>, diagonal: number): number {
  return reached.get(diagonal) ?? 0;
}

function lined(sign: Line["sign"], texts: readonly string[]): Line[] {
  return texts.map((text) => ({ sign, text }));
}

/** Hunks with context lines; nearby changes share a hunk. */
function hunks(lines: readonly Line[]): { start: number; end: number; oldLine: number; newLine: number }[] {
  const pieces: { start: number; end: number; oldLine: number; newLine: number }[] = [];
  let [oldLine, newLine] = [1, 1];
  const numbers = lines.map(({ sign }) => {
    const place = { oldLine, newLine };
    if (sign !== "+") oldLine += 1;
    if (sign !== "-") newLine += 1;
    return place;
  });
  for (const [index, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    const start = Math.max(0, index - contextLines);
    const end = Math.min(lines.length, index + contextLines + 1);
    const last = pieces.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else pieces.push({ start, end, ...(numbers[start] ?? { oldLine: 1, newLine: 1 }) });
  }
  return pieces;
}
