import { formatDuration } from "../ui/format-time.ts";
import type { Step } from "./read-log.ts";

const shades = ["text-accent", "text-accent/75", "text-accent/55", "text-accent/40", "text-accent/25"];

/** Duration of each step, and its share of the total. */
export function StepDurations({ steps, total }: { steps: readonly Step[]; total: number }) {
  return (
    <div className="border-t border-line px-5 py-3.5">
      <svg
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="mb-2.5 h-1.5 w-full rounded-full"
        aria-hidden="true"
      >
        {steps.map(({ name, milliseconds }, index) => {
          const before = steps.slice(0, index).reduce((sum, step) => sum + step.milliseconds, 0);
          return (
            <rect
              key={name}
              x={(before / total) * 100}
              width={(milliseconds / total) * 100}
              height="1"
              className={`fill-current ${shadeOf(index)}`}
            />
          );
        })}
      </svg>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-[13px] text-ink-soft">
        {steps.map(({ name, milliseconds }, index) => (
          <li key={name} className="inline-flex items-center gap-2">
            <span className={`size-2 rounded-full bg-current ${shadeOf(index)}`} aria-hidden />
            {name.replaceAll("-", " ")} <span className="text-ink tabular-nums">{formatDuration(milliseconds)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function shadeOf(index: number): string {
  return shades[Math.min(index, shades.length - 1)] ?? "";
}
