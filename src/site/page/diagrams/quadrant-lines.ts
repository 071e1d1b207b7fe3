import { type DiagramLine, notUnderstood } from "./diagram-source.ts";

interface QuadrantPoint {
  name: string;
  /** From 0 to 1, rightward and upward. */
  x: number;
  y: number;
  radius: number | undefined;
  color: string | undefined;
}

interface Quadrants {
  title: string | undefined;
  /** Quadrant names by number. */
  fields: Map<number, string>;
  points: QuadrantPoint[];
  xAxis: string[] | undefined;
  yAxis: string[] | undefined;
}

const point =
  /^(.+?)(?::::([\w-]+))?\s*:\s*\[\s*([01](?:\.\d{1,9})?|\.\d{1,9})\s*,\s*([01](?:\.\d{1,9})?|\.\d{1,9})\s*\](.*)$/;
const radiusMax = 40;

export function readQuadrants(lines: readonly DiagramLine[]): Quadrants {
  const chart: Quadrants = { title: undefined, fields: new Map(), points: [], xAxis: undefined, yAxis: undefined };
  const looks = new Map<string, string>();
  for (const { text } of lines) {
    const [, name, look] = /^classDef\s+([\w-]+)\s+(.+)$/.exec(text) ?? [];
    if (name !== undefined) looks.set(name, look ?? "");
  }
  for (const line of lines) {
    const [, word = "", words = ""] = /^(title|x-axis|y-axis|quadrant-[1-4]|classDef)\s+(.+)$/.exec(line.text) ?? [];
    if (word === "title") chart.title = unquoted(words);
    else if (word === "x-axis") chart.xAxis = axisWords(words);
    else if (word === "y-axis") chart.yAxis = axisWords(words);
    else if (word.startsWith("quadrant-")) chart.fields.set(Number(word.at(-1)), unquoted(words));
    else if (word !== "classDef") chart.points.push(readPoint(line, looks));
  }
  return chart;
}

function readPoint(line: DiagramLine, looks: ReadonlyMap<string, string>): QuadrantPoint {
  const [, name, className, x, y, ownLook = ""] = point.exec(line.text) ?? [];
  if (name === undefined || Number(x) > 1 || Number(y) > 1) throw notUnderstood(line);
  // A point's own style takes precedence over its class.
  const look = `${ownLook}, ${className === undefined ? "" : (looks.get(className) ?? "")}`;
  const radius = /\bradius\s*:\s*(\d{1,3})/.exec(look)?.[1];
  return {
    name: unquoted(name.trim()),
    x: Number(x),
    y: Number(y),
    radius: radius === undefined ? undefined : Math.min(Number(radius), radiusMax),
    color: /(?<![\w-])color\s*:\s*(#[0-9a-f]{6}|#[0-9a-f]{3})\b/i.exec(look)?.[1],
  };
}

/** `Low --> High`, or one label for the whole axis. */
function axisWords(words: string): string[] {
  return words
    .split(/\s*-->\s*/)
    .slice(0, 2)
    .map((word) => unquoted(word.trim()))
    .filter((word) => word !== "");
}

function unquoted(words: string): string {
  return words.replace(/^"(.*)"$/, "$1");
}
