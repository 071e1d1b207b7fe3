import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";

export interface ChartSeries {
  kind: "bar" | "line";
  name: string | undefined;
  values: number[];
}

export interface XyChart {
  title: string | undefined;
  isHorizontal: boolean;
  categories: string[];
  categoryTitle: string | undefined;
  valueTitle: string | undefined;
  /** The range of the value axis, if given. */
  valueRange: [number, number] | undefined;
  series: ChartSeries[];
}

const number = String.raw`[+-]?(?:\d{1,15}(?:\.\d{1,9})?|\.\d{1,9})`;
const range = new RegExp(`^(.*?)\\s*(${number})\\s*-->\\s*(${number})$`);
const series = /^(bar|line)\s*(?:"([^"]*)"|([^[\s]+))?\s*\[(.*)\]$/;
const list = /^(.*?)\s*\[(.*)\]$/;
const listItem = /\s*(?:"([^"]*)"|([^,]*))\s*(?:,|$)/y;
const columnsMax = 60;
const seriesMax = 8;

export function readXyChart({ header, lines }: DiagramSource): XyChart {
  const chart: XyChart = {
    title: undefined,
    isHorizontal: /\bhorizontal\b/.test(header),
    categories: [],
    categoryTitle: undefined,
    valueTitle: undefined,
    valueRange: undefined,
    series: [],
  };
  let categoryRange: [number, number] | undefined;
  for (const line of lines) {
    const [, word, words = ""] = /^(title|x-axis|y-axis)\s+(.+)$/.exec(line.text) ?? [];
    if (word === "title") chart.title = unquoted(words);
    else if (word === "y-axis") [chart.valueTitle, chart.valueRange] = readRange(words);
    else if (word === "x-axis" && list.test(words)) {
      const [, title, items = ""] = list.exec(words) ?? [];
      chart.categoryTitle = titleOf(title);
      chart.categories = readList(items);
    } else if (word === "x-axis") [chart.categoryTitle, categoryRange] = readRange(words);
    else chart.series.push(readSeries(line));
  }
  const columns = Math.max(0, ...chart.series.map(({ values }) => values.length));
  if (columns === 0) throw new DiagramProblem("it has no values");
  if (columns > columnsMax || chart.series.length > seriesMax)
    throw new DiagramProblem(`it has more than ${columnsMax} values in a row or ${seriesMax} rows`);
  const places = Math.max(columns, chart.categories.length);
  if (places > columnsMax) throw new DiagramProblem(`it has more than ${columnsMax} names on an axis`);
  if (chart.categories.length < places) chart.categories = numberedPlaces(places, categoryRange, chart.categories);
  return chart;
}

function readSeries(line: DiagramLine): ChartSeries {
  const [, kind, quotedName, plainName, items = ""] = series.exec(line.text) ?? [];
  if (kind !== "bar" && kind !== "line") throw notUnderstood(line);
  const texts = items.split(",").map((item) => item.trim());
  if (!texts.every((text) => new RegExp(`^${number}$`).test(text))) throw notUnderstood(line);
  return { kind, name: quotedName ?? plainName, values: texts.map(Number) };
}

/** `"Title" 0 --> 100`; both parts are optional. */
function readRange(words: string): [string | undefined, [number, number] | undefined] {
  const [whole, title, from, to] = range.exec(words) ?? [];
  if (whole === undefined) return [titleOf(words), undefined];
  const ends: [number, number] = [Number(from), Number(to)];
  if (ends[0] >= ends[1]) throw new DiagramProblem("an axis of it ends before it starts");
  return [titleOf(title), ends];
}

function readList(items: string): string[] {
  return [...items.matchAll(new RegExp(listItem, "gy"))]
    .map(([, quoted, plain]) => quoted ?? plain?.trim() ?? "")
    .filter((item, index, all) => item !== "" || index < all.length - 1);
}

/** Unnamed columns are labeled with the axis values, or counted from one. */
function numberedPlaces(count: number, ends: [number, number] | undefined, named: string[]): string[] {
  const [first, last] = ends ?? [1, count];
  const step = count === 1 ? 0 : (last - first) / (count - 1);
  return Array.from(
    { length: count },
    (_, index) => named[index] ?? String(Math.round((first + index * step) * 100) / 100),
  );
}

function titleOf(words: string | undefined): string | undefined {
  const title = unquoted((words ?? "").trim());
  return title === "" ? undefined : title;
}

function unquoted(words: string): string {
  return words.replace(/^"(.*)"$/, "$1").trim();
}
