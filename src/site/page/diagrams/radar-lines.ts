import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";

export interface RadarCurve {
  name: string;
  /** One value per axis. */
  values: number[];
}

export interface Radar {
  title: string | undefined;
  axes: string[];
  curves: RadarCurve[];
  min: number;
  max: number;
  ticks: number;
  isPolygon: boolean;
  showsLegend: boolean;
}

const axis = /\s*([\p{L}\p{N}_-]+)\s*(?:\[\s*"?([^\]"]*)"?\s*\])?\s*(?:,|$)/uy;
const curve = /\s*([\p{L}\p{N}_-]+)\s*(?:\[\s*"?([^\]"]*)"?\s*\])?\s*\{([^}]*)\}\s*(?:,|$)/uy;
const number = /^-?\d{1,15}(?:\.\d{1,9})?$/;
const axesMax = 40;
const curvesMax = 24;
const ticksMax = 20;
const ticksUsual = 5;

export function readRadar({ lines }: DiagramSource): Radar {
  const axes: { id: string; name: string }[] = [];
  const written: { name: string; cells: string[]; line: DiagramLine }[] = [];
  const settings = new Map<string, string>();
  let title: string | undefined;
  for (const line of joinBraces(lines)) {
    const [, word = "", rest = ""] = /^(\w+)\s*(.*)$/.exec(line.text) ?? [];
    if (word === "axis") for (const [, id = "", name] of partsOf(axis, rest, line)) axes.push({ id, name: name ?? id });
    else if (word === "curve")
      for (const [, id = "", name, list = ""] of partsOf(curve, rest, line))
        written.push({ name: name ?? id, cells: list.split(",").map((cell) => cell.trim()), line });
    else if (word === "title") title = rest;
    else if (/^(?:min|max|ticks|graticule|showLegend)$/.test(word)) settings.set(word, rest);
    else throw notUnderstood(line);
  }
  if (axes.length < 3) throw new DiagramProblem("it has fewer than three axes");
  if (written.length === 0) throw new DiagramProblem("it has no curve");
  if (axes.length > axesMax || written.length > curvesMax)
    throw new DiagramProblem(`it has more than ${axesMax} axes or ${curvesMax} curves`);
  const curves = written.map(({ name, cells, line }) => ({ name, values: valuesOf(cells, axes, line) }));
  const min = numberOf(settings.get("min")) ?? 0;
  const max = numberOf(settings.get("max")) ?? Math.max(...curves.flatMap(({ values }) => values));
  if (max <= min) throw new DiagramProblem("its largest value is not above its smallest");
  return {
    title,
    axes: axes.map(({ name }) => name),
    curves,
    min,
    max,
    ticks: Math.min(ticksMax, Math.max(1, Math.round(numberOf(settings.get("ticks")) ?? ticksUsual))),
    isPolygon: settings.get("graticule") === "polygon",
    showsLegend: settings.get("showLegend") !== "false",
  };
}

/** The values of a curve may be on their own lines. */
function joinBraces(lines: readonly DiagramLine[]): DiagramLine[] {
  const joined: DiagramLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const isOpen = last !== undefined && last.text.lastIndexOf("{") > last.text.lastIndexOf("}");
    if (isOpen) joined[joined.length - 1] = { ...last, text: `${last.text} ${line.text}` };
    else joined.push(line);
  }
  return joined;
}

function partsOf(pattern: RegExp, text: string, line: DiagramLine): RegExpExecArray[] {
  const sticky = new RegExp(pattern, pattern.flags);
  const parts: RegExpExecArray[] = [];
  while (sticky.lastIndex < text.length) {
    const part = sticky.exec(text);
    if (part === null) throw notUnderstood(line);
    parts.push(part);
  }
  return parts;
}

/** In axis order, or each with the name of its axis. */
function valuesOf(cells: string[], axes: { id: string }[], line: DiagramLine): number[] {
  const named = new Map(
    cells.map((cell) => cell.split(":")).map(([id = "", value]) => [id.trim(), numberOf(value?.trim())] as const),
  );
  const isNamed = cells.every((cell) => cell.includes(":"));
  const values = axes.map(({ id }, index) => (isNamed ? named.get(id) : numberOf(cells[index])));
  if (cells.length !== axes.length) throw new DiagramProblem(`its line ${line.number} needs a value for each axis`);
  return values.map((value) => {
    if (value === undefined) throw notUnderstood(line);
    return value;
  });
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && number.test(text) ? Number(text) : undefined;
}
