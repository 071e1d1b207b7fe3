import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ChevronsUpDown, GitPullRequest, PencilLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form.tsx";
import { Menu, MenuCaption, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { showMessage } from "../../ui/toast.tsx";
import { editorApi } from "../editor-client.ts";
import { type DraftSummary, draftsQuery, draftTitleLengthMax } from "./draft-queries.ts";

interface DraftSwitcherProps {
  projectId: string;
  /** The open draft; undefined while the person only reads. */
  draftId: string | undefined;
  /** Whether the person may create, rename and discard drafts. */
  canEdit: boolean;
  /** Called with undefined after the open draft was discarded. */
  onSwitch: (draftId: string | undefined) => void;
}

/** Shows the name of the open draft, and a menu of the others. */
export function DraftSwitcher({ projectId, draftId, canEdit, onSwitch }: DraftSwitcherProps) {
  const { data } = useQuery(draftsQuery(projectId));
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<"rename" | "discard">();
  const drafts = data?.drafts ?? [];
  const current = drafts.find(({ id }) => id === draftId);
  const create = useMutation({
    mutationFn: () => editorApi.createDraft({ projectId }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["drafts", projectId] });
      onSwitch(id);
    },
  });
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="flex h-9 min-w-0 max-w-72 items-center gap-2 rounded-control border border-line bg-surface px-3 text-left font-medium hover:bg-hover pointer-coarse:h-10"
          >
            <PencilLine size={16} strokeWidth={1.75} className="flex-none text-ink-faint" aria-hidden />
            <span className="sr-only">Draft: </span>
            <span className="min-w-0 truncate">{current?.title ?? "No draft"}</span>
            <ChevronsUpDown size={14} className="flex-none text-ink-faint" aria-hidden />
          </button>
        }
      >
        {drafts.length > 0 && <MenuCaption>Drafts</MenuCaption>}
        {drafts.map((draft) => (
          <MenuItem
            key={draft.id}
            isCurrent={draft.id === draftId}
            icon={<DraftIcon draft={draft} isCurrent={draft.id === draftId} />}
            onSelect={() => onSwitch(draft.id)}
          >
            {draft.title}
            <span className="ml-2 font-normal text-ink-faint">
              {draft.isOwn ? "" : `${draft.author} · `}
              {draft.fileCount === 0 ? "no changes" : count(draft.fileCount, "file")}
            </span>
          </MenuItem>
        ))}
        {canEdit && drafts.length > 0 && <MenuLine />}
        {canEdit && (
          <MenuItem icon={<Plus size={16} />} onSelect={() => create.mutate()}>
            New draft
          </MenuItem>
        )}
        {canEdit && current !== undefined && (
          <>
            <MenuItem icon={<PencilLine size={16} />} onSelect={() => setDialog("rename")}>
              Rename…
            </MenuItem>
            <MenuItem icon={<Trash2 size={16} />} isDangerous onSelect={() => setDialog("discard")}>
              Discard…
            </MenuItem>
          </>
        )}
        {!canEdit && drafts.length === 0 && <MenuCaption>There are no drafts.</MenuCaption>}
      </Menu>
      {dialog === "rename" && current !== undefined && (
        <RenameDialog projectId={projectId} draft={current} onClose={() => setDialog(undefined)} />
      )}
      {dialog === "discard" && current !== undefined && (
        <DiscardDialog
          projectId={projectId}
          draft={current}
          onClose={() => setDialog(undefined)}
          onDiscarded={() => onSwitch(undefined)}
        />
      )}
    </>
  );
}

function DraftIcon({ draft, isCurrent }: { draft: DraftSummary; isCurrent: boolean }) {
  if (isCurrent) return <Check size={16} className="flex-none" aria-label="Open" />;
  if (draft.status === "review") return <GitPullRequest size={16} className="flex-none" aria-label="In review" />;
  return <span className="w-4 flex-none" aria-hidden />;
}

interface DraftDialogProps {
  projectId: string;
  draft: DraftSummary;
  onClose: () => void;
}

function RenameDialog({ projectId, draft, onClose }: DraftDialogProps) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (title: string) => editorApi.changeDraft({ projectId, draftId: draft.id, title }),
    meta: { showsError: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["drafts", projectId] });
      void queries.invalidateQueries({ queryKey: ["draft", draft.id], exact: true });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Rename draft"
      action="Rename"
      change={change}
      onClose={onClose}
      onSubmit={(fields) => change.mutate(String(fields.get("title")))}
    >
      <TextField
        label="Title"
        name="title"
        defaultValue={draft.title}
        maxLength={draftTitleLengthMax}
        hint="Reviewers see it, and it becomes the title of the commit unless you change it."
        required
      />
    </FormDialog>
  );
}

function DiscardDialog({ projectId, draft, onClose, onDiscarded }: DraftDialogProps & { onDiscarded: () => void }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => editorApi.discardDraft({ projectId, draftId: draft.id }),
    meta: { showsError: true },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ["drafts", projectId] });
      showMessage(`“${draft.title}” was discarded.`);
      onClose();
      onDiscarded();
    },
  });
  return (
    <ConfirmDialog
      title="Discard draft"
      action="Discard"
      change={{ ...change, mutate: () => change.mutate() }}
      onClose={onClose}
    >
      <p>
        “{draft.title}” {draft.fileCount === 0 ? "has no changes" : `changes ${count(draft.fileCount, "file")}`}. Its
        texts, images and comments will be deleted for everyone. This can't be undone.
      </p>
      {draft.status === "review" && <p>Its pull request stays open.</p>}
    </ConfirmDialog>
  );
}
