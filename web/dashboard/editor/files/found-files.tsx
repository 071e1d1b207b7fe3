import { FileText, Replace, ReplaceAll } from "lucide-react";
import { count } from "../../../../src/contract/count.ts";
import { IconButton } from "../../ui/button.tsx";
import type { EditorAnswer } from "../editor-client.ts";

export type FoundFile = EditorAnswer<"searchDraft">["files"][number];
export type FoundMatch = FoundFile["matches"][number];

interface FoundFilesProps {
  files: readonly FoundFile[];
  /** Includes matches that aren't listed. */
  fileCount: number;
  isBusy: boolean;
  onOpen: (path: string, place: { start: number; end: number }) => void;
  /** Replaces one match, or all matches of the file. */
  onReplace?: (file: FoundFile, match?: FoundMatch) => void;
}

/** The matches by file, each highlighted in its line. */
export function FoundFiles({ files, fileCount, isBusy, onOpen, onReplace }: FoundFilesProps) {
  return (
    <div className="grid gap-3">
      {files.map((file) => (
        <section key={file.path} aria-label={file.path} className="overflow-hidden rounded-card border border-line">
          <h3 className="flex items-center gap-2 border-b border-line bg-sunken py-1 pr-1 pl-3 text-[13px] font-medium">
            <FileText size={16} strokeWidth={1.75} className="flex-none text-ink-faint" aria-hidden />
            <span className="min-w-0 flex-1 truncate" title={file.path}>
              {file.path}
            </span>
            <span className="text-xs font-normal text-ink-soft tabular-nums">
              {count(file.count, "match", "matches")}
            </span>
            {onReplace !== undefined && (
              <IconButton label={`Replace all in ${file.path}`} disabled={isBusy} onClick={() => onReplace(file)}>
                <ReplaceAll size={16} />
              </IconButton>
            )}
          </h3>
          <ul>
            {file.matches.map((match) => (
              <li key={match.start} className="flex items-center gap-1 border-line not-last:border-b hover:bg-hover">
                <button
                  type="button"
                  className="flex min-w-0 flex-1 items-baseline gap-3 px-3 py-1.5 text-left text-[13px] leading-5 pointer-coarse:min-h-10"
                  onClick={() => onOpen(file.path, { start: match.start, end: match.start + match.match.length })}
                >
                  <span className="w-8 flex-none text-right font-mono text-xs text-ink-faint">
                    <span className="sr-only">Line </span>
                    {match.line}
                  </span>
                  <span className="min-w-0 truncate text-ink-soft">
                    {match.before}
                    <mark className="rounded-[3px] bg-warn-soft px-px font-medium text-ink">{match.match}</mark>
                    {match.after}
                  </span>
                </button>
                {onReplace !== undefined && (
                  <IconButton
                    label={`Replace in line ${match.line}`}
                    disabled={isBusy}
                    onClick={() => onReplace(file, match)}
                    className="mr-1"
                  >
                    <Replace size={16} />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
          {file.count > file.matches.length && (
            <p className="border-t border-line px-3 py-1.5 text-[13px] text-ink-faint">
              {count(file.count - file.matches.length, "more match", "more matches")} in this file.
            </p>
          )}
        </section>
      ))}
      {fileCount > files.length && (
        <p className="text-[13px] text-ink-faint">
          {count(fileCount - files.length, "more file")} with matches. A longer text finds fewer.
        </p>
      )}
    </div>
  );
}
