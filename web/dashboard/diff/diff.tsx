import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { Badge } from "../ui/badge.tsx";
import { DiffBody } from "./diff-body.tsx";
import { type FileChangeKind, parsePatch } from "./parse-patch.ts";

interface DiffProps extends Pick<DiffTitleProps, "path" | "previousPath" | "change"> {
  diff: string;
  /** Whether the diff starts collapsed. */
  isClosed?: boolean;
}

/** Longer diffs start collapsed. */
const openLinesMax = 400;

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
        <ChevronRight size={16} className="text-ink-faint group-open:rotate-90" />
        <DiffTitle {...{ path, previousPath, change, added, removed }} />
      </summary>
      <DiffBody path={path} change={change} hunks={hunks} />
    </details>
  );
}

interface DiffTitleProps {
  path: string;
  previousPath?: string | undefined;
  change: FileChangeKind;
  /** The percentage of a renamed file that is unchanged. */
  similarity?: number | undefined;
  added: number;
  removed: number;
}

export function DiffTitle({ path, previousPath, change, similarity, added, removed }: DiffTitleProps) {
  const tone = change === "removed" ? "danger" : change === "added" ? "ok" : "plain";
  return (
    <>
      <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {previousPath !== undefined && <span className="text-ink-faint">{previousPath} → </span>}
        {path}
      </code>
      {change !== "modified" && (
        <Badge tone={tone}>{similarity === undefined ? change : `${change}, ${similarity}% unchanged`}</Badge>
      )}
      <span className="text-[12.5px] whitespace-nowrap tabular-nums">
        <span className="text-ok">{added} added</span> <span className="text-danger">{removed} removed</span>
      </span>
    </>
  );
}
