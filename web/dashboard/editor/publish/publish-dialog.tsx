import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useProject } from "../../shell/current-project.ts";
import { PullLink } from "../../shell/pull-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Problem } from "../../ui/problem.tsx";
import { changesQuery, type DraftChanges, type DraftParams, draftQuery } from "../draft-queries.ts";
import { type EditorAnswer, editorApi } from "../editor-client.ts";
import { BaseNotes } from "./base-notes.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import { ConflictsDialog } from "./conflicts-dialog.tsx";

export type PublishWay = "publish" | "review";

export interface PublishDialogProps {
  way: PublishWay;
  draft: DraftParams;
  /** The number of errors that the build found in the draft's pages. */
  problems: number;
  /** Sends edits that aren't stored yet. */
  onBeforeSend: () => Promise<void>;
  onClose: () => void;
}

type Outcome =
  | ({ way: "publish" } & EditorAnswer<"publishDraft">)
  | ({ way: "review" } & EditorAnswer<"requestReview">);

/** The last check before a draft is published or reviewed. */
export function PublishDialog({ way, draft, problems, onBeforeSend, onClose }: PublishDialogProps) {
  // Refetched each time, because the draft and its base branch change.
  const changes = useQuery({ ...changesQuery(draft), staleTime: 0, refetchOnMount: "always" });
  const [outcome, setOutcome] = useState<Outcome>();
  const [isResolving, setResolving] = useState(false);
  const title = way === "publish" ? "Publish" : "Request a review";
  if (isResolving) {
    return <ConflictsDialog draft={draft} onClose={() => setResolving(false)} />;
  }
  return (
    <Dialog title={title} isOpen onClose={onClose} width="wide">
      {changes.error !== null && <Problem error={changes.error} onRetry={() => void changes.refetch()} />}
      {changes.data === undefined && changes.error === null && <p className="text-ink-faint">Loading…</p>}
      {outcome !== undefined && <Done outcome={outcome} onClose={onClose} />}
      {changes.data !== undefined && outcome === undefined && (
        <CommitForm
          {...{ way, draft, problems, onBeforeSend }}
          changes={changes.data}
          onResolve={() => setResolving(true)}
          onCancel={onClose}
          onSent={setOutcome}
        />
      )}
    </Dialog>
  );
}

interface CommitFormProps extends Omit<PublishDialogProps, "onClose"> {
  changes: DraftChanges;
  onResolve: () => void;
  onCancel: () => void;
  onSent: (outcome: Outcome) => void;
}

function CommitForm({ way, draft, changes, problems, onBeforeSend, onResolve, onCancel, onSent }: CommitFormProps) {
  const queries = useQueryClient();
  // The suggested text follows the changes until the person edits it.
  const [title, setTitle] = useState<string>();
  const [message, setMessage] = useState<string>();
  const send = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      await onBeforeSend();
      const commit = { ...draft, title: (title ?? changes.title).trim(), message: message ?? changes.message };
      return way === "publish"
        ? { way, ...(await editorApi.publishDraft(commit)) }
        : { way, ...(await editorApi.requestReview(commit)) };
    },
    onSuccess: (outcome) => (outcome.way === "publish" && !outcome.isOpen ? onCancel() : onSent(outcome)),
    onSettled: () => queries.invalidateQueries(draftQuery(draft)),
  });
  const { files, base, publish } = changes;
  const isBlocked = files.length === 0 || (way === "publish" && (base.conflicts.length > 0 || !publish.allowed));
  return (
    <Form className="grid gap-4" onSubmit={() => send.mutate()}>
      {files.length === 0 && <p className="text-ink-soft">This draft has no changes.</p>}
      {way === "review" && publish.reason !== null && <p className="text-ink-soft">{publish.reason}</p>}
      <BaseNotes {...{ base, problems, onResolve }} />
      <TextField
        label="Title"
        required
        maxLength={200}
        value={title ?? changes.title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label="Description"
        isOptional
        rows={3}
        value={message ?? changes.message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <ChangedFiles files={files} />
      {send.error !== null && <Problem error={send.error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={send.isPending} disabled={isBlocked}>
          {send.isPending ? busyWords[way] : actionWords(way, changes.status)}
        </Button>
      </DialogActions>
    </Form>
  );
}

const busyWords: Record<PublishWay, string> = { publish: "Publishing…", review: "Requesting review…" };

export function actionWords(way: PublishWay, status: DraftChanges["status"] | undefined): string {
  if (way === "publish") return "Publish";
  return status === "review" ? "Update pull request" : "Request review";
}

function Done({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { params } = useProject();
  return (
    <div role="status">
      {outcome.way === "publish" ? (
        <p>Published. Live in a few seconds. New edits arrived meanwhile, so the draft stays open.</p>
      ) : (
        <p>Pull request #{outcome.number} is open for review.</p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {outcome.way === "review" && (
          <PullLink link={outcome.url} className={buttonClass("primary")}>
            View pull request
          </PullLink>
        )}
        {outcome.way === "publish" && outcome.updateId !== null && (
          <Link
            to="/$organization/$domain/updates/$updateId"
            params={{ ...params, updateId: outcome.updateId }}
            className={buttonClass("primary")}
          >
            View update
          </Link>
        )}
      </DialogActions>
    </div>
  );
}
