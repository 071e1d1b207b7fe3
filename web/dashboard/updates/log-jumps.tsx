import { CircleX, TriangleAlert } from "lucide-react";
import type { LogRowLine } from "./log-row.tsx";

const shownMax = 50;

/** What is wrong, above the log: errors first, each leads to its line. */
export function LogJumps({ rows, onJump }: { rows: readonly LogRowLine[]; onJump: (index: number) => void }) {
  const errors = rows.filter(({ severity }) => severity === "error");
  const warnings = rows.filter(({ severity }) => severity === "warning");
  const found = [...errors, ...warnings];
  if (found.length === 0) {
    return null;
  }
  return (
    <details className="group border-b border-log-line" open={errors.length > 0}>
      <summary className="flex items-center gap-4 px-4 py-2 text-[13px] hover:bg-log-raised">
        {errors.length > 0 && (
          <span className="inline-flex items-center gap-1.5 text-log-danger">
            <CircleX size={16} aria-hidden /> {errors.length} {errors.length === 1 ? "error" : "errors"}
          </span>
        )}
        {warnings.length > 0 && (
          <span className="inline-flex items-center gap-1.5 text-log-warn">
            <TriangleAlert size={16} aria-hidden /> {warnings.length} {warnings.length === 1 ? "warning" : "warnings"}
          </span>
        )}
        <span className="ml-auto text-xs text-log-faint">
          <span className="group-open:hidden">Show them</span>
          <span className="hidden group-open:inline">Hide them</span>
        </span>
      </summary>
      <ul className="max-h-72 overflow-y-auto pb-2">
        {found.slice(0, shownMax).map(({ index, text, severity }) => (
          <li key={index}>
            <button
              type="button"
              onClick={() => onJump(index)}
              className={`block w-full px-4 py-1 text-left font-mono text-[12.5px] leading-5 break-words hover:bg-log-raised ${severity === "error" ? "text-log-danger" : "text-log-warn"}`}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      {found.length > shownMax && (
        <p className="px-4 pb-2 text-xs text-log-faint">And {found.length - shownMax} more in the log.</p>
      )}
    </details>
  );
}
