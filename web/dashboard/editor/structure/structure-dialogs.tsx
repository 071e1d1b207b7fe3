import { useState } from "react";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form.tsx";
import { useAction } from "../../ui/use-action.ts";
import { draftQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import { nothingPending } from "../editor-context.ts";
import { MovePageDialog } from "./move-page-dialog.tsx";
import type { StructureDialog } from "./navigation-menu.tsx";
import { kindName } from "./navigation-tree.ts";
import { RemovePageDialog } from "./remove-page-dialog.tsx";
import type { DialogProps, NavigationEdit } from "./use-structure.ts";

interface StructureDialogsProps extends DialogProps {
  dialog: StructureDialog | undefined;
  onRemoved: (path: string) => void;
  onEdit: (edit: NavigationEdit, done: string) => void;
}

export function StructureDialogs({ dialog, onEdit, onRemoved, ...props }: StructureDialogsProps) {
  const { onClose } = props;
  if (dialog === undefined) return null;
  if (dialog.kind === "movePage") return <MovePageDialog path={dialog.path} {...props} />;
  if (dialog.kind === "removePage") return <RemovePageDialog {...dialog} {...props} onRemoved={onRemoved} />;
  if (dialog.kind === "createPage") return <NewPageDialog parent={dialog.parent} {...props} />;
  if (dialog.kind === "rename") {
    const { node } = dialog;
    return (
      <NameDialog
        title={`Rename ${kindName(node.kind)}`}
        name={node.title}
        action="Rename"
        onClose={onClose}
        onName={(name) => onEdit({ kind: "rename", address: node.address, name }, `Renamed to ${name}.`)}
      />
    );
  }
  const { what, parent } = dialog;
  return (
    <NameDialog
      title={`New ${kindName(what)}`}
      name=""
      action="Add"
      hint={what === "language" ? "A language code, such as en or pt-BR." : undefined}
      onClose={onClose}
      onName={(name) => onEdit({ kind: "add", what, name, parent }, `Added ${name}.`)}
    />
  );
}

interface NameDialogProps {
  title: string;
  name: string;
  action: string;
  hint?: string | undefined;
  onClose: () => void;
  onName: (name: string) => void;
}

function NameDialog({ title, name, action, hint, onClose, onName }: NameDialogProps) {
  return (
    <FormDialog
      title={title}
      action={action}
      change={nothingPending}
      onClose={onClose}
      onSubmit={(fields) => {
        onName(String(fields.get("name")).trim());
        onClose();
      }}
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={name}
        hint={hint}
        required
        pattern=".*\S.*"
        maxLength={200}
        autoFocus
      />
    </FormDialog>
  );
}

function NewPageDialog({ draft, parent, onClose, onOpen }: DialogProps & { parent: string | undefined }) {
  const [path, setPath] = useState("");
  const change = useAction(
    (title: string) =>
      editorApi.createPage({
        ...draft,
        title,
        ...(path.trim() !== "" && { path: path.trim() }),
        ...(parent !== undefined && { parent }),
      }),
    {
      refreshes: [draftQuery(draft)],
      showsError: true,
      onDone: (page) => {
        onClose();
        onOpen(page.path);
      },
    },
  );
  return (
    <FormDialog
      title="New page"
      action="Create page"
      change={change}
      onClose={onClose}
      onSubmit={(fields) => change.mutate(String(fields.get("title")).trim())}
    >
      <TextField label="Title" name="title" required pattern=".*\S.*" maxLength={200} autoFocus />
      <TextField
        label="Path"
        isOptional
        hint="Without a path, the page is created next to the other pages of its group."
        placeholder="guides/first-steps"
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
    </FormDialog>
  );
}
