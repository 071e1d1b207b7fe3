import { useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useIsDark } from "../shell/theme.ts";
import { plotScale } from "../ui/plot.tsx";
import { dayLabel, describeChange, type Period, pointLabel, timeOf } from "./period.ts";

export interface ChartPoint {
  /** A day or an hour. */
  at: string;
  value: number;
  before: { at: string; value: number } | undefined;
}

interface TimeChartProps {
  title: string;
  points: readonly ChartPoint[];
  /** Called with the days that someone has marked with the pointer. */
  onZoom: (period: Period) => void;
}

const height = 260;

/** A line with the period before as a dashed one. The values are shown on hover; a table has to be next to the chart. */
export function TimeChart({ title, points, onZoom }: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  const [shown, setShown] = useState<{ index: number; left: number }>();
  const zoom = useRef(onZoom);
  zoom.current = onZoom;
  const key = JSON.stringify(points);
  // Refetched points that are the same mustn't redraw the chart under the pointer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the points.
  const stable = useMemo(() => points, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colors on the canvas.
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const chart = new uPlot(optionsOf(element, stable, setShown, zoom), dataOf(stable), element);
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [stable, isDark]);
  const point = shown && stable[shown.index];
  return (
    <div className="relative" role="img" aria-label={`${title}: ${summaryOf(stable)}`}>
      <div ref={frame} className="h-65" />
      {point !== undefined && shown !== undefined && <Tooltip title={title} point={point} left={shown.left} />}
    </div>
  );
}

function Tooltip({ title, point: { at, value, before }, left }: { title: string; point: ChartPoint; left: number }) {
  const change = before && describeChange(value, before.value);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-2 z-10 w-max max-w-56 -translate-x-1/2 rounded-control border border-line bg-raised px-3 py-2 text-[13px] leading-5 shadow-float tabular-nums"
      style={{ left: `clamp(96px, ${Math.round(left)}px, calc(100% - 96px))` }}
    >
      <span className="block text-ink-faint">{pointLabel(at)}</span>
      <span className="block font-medium">
        {value.toLocaleString("en")} {title.toLowerCase()}
        {change !== undefined && <span className="ml-1.5 font-normal text-ink-faint">{change}</span>}
      </span>
      {before !== undefined && (
        <span className="block text-ink-faint">
          {before.value.toLocaleString("en")} on {pointLabel(before.at)}
        </span>
      )}
    </div>
  );
}

function summaryOf(points: readonly ChartPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return "no values";
  const highest = points.reduce((top, point) => (point.value > top.value ? point : top), first);
  const peak = `at most ${highest.value.toLocaleString("en")}, on ${pointLabel(highest.at)}`;
  return `${pointLabel(first.at)} to ${pointLabel(last.at)}, ${peak}`;
}

function dataOf(points: readonly ChartPoint[]): uPlot.AlignedData {
  return [
    points.map(({ at }) => timeOf(at) / 1_000),
    points.map(({ before }) => before?.value ?? null),
    points.map(({ value }) => value),
  ];
}

function optionsOf(
  element: HTMLElement,
  points: readonly ChartPoint[],
  show: (shown: { index: number; left: number } | undefined) => void,
  zoom: { readonly current: (period: Period) => void },
): uPlot.Options {
  const color = colorReader(element);
  const font = `11px ${getComputedStyle(element).fontFamily}`;
  const top = plotScale(points.flatMap(({ value, before }) => [value, before?.value ?? 0]));
  const isByHour = points.some(({ at }) => at.length > 10);
  const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);
  const axis = { stroke: color("--color-ink-faint"), font, ticks: { show: false } };
  return {
    width: element.clientWidth,
    height,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC"),
    cursor: { y: false, drag: { x: !isByHour, y: false, setScale: false }, points: { size: 8, width: 2 } },
    scales: { y: { range: [0, top] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 72,
        values: (_, splits) =>
          splits.map((at) =>
            isByHour ? `${new Date(at * 1_000).toISOString().slice(11, 13)}:00` : dayLabel(dayOf(at)),
          ),
      },
      {
        ...axis,
        size: axisWidth,
        splits: [0, top / 2, top],
        values: (_, splits) => splits.map((value) => compactFormat.format(value)),
        grid: { stroke: color("--color-line"), width: 1 },
      },
    ],
    series: [
      {},
      { stroke: color("--color-line-strong"), width: 1.5, dash: [4, 4], points: { show: false } },
      {
        stroke: color("--color-accent"),
        fill: color("--color-chart-fill"),
        width: 2,
        points: { show: points.length === 1 },
      },
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left } }) => {
          const isInside = idx != null && left !== undefined && left >= 0;
          show(isInside ? { index: idx, left: left + axisWidth } : undefined);
        },
      ],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          const [from, to] = [chart.posToIdx(left), chart.posToIdx(left + width)].map((index) => points[index]?.at);
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          if (width > zoomPixelsMin && from !== undefined && to !== undefined) zoom.current({ from, to });
        },
      ],
    },
  };
}

const axisWidth = 48;
const zoomPixelsMin = 8;
const compactFormat = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A canvas can't use custom properties, so the browser computes their colors. */
function colorReader(element: HTMLElement): (name: string) => string {
  return (name) => {
    const before = element.style.color;
    element.style.color = `var(${name})`;
    const { color } = getComputedStyle(element);
    element.style.color = before;
    return color;
  };
}
