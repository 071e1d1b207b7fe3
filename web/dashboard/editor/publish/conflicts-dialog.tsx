import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { readQuery } from "../../api/read-query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { Problem } from "../../ui/problem.tsx";
import { useAction } from "../../ui/use-action.ts";
import { type DraftParams, draftQuery } from "../draft-queries.ts";
import { type EditorAnswer, editorApi } from "../editor-client.ts";

const MergeView = lazyPart(async () => (await import("../source/merge-view.tsx")).MergeView);

type Conflict = EditorAnswer<"readConflicts">["conflicts"][number];
type Resolution = { use: "mine" | "theirs" } | { text: string; sequence: number };

interface ConflictsDialogProps {
  draft: DraftParams;
  onClose: () => void;
}

/** Shows one conflict after the other, until all are resolved. */
export function ConflictsDialog({ draft, onClose }: ConflictsDialogProps) {
  const conflicts = useQuery({
    ...readQuery(["draft", draft.draftId, "conflicts"], (options) => editorApi.readConflicts(draft, options)),
    staleTime: 0,
  });
  const resolve = useAction(
    (resolution: { path: string } & Resolution) => editorApi.resolveConflict({ ...draft, ...resolution }),
    {
      // After an error too: the page may have changed meanwhile, so its current version is shown.
      rereads: [draftQuery(draft)],
      showsError: true,
      onDone: ({ conflicts: left }) => left.length === 0 && onClose(),
    },
  );
  const [first] = conflicts.data?.conflicts ?? [];
  const left = conflicts.data?.conflicts.length ?? 0;
  return (
    <Dialog
      title={left > 1 ? `Resolve ${count(left, "conflict")}` : "Resolve the conflict"}
      isOpen
      width="full"
      {...{ onClose }}
    >
      {conflicts.error !== null && <Problem error={conflicts.error} onRetry={() => void conflicts.refetch()} />}
      {conflicts.isPending && <p className="text-ink-faint">Loading…</p>}
      {conflicts.data !== undefined && first === undefined && (
        <>
          <p>No conflicts with the published pages.</p>
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
          conflict={first}
          change={resolve}
          onResolve={(resolution) => resolve.mutate({ path: first.path, ...resolution })}
        />
      )}
    </Dialog>
  );
}

interface OneConflictProps {
  conflict: Conflict;
  change: { error: unknown; isPending: boolean };
  onResolve: (resolution: Resolution) => void;
}

function OneConflict({ conflict, change, onResolve }: OneConflictProps) {
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
        {isText && <p className="self-center text-[13px] text-ink-faint">For the whole page:</p>}
        <Button disabled={change.isPending} onClick={() => onResolve({ use: "theirs" })}>
          {reason === "removed_there" ? "Remove the file" : "Use theirs"}
        </Button>
        <Button disabled={change.isPending} onClick={() => onResolve({ use: "mine" })}>
          {reason === "removed_here" ? "Remove the file" : "Keep mine"}
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
