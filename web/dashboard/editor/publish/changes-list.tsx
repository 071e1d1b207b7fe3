import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useAction } from "../../ui/use-action.ts";
import { type ChangedFile, changesQuery, type DraftParams, draftQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import { ChangedFiles } from "./changed-files.tsx";

interface ChangesListProps {
  draft: DraftParams;
  canWrite: boolean;
  onOpenPage: (path: string) => void;
}

/** The draft's changes, each with a button to revert it. */
export function ChangesList({ draft, canWrite, onOpenPage }: ChangesListProps) {
  const { data, error, refetch } = useQuery(changesQuery(draft));
  const [reverting, setReverting] = useState<ChangedFile>();
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-ink-faint">Loading…</p>;
  if (data.files.length === 0) {
    return <p className="text-ink-soft">No changes yet. Open a page and start writing.</p>;
  }
  return (
    <>
      <ChangedFiles files={data.files} onOpenPage={onOpenPage} onRevert={canWrite ? setReverting : undefined} />
      {data.isCut && <p className="mt-3 text-[13px] text-ink-faint">Some diffs are too long to be shown.</p>}
      {reverting !== undefined && (
        <RevertDialog draft={draft} file={reverting} onClose={() => setReverting(undefined)} />
      )}
    </>
  );
}

interface RevertDialogProps {
  draft: DraftParams;
  file: ChangedFile;
  onClose: () => void;
}

/** Restores the committed version of a file. */
function RevertDialog({ draft, file, onClose }: RevertDialogProps) {
  const revert = useAction(() => editorApi.revertDraftFile({ ...draft, path: file.path }), {
    rereads: [draftQuery(draft)],
    showsError: true,
    message: `Reverted ${file.title}.`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog title={`Revert ${file.title}?`} action="Revert" change={revert} onClose={onClose}>
      <p>{consequences[file.change](file)}</p>
    </ConfirmDialog>
  );
}

const consequences: Record<ChangedFile["change"], (file: ChangedFile) => string> = {
  added: ({ path }) => `${path} is removed from the draft. This can't be undone.`,
  modified: ({ path }) => `This draft's changes to ${path} are discarded.`,
  removed: ({ path }) => `${path} is kept.`,
  renamed: ({ path, movedFrom = "" }) =>
    `${path} moves back to ${movedFrom}, and this draft's changes to it are discarded.`,
};
