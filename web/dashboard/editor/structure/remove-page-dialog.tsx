import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { readQuery } from "../../api/read-query.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useAction } from "../../ui/use-action.ts";
import { draftQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import type { DialogProps } from "./use-structure.ts";

const shownMax = 8;

interface RemovePageDialogProps extends DialogProps {
  path: string;
  title: string;
  onRemoved: (path: string) => void;
}

/** Deletes a page after listing the links that would break. */
export function RemovePageDialog({ draft, path, title, onClose, onRemoved }: RemovePageDialogProps) {
  const [redirect, setRedirect] = useState("");
  const plan = useQuery({
    ...readQuery(["draft", draft.draftId, "removal", path], (call) =>
      editorApi.planPageRemoval({ ...draft, path }, call),
    ),
    retry: false,
  });
  const to = redirect.trim();
  const change = useAction(() => editorApi.removePage({ ...draft, path, ...(to !== "" && { redirect: to }) }), {
    refreshes: [draftQuery(draft)],
    showsError: true,
    message: `Deleted ${title}.`,
    onDone: () => {
      onClose();
      onRemoved(path);
    },
  });
  const { links = [], skipped = [] } = plan.data ?? {};
  return (
    <ConfirmDialog title={`Delete ${title}?`} action="Delete page" change={change} onClose={onClose}>
      <p>
        The page leaves this draft{plan.data?.isListed === true ? " and the navigation" : ""}. The published site keeps
        it until you publish.
      </p>
      {plan.error !== null && <Problem error={plan.error} />}
      {links.length > 0 && (
        <div>
          <p>{count(links.length, "link leads", "links lead")} to it:</p>
          <ul className="mt-1 max-h-40 overflow-y-auto font-mono text-[13px]">
            {links.slice(0, shownMax).map((link) => (
              <li key={`${link.path}:${link.line}`} className="truncate">
                {link.path}:{link.line}
              </li>
            ))}
            {links.length > shownMax && <li>and {links.length - shownMax} more</li>}
          </ul>
        </div>
      )}
      {skipped.length > 0 && (
        <p className="text-warn">
          Links in {skipped.map((one) => one.path).join(", ")} aren't listed, because the text can't be read.
        </p>
      )}
      <TextField
        label="Redirect its address to"
        isOptional
        placeholder="/guides/first-steps"
        value={redirect}
        onChange={(event) => setRedirect(event.target.value)}
      />
    </ConfirmDialog>
  );
}
