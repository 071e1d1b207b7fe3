import { useId, useState } from "react";

interface PlotPoint {
  label: string;
  value: number;
}

const width = 320;
const height = 72;
const headroom = 4;

/** A bar chart without axes. Values are shown on hover and focus, and as a table for screen readers. */
export function Plot({ title, points }: { title: string; points: readonly PlotPoint[] }) {
  const [shown, setShown] = useState<number>();
  const id = useId();
  const max = Math.max(1, ...points.map(({ value }) => value));
  const step = width / Math.max(1, points.length);
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const point = shown === undefined ? undefined : points[shown];
  return (
    <figure className="grid gap-2" aria-labelledby={id}>
      <figcaption className="flex items-baseline justify-between gap-3">
        <span id={id} className="text-[13px] text-ink-faint">
          {title}
        </span>
        <span className="flex-none text-[13px] text-ink-faint tabular-nums">
          {point === undefined ? "" : `${point.label}: `}
          <span className="text-lg font-semibold text-ink">{(point?.value ?? total).toLocaleString("en")}</span>
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-18 w-full"
        aria-hidden="true"
        onMouseLeave={() => setShown(undefined)}
      >
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="stroke-line" />
        {points.map(({ label, value }, index) => {
          const bar = (value / max) * (height - headroom);
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same values.
            <g key={label} onMouseEnter={() => setShown(index)}>
              <rect x={index * step} y="0" width={step} height={height} fill="transparent" />
              <rect
                x={index * step + step * 0.15}
                y={height - bar}
                width={step * 0.7}
                height={bar}
                rx="1"
                className={shown === undefined || shown === index ? "fill-accent" : "fill-accent/40"}
              />
            </g>
          );
        })}
      </svg>
      <div className="-mt-1 flex justify-between text-[11px] leading-4 text-ink-faint tabular-nums" aria-hidden>
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {points.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
