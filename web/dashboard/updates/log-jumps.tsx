import { CircleX, TriangleAlert } from "lucide-react";
import { count } from "../../../src/contract/count.ts";
import { FileLink, type FindFileTarget } from "./file-link.tsx";
import { type LogRowLine, placeText } from "./log-row.tsx";

const shownMax = 50;

interface LogJumpsProps {
  rows: readonly LogRowLine[];
  fileLink?: FindFileTarget | undefined;
  onJump: (index: number) => void;
}

/** Errors, then warnings, each with a link to its line in the log. */
export function LogJumps({ rows, fileLink, onJump }: LogJumpsProps) {
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
            <CircleX size={16} /> {count(errors.length, "error")}
          </span>
        )}
        {warnings.length > 0 && (
          <span className="inline-flex items-center gap-1.5 text-log-warn">
            <TriangleAlert size={16} /> {count(warnings.length, "warning")}
          </span>
        )}
        <span className="ml-auto text-xs text-log-faint">
          <span className="group-open:hidden">Show them</span>
          <span className="hidden group-open:inline">Hide them</span>
        </span>
      </summary>
      <ul className="max-h-72 overflow-y-auto pb-2">
        {found.slice(0, shownMax).map((row) => (
          <li
            key={row.index}
            className={`flex items-baseline gap-3 px-4 font-mono text-[12.5px] leading-5 hover:bg-log-raised ${row.severity === "error" ? "text-log-danger" : "text-log-warn"}`}
          >
            <button
              type="button"
              onClick={() => onJump(row.index)}
              className="min-w-0 flex-1 py-1 text-left [overflow-wrap:anywhere]"
            >
              {row.text}
            </button>
            <SourceLink row={row} fileLink={fileLink} />
          </li>
        ))}
      </ul>
      {found.length > shownMax && (
        <p className="px-4 pb-2 text-xs text-log-faint">And {found.length - shownMax} more in the log.</p>
      )}
    </details>
  );
}

/** The file that the line names at its end, as a link. */
function SourceLink({ row: { file, line }, fileLink }: { row: LogRowLine; fileLink: FindFileTarget | undefined }) {
  const link = file === undefined ? undefined : fileLink?.(file, line);
  return link === undefined ? null : (
    <span className="flex-none font-sans text-xs">
      <FileLink link={link}>
        Open<span className="sr-only"> {placeText(file, line)}</span>
      </FileLink>
    </span>
  );
}
