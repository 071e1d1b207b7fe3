import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, Suspense, useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { editorApi } from "../editor-client.ts";
import { type Conflict, conflictsQuery, type DraftAddress } from "./publish-queries.ts";

/** The view that merges a text, loaded on demand. */
export type MergeViewComponent = ComponentType<{
  base: string;
  mine: string;
  theirs: string;
  onChange: (result: { text: string; openConflicts: number }) => void;
}>;

interface ConflictsDialogProps {
  address: DraftAddress;
  branch: string;
  mergeView: MergeViewComponent;
  onClose: () => void;
}

/** Shows one conflict after the other, until all are resolved. */
export function ConflictsDialog({ address, branch, mergeView, onClose }: ConflictsDialogProps) {
  const conflicts = useQuery({ ...conflictsQuery(address), staleTime: 0 });
  const queries = useQueryClient();
  const resolve = useMutation({
    mutationFn: (resolution: { path: string; use?: "mine" | "theirs"; text?: string; sequence?: number }) =>
      editorApi.resolveConflict({ ...address, ...resolution }),
    onSuccess: async ({ conflicts: left }) => {
      await queries.invalidateQueries({ queryKey: ["draft", address.draftId] });
      if (left.length === 0) onClose();
    },
    // The page may have changed meanwhile, so show its current version.
    onError: () => void conflicts.refetch(),
  });
  const [first] = conflicts.data?.conflicts ?? [];
  const left = conflicts.data?.conflicts.length ?? 0;
  return (
    <Dialog
      title={left > 1 ? `Resolve ${count(left, "conflict")}` : "Resolve the conflict"}
      isOpen
      width="wide"
      {...{ onClose }}
    >
      {conflicts.error !== null && <Problem error={conflicts.error} onRetry={() => void conflicts.refetch()} />}
      {conflicts.isPending && <p className="text-ink-faint">Loading…</p>}
      {conflicts.data !== undefined && first === undefined && (
        <>
          <p>No conflicts with {branch}.</p>
          <DialogActions>
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </>
      )}
      {first !== undefined && (
        <OneConflict
          key={`${first.path} ${first.sequence}`}
          {...{ conflict: first, branch, mergeView }}
          change={resolve}
          onResolve={(resolution) => resolve.mutate({ path: first.path, ...resolution })}
        />
      )}
    </Dialog>
  );
}

interface OneConflictProps {
  conflict: Conflict;
  branch: string;
  mergeView: MergeViewComponent;
  change: { error: unknown; isPending: boolean };
  onResolve: (resolution: { use: "mine" | "theirs" } | { text: string; sequence: number }) => void;
}

function OneConflict({ conflict, branch, mergeView: MergeView, change, onResolve }: OneConflictProps) {
  const { path, about, reason, base, mine, theirs, sequence } = conflict;
  const [text, setText] = useState<string>();
  const isText = mine !== null && theirs !== null;
  return (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">
        <code>{path}</code>
      </p>
      <p className="mt-1 mb-4 text-ink-soft">{about}</p>
      {isText && (
        <Suspense fallback={<p className="text-ink-faint">Loading…</p>}>
          <MergeView
            base={base ?? ""}
            mine={mine}
            theirs={theirs}
            onChange={(result) => setText(result.openConflicts === 0 ? result.text : undefined)}
          />
        </Suspense>
      )}
      {change.error !== null && <Problem error={change.error} className="mt-4" />}
      <DialogActions>
        <Button disabled={change.isPending} onClick={() => onResolve({ use: "theirs" })}>
          {theirWords[reason](branch)}
        </Button>
        <Button disabled={change.isPending} onClick={() => onResolve({ use: "mine" })}>
          {reason === "removed_here" ? "Remove the file" : "Keep the draft's version"}
        </Button>
        {isText && (
          <Button
            look="primary"
            isBusy={change.isPending}
            disabled={text === undefined}
            onClick={() => text !== undefined && onResolve({ text, sequence })}
          >
            Save merged page
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const theirWords: Record<Conflict["reason"], (branch: string) => string> = {
  overlap: (branch) => `Use the version of ${branch}`,
  both_added: (branch) => `Use the version of ${branch}`,
  media: (branch) => `Use the version of ${branch}`,
  removed_there: () => "Remove the file",
  removed_here: () => "Keep the file",
};
