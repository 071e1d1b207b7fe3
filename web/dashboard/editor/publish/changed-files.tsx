import { ChevronRight, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { DiffBody } from "../../diff/diff-body.tsx";
import { parsePatch } from "../../diff/parse-patch.ts";
import { RowButton } from "../../ui/button.tsx";
import type { ChangedFile } from "../draft-queries.ts";
import { changes } from "../tree/tree-item.tsx";

interface ChangedFilesProps {
  files: readonly ChangedFile[];
  onOpenPage?: ((path: string) => void) | undefined;
  onRevert?: ((file: ChangedFile) => void) | undefined;
}

/** The files that a draft changes, each with its diff. */
export function ChangedFiles({ files, onOpenPage, onRevert }: ChangedFilesProps) {
  return (
    <ul className="grid gap-2" aria-label="Changed files">
      {files.map((file) => (
        <li key={file.path} className="flex items-start gap-2 *:[button]:mt-2">
          <FileDiff file={file} onOpenPage={onOpenPage} />
          {onRevert !== undefined && (
            <RowButton
              label={`Revert ${file.title}`}
              icon={<Undo2 size={16} />}
              look="ghost"
              onClick={() => onRevert(file)}
            >
              Revert
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}

function FileDiff({ file, onOpenPage }: { file: ChangedFile; onOpenPage: ((path: string) => void) | undefined }) {
  const { path, movedFrom, change, title, patch = "" } = file;
  const hunks = useMemo(() => parsePatch(patch), [patch]);
  return (
    <details className="group min-w-0 flex-1 overflow-clip rounded-card border border-line bg-surface">
      <summary className="flex min-h-10 cursor-pointer items-center gap-2.5 px-3 py-1.5 group-open:border-b group-open:border-line">
        <ChevronRight size={16} className="flex-none text-ink-faint group-open:rotate-90" aria-hidden />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{title}</span>
          <code className="block truncate text-ink-faint">
            {movedFrom !== undefined && `${movedFrom} → `}
            {path}
          </code>
        </span>
        <span className={`flex-none text-[13px] ${changes[change].color}`}>{changes[change].sign}</span>
      </summary>
      {onOpenPage !== undefined && change !== "removed" && (
        <p className="border-b border-line px-4 py-2">
          <button type="button" className="text-accent hover:underline" onClick={() => onOpenPage(path)}>
            Open {title}
          </button>
        </p>
      )}
      <div className="overflow-x-auto">
        <DiffBody path={path} change={change} hunks={hunks} isNarrow />
      </div>
    </details>
  );
}
