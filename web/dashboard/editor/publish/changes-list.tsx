import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "../../shell/current-project.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { showMessage } from "../../ui/toast.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import { type ChangedFile, changesQuery, type DraftAddress } from "./publish-queries.ts";

interface ChangesListProps {
  draftId: string;
  onOpenPage: (path: string) => void;
  /** Restores the committed version of a file; missing for people who can't change the draft. */
  onRevert?: (path: string) => Promise<unknown>;
}

/** The draft's changes, each with a button to revert it. */
export function ChangesList({ draftId, onOpenPage, onRevert }: ChangesListProps) {
  const { project } = useProject();
  const address = { projectId: project.id, draftId };
  const changes = useQuery(changesQuery(address));
  const [reverting, setReverting] = useState<ChangedFile>();
  if (changes.error !== null) {
    return <Problem error={changes.error} onRetry={() => void changes.refetch()} />;
  }
  if (changes.data === undefined) {
    return <p className="text-ink-faint">Loading…</p>;
  }
  const { files, isCut } = changes.data;
  if (files.length === 0) {
    return <p className="text-ink-soft">No changes yet. Open a page and start writing.</p>;
  }
  return (
    <>
      <ChangedFiles files={files} onOpenPage={onOpenPage} onRevert={onRevert && setReverting} />
      {isCut && <p className="mt-3 text-[13px] text-ink-faint">Some diffs are too long to be shown.</p>}
      {reverting !== undefined && onRevert !== undefined && (
        <RevertDialog file={reverting} {...{ address, onRevert }} onClose={() => setReverting(undefined)} />
      )}
    </>
  );
}

interface RevertDialogProps {
  file: ChangedFile;
  address: DraftAddress;
  onRevert: (path: string) => Promise<unknown>;
  onClose: () => void;
}

function RevertDialog({ file, address, onRevert, onClose }: RevertDialogProps) {
  const queries = useQueryClient();
  const revert = useMutation({
    mutationFn: () => onRevert(file.path),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["draft", address.draftId] });
      showMessage(`Reverted ${file.title}.`);
      onClose();
    },
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
