import type { Architecture, ArchitectureLink, Side } from "./architecture-lines.ts";

interface Cell {
  column: number;
  row: number;
}

type Move = [columns: number, rows: number];
type Neighbours = Map<string, { other: string; move: Move }[]>;

const columnsUsual = 4;
const stepsMax = 200;
const moves: Record<Side, Move> = { L: [-1, 0], R: [1, 0], T: [0, -1], B: [0, 1] };

/**
 * The cells of a group's direct children: each is placed on the side of its neighbor where their line leaves.
 * Unconnected parts go below, in rows.
 */
export function placeInCells(items: readonly string[], architecture: Architecture): Map<string, Cell> {
  const neighbours = neighboursOf(items, architecture);
  const cells = new Map<string, Cell>();
  for (const start of items) {
    if (cells.has(start) || !neighbours.has(start)) continue;
    const linked = placeLinked(start, neighbours);
    const right = 1 + Math.max(-1, ...[...cells.values()].map(({ column }) => column));
    const left = Math.min(...[...linked.values()].map(({ column }) => column));
    for (const [item, { column, row }] of linked) cells.set(item, { column: column - left + right, row });
  }
  const below = 1 + Math.max(-1, ...[...cells.values()].map(({ row }) => row));
  const alone = items.filter((item) => !neighbours.has(item));
  for (const [index, item] of alone.entries())
    cells.set(item, { column: index % columnsUsual, row: below + Math.floor(index / columnsUsual) });
  return cells;
}

/** Lines between nested parts count for the groups that contain them. */
function neighboursOf(items: readonly string[], { parts, links }: Architecture): Neighbours {
  const own = new Set(items);
  const neighbours: Neighbours = new Map();
  const itemOf = (id: string): string | undefined => {
    let part: string | undefined = id;
    while (part !== undefined && !own.has(part)) part = parts.get(part)?.parent;
    return part;
  };
  for (const link of links) {
    const [from, to] = [itemOf(link.from.id), itemOf(link.to.id)];
    if (from === undefined || to === undefined || from === to) continue;
    const [x, y] = moveOf(link);
    neighbours.set(from, [...(neighbours.get(from) ?? []), { other: to, move: [x, y] }]);
    neighbours.set(to, [...(neighbours.get(to) ?? []), { other: from, move: [-x, -y] }]);
  }
  return neighbours;
}

function placeLinked(start: string, neighbours: Neighbours): Map<string, Cell> {
  const cells = new Map<string, Cell>([[start, { column: 0, row: 0 }]]);
  const taken = new Set(["0 0"]);
  const waiting = [start];
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
    for (const { other, move } of neighbours.get(item) ?? []) {
      if (cells.has(other)) continue;
      let { column, row } = cells.get(item) ?? { column: 0, row: 0 };
      let step = 0;
      do {
        [column, row, step] = [column + move[0], row + move[1], step + 1];
      } while (taken.has(`${column} ${row}`) && step < stepsMax);
      taken.add(`${column} ${row}`);
      cells.set(other, { column, row });
      waiting.push(other);
    }
  }
  return cells;
}

function moveOf({ from, to }: ArchitectureLink): Move {
  const [leave, enter] = [moves[from.side], moves[to.side]];
  const [x, y] = [Math.sign(leave[0] - enter[0]), Math.sign(leave[1] - enter[1])];
  // For lines that leave and enter on the same side, the parts are placed across from each other.
  if (x === 0 && y === 0) return leave[0] === 0 ? [1, 0] : [0, 1];
  return [x, y];
}
