import { useId, useState } from "react";

interface PlotPoint {
  /** Required if two points can have the same label. */
  id?: string;
  label: string;
  value: number;
}

interface PlotProps {
  title: string;
  points: readonly PlotPoint[];
  /** The value at the top of the axis, for plots that share a scale. Defaults to a value that fits the points. */
  scale?: number;
  /** The change from an earlier period. */
  note?: string | undefined;
  /** The number above the bars. Defaults to the total. */
  headline?: number;
  unit?: string;
}

const width = 320;
const height = 72;

/** A bar chart. Values are shown on hover and as a table for screen readers. */
export function Plot({
  title,
  points,
  scale = plotScale(points.map(({ value }) => value)),
  note,
  headline = points.reduce((sum, { value }) => sum + value, 0),
  unit = "",
}: PlotProps) {
  const [shown, setShown] = useState<number>();
  const id = useId();
  const step = width / Math.max(1, points.length);
  const point = shown === undefined ? undefined : points[shown];
  return (
    <figure className="grid gap-2" aria-labelledby={id}>
      <figcaption>
        <span id={id} className="block truncate text-[13px] text-ink-faint">
          {title}
        </span>
        <span className="flex items-baseline justify-between gap-3 text-[13px] whitespace-nowrap text-ink-faint tabular-nums">
          <span className="text-lg font-semibold text-ink">{withUnit(point?.value ?? headline, unit)}</span>
          <span className="truncate">{point?.label ?? note}</span>
        </span>
      </figcaption>
      <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-18 w-full"
          aria-hidden="true"
          onMouseLeave={() => setShown(undefined)}
        >
          {[0.5, height / 2, height - 0.5].map((y) => (
            <line key={y} x1="0" x2={width} y1={y} y2={y} className="stroke-line" />
          ))}
          {points.map(({ label, value, id: key = label }, index) => {
            const bar = (Math.min(value, scale) / scale) * height;
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same values.
              <g key={key} onMouseEnter={() => setShown(index)}>
                <rect x={index * step} y="0" width={step} height={height} fill="transparent" />
                <rect
                  x={index * step + step * 0.15}
                  y={height - bar}
                  width={step * 0.7}
                  height={bar}
                  className={shown === undefined || shown === index ? "fill-accent" : "fill-accent/40"}
                />
              </g>
            );
          })}
        </svg>
        <div
          className="-my-2 flex h-22 flex-col justify-between text-right text-[11px] leading-4 text-ink-faint tabular-nums"
          aria-hidden
        >
          <span>{withUnit(scale, unit)}</span>
          <span>{withUnit(scale / 2, unit)}</span>
          <span>0</span>
        </div>
        <div className="mt-1 flex justify-between text-[11px] leading-4 text-ink-faint tabular-nums" aria-hidden>
          <span>{points[0]?.label}</span>
          <span>{points.at(-1)?.label}</span>
        </div>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {points.map(({ label, value, id: key = label }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{withUnit(value, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function withUnit(value: number, unit: string): string {
  return value.toLocaleString("en") + unit;
}

/** The next even round number: 4, 10, 20, 40, 100 and so on. Never less than 4, so that a single event stays a small bar. */
export function plotScale(values: readonly number[]): number {
  const max = Math.max(4, ...values);
  const magnitude = 10 ** Math.floor(Math.log10(max));
  return magnitude * ([1, 2, 4, 10].find((factor) => factor * magnitude >= max) ?? 10);
}
