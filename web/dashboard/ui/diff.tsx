import { useMemo } from "react";
import { Badge } from "./badge.tsx";
import { type DiffLine, readDiff } from "./read-diff.ts";

interface DiffProps {
  path: string;
  change: "added" | "modified" | "removed" | "renamed";
  diff: string;
}

const rows: Record<DiffLine["kind"], string> = {
  same: "",
  hunk: "bg-sunken text-ink-faint",
  added: "bg-ok-soft/70",
  removed: "bg-danger-soft/70",
};
const marks: Record<DiffLine["kind"], string> = { same: " ", hunk: "", added: "+", removed: "−" };
const tints: Record<DiffLine["kind"], string> = { same: "", hunk: "", added: "bg-ok/25", removed: "bg-danger/25" };

/** The change of one file: lines tinted, and inside them the words. */
export function Diff({ path, change, diff }: DiffProps) {
  const lines = useMemo(() => readDiff(diff), [diff]);
  return (
    <details open className="overflow-hidden rounded-card border border-line bg-surface">
      <summary className="flex items-center gap-3 border-b border-line px-4 py-2">
        <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">{path}</code>
        <Badge tone={change === "removed" ? "danger" : change === "added" ? "ok" : "plain"}>{change}</Badge>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <div tabIndex={0} className="max-h-[480px] overflow-auto">
        <div className="w-max min-w-full py-1 font-mono text-[12.5px] leading-5">
          {lines.length === 0 && (
            <p className="px-4 py-2 font-sans text-ink-soft">Nothing of it can be shown as text.</p>
          )}
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff repeat, and never move.
            <div key={index} className={`flex ${rows[line.kind]}`}>
              <span className="w-10 flex-none pr-2 text-right text-ink-faint tabular-nums select-none">
                {line.oldNumber}
              </span>
              <span className="w-10 flex-none pr-2 text-right text-ink-faint tabular-nums select-none">
                {line.newNumber}
              </span>
              <span className="w-4 flex-none select-none" aria-hidden>
                {marks[line.kind]}
              </span>
              <span className="pr-4 whitespace-pre">
                {line.parts.map((part, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <span key={place} className={part.isChanged ? `rounded-xs ${tints[line.kind]}` : ""}>
                    {part.text}
                  </span>
                ))}
              </span>
            </div>
          ))}
        </div>
      </div>
    </details>
  );
}
