import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { Badge } from "../ui/badge.tsx";
import { colorHunk } from "./color-hunk.ts";
import { InlineRows, SplitRows } from "./diff-rows.tsx";
import { type Hunk, parsePatch } from "./parse-patch.ts";
import { type DiffLayout, useDiffLayout } from "./use-diff-layout.ts";
import { useHighlight } from "./use-highlight.ts";

interface DiffProps {
  path: string;
  previousPath?: string | undefined;
  change: "added" | "modified" | "removed" | "renamed";
  diff: string;
  /** Starts collapsed. */
  isClosed?: boolean;
}

/** Longer diffs start collapsed. */
const openLinesMax = 400;
const shownLinesMax = 4_000;

/** The diff of one file, with tints for changed lines and changed words. */
export function Diff({ path, previousPath, change, diff, isClosed = false }: DiffProps) {
  const hunks = useMemo(() => parsePatch(diff), [diff]);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter(({ kind }) => kind === "added").length;
  const removed = lines.filter(({ kind }) => kind === "removed").length;
  return (
    <details
      open={!isClosed && lines.length <= openLinesMax}
      className="group overflow-clip rounded-card border border-line bg-surface"
    >
      <summary className="flex min-h-10 items-center gap-2.5 px-3 py-1.5 group-open:border-b group-open:border-line">
        <ChevronRight size={16} className="text-ink-faint group-open:rotate-90" aria-hidden />
        <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {previousPath !== undefined && <span className="text-ink-faint">{previousPath} → </span>}
          {path}
        </code>
        {change !== "modified" && (
          <Badge tone={change === "removed" ? "danger" : change === "added" ? "ok" : "plain"}>{change}</Badge>
        )}
        <span className="font-mono text-[12.5px] tabular-nums">
          <span className="text-ok">+{added}</span> <span className="text-danger">−{removed}</span>
        </span>
      </summary>
      {lines.length === 0 && <p className="px-4 py-3 text-ink-soft">Nothing of it can be shown as text.</p>}
      {lines.length > shownLinesMax && (
        <p className="px-4 py-3 text-ink-soft">This diff is too long to be shown here. Fetch the branch to see it.</p>
      )}
      {lines.length > 0 && lines.length <= shownLinesMax && <DiffTable path={path} hunks={hunks} />}
    </details>
  );
}

const columns: Record<DiffLayout, readonly string[]> = {
  inline: ["w-11 max-sm:w-0", "w-11", "w-5", ""],
  split: ["w-11", "w-5", "", "w-11", "w-5", ""],
};

function DiffTable({ path, hunks }: { path: string; hunks: readonly Hunk[] }) {
  const { layout } = useDiffLayout();
  const highlight = useHighlight();
  const colored = hunks.map((hunk) => colorHunk(hunk, (code) => highlight(path, code)));
  return (
    <table className="w-full table-fixed border-collapse font-mono text-[12.5px] leading-5">
      <caption className="sr-only">
        {layout === "split" ? "Before and after, side by side" : "Changes, one line after the other"}
      </caption>
      <colgroup>
        {columns[layout].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
          <col key={index} className={width} />
        ))}
      </colgroup>
      {colored.map((hunk) => (
        <tbody key={`${hunk.before} ${hunk.after}`}>
          {hunk.before > 0 && hunk.after > 0 && (
            <tr className="bg-sunken text-ink-faint">
              <td colSpan={columns[layout].length} className="truncate px-3 py-0.5 text-xs">
                Line {hunk.after}
                {hunk.context !== "" && ` · ${hunk.context}`}
              </td>
            </tr>
          )}
          {layout === "split" ? <SplitRows hunk={hunk} /> : <InlineRows hunk={hunk} />}
        </tbody>
      ))}
    </table>
  );
}
