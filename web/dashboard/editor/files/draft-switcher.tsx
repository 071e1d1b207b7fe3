import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown, GitPullRequest, PencilLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { useProject } from "../../shell/current-project.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form.tsx";
import { Menu, MenuCaption, MenuItem } from "../../ui/menu.tsx";
import { MenuItems } from "../../ui/menu-items.tsx";
import { useAction } from "../../ui/use-action.ts";
import { type DraftParams, type DraftSummary, draftQuery, draftsQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";

/** The server checks this limit too. It is repeated here, because the dashboard doesn't contain the schemas. */
const draftTitleLengthMax = 200;

interface DraftSwitcherProps {
  draft: DraftParams;
  title: string | undefined;
  /** Called with undefined after the open draft was discarded. */
  onSwitch: (draftId: string | undefined) => void;
}

/** Shows the name of the open draft, and a menu of the others. */
export function DraftSwitcher({ draft, title: openTitle, onSwitch }: DraftSwitcherProps) {
  const { may } = useProject();
  const canEdit = may("editor");
  const { data } = useQuery(draftsQuery(draft.projectId));
  const [dialog, setDialog] = useState<"rename" | "discard">();
  const drafts = data?.drafts ?? [];
  const current = drafts.find(({ id }) => id === draft.draftId);
  const isEditable = canEdit && current !== undefined;
  const create = useAction(() => editorApi.createDraft({ projectId: draft.projectId }), {
    rereads: [draftsQuery(draft.projectId)],
    onDone: ({ id }) => onSwitch(id),
  });
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="flex h-9 min-w-0 max-w-72 max-lg:max-w-44 items-center gap-2 rounded-control border border-line bg-surface px-3 text-left font-medium hover:bg-hover pointer-coarse:h-10"
          >
            <PencilLine size={16} strokeWidth={1.75} className="flex-none text-ink-faint" aria-hidden />
            <span className="sr-only">Draft: </span>
            <span className="min-w-0 truncate">{current?.title ?? openTitle ?? "Draft"}</span>
            <ChevronsUpDown size={14} className="flex-none text-ink-faint" aria-hidden />
          </button>
        }
      >
        {drafts.length > 0 && <MenuCaption>Drafts</MenuCaption>}
        {drafts.map(({ id, title, status, author, isOwn, fileCount }) => (
          <MenuItem
            key={id}
            isCurrent={id === draft.draftId}
            icon={<DraftIcon status={status} isCurrent={id === draft.draftId} />}
            onSelect={() => onSwitch(id)}
          >
            {title}
            <span className="ml-2 font-normal text-ink-faint">
              {isOwn ? "" : `${author} · `}
              {fileCount === 0 ? "no changes" : count(fileCount, "file")}
            </span>
          </MenuItem>
        ))}
        <MenuItems
          entries={[
            canEdit && drafts.length > 0 && "line",
            canEdit && { label: "New draft", icon: Plus, run: () => create.mutate() },
            isEditable && { label: "Rename…", icon: PencilLine, run: () => setDialog("rename") },
            isEditable && { label: "Discard…", icon: Trash2, isDangerous: true, run: () => setDialog("discard") },
            !canEdit && drafts.length === 0 && { caption: "There are no drafts." },
          ]}
        />
      </Menu>
      {dialog === "rename" && current !== undefined && (
        <RenameDialog {...{ draft, current }} onClose={() => setDialog(undefined)} />
      )}
      {dialog === "discard" && current !== undefined && (
        <DiscardDialog
          {...{ draft, current }}
          onClose={() => setDialog(undefined)}
          onDiscarded={() => onSwitch(undefined)}
        />
      )}
    </>
  );
}

function DraftIcon({ status, isCurrent }: Pick<DraftSummary, "status"> & { isCurrent: boolean }) {
  if (isCurrent) return <Check size={16} className="flex-none" aria-label="Open" />;
  if (status === "review") return <GitPullRequest size={16} className="flex-none" aria-label="In review" />;
  return <span className="w-4 flex-none" aria-hidden />;
}

interface DraftDialogProps {
  draft: DraftParams;
  current: DraftSummary;
  onClose: () => void;
}

function RenameDialog({ draft, current, onClose }: DraftDialogProps) {
  const change = useAction((title: string) => editorApi.changeDraft({ ...draft, title }), {
    rereads: [draftsQuery(draft.projectId), { ...draftQuery(draft), exact: true }],
    showsError: true,
    onDone: onClose,
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
        defaultValue={current.title}
        maxLength={draftTitleLengthMax}
        hint="Others see this title, and it is suggested when you publish."
        required
      />
    </FormDialog>
  );
}

function DiscardDialog({ draft, current, onClose, onDiscarded }: DraftDialogProps & { onDiscarded: () => void }) {
  const change = useAction(() => editorApi.discardDraft(draft), {
    rereads: [draftsQuery(draft.projectId)],
    showsError: true,
    message: `“${current.title}” was discarded.`,
    onDone: () => {
      onClose();
      onDiscarded();
    },
  });
  return (
    <ConfirmDialog title="Discard draft" action="Discard" change={change} onClose={onClose}>
      <p>
        “{current.title}” {current.fileCount === 0 ? "has no changes" : `changes ${count(current.fileCount, "file")}`}.
        Its texts, images and comments will be deleted for everyone. This can't be undone.
      </p>
      {current.status === "review" && <p>Its pull request stays open.</p>}
    </ConfirmDialog>
  );
}
