import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { explainError } from "../../api/explain-error.ts";
import { readQuery } from "../../api/read-query.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form.tsx";
import { useAction } from "../../ui/use-action.ts";
import { draftQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import type { DialogProps } from "./use-structure.ts";

const addressClass = "font-mono text-[13px] [overflow-wrap:anywhere]";

/** Renames or moves a page, and shows the other changes beforehand. */
export function MovePageDialog({ draft, path, onClose, onOpen }: DialogProps & { path: string }) {
  const [written, setWritten] = useState(path.replace(/\.mdx?$/, ""));
  const to = useDeferredValue(written.trim());
  const isSame = to === "" || to === path || to === path.replace(/\.mdx?$/, "");
  const plan = useQuery({
    ...readQuery(["draft", draft.draftId, "move", path, to], (call) =>
      editorApi.planPageMove({ ...draft, from: path, to }, call),
    ),
    enabled: !isSame,
    retry: false,
  });
  const redirect = plan.data?.redirects[0];
  const change = useAction(() => editorApi.movePage({ ...draft, from: path, to: written.trim() }), {
    refreshes: [draftQuery(draft)],
    showsError: true,
    message: ({ links }) => `Moved the page and repaired ${count(links, "link")}.`,
    onDone: ({ moves }) => {
      onClose();
      const moved = moves.find(({ from }) => from === path);
      if (moved !== undefined) onOpen(moved.to);
    },
  });
  return (
    <FormDialog
      title="Rename or move page"
      action="Move page"
      width="wide"
      change={change}
      onClose={onClose}
      onSubmit={() => !isSame && change.mutate()}
    >
      <TextField
        label="Path"
        value={written}
        error={plan.error === null || isSame ? undefined : explainError(plan.error).message}
        hint="The path also determines the page's address."
        onChange={(event) => setWritten(event.target.value)}
        autoFocus
      />
      <div aria-live="polite" className="min-h-22 text-ink-soft">
        {!isSame && plan.data !== undefined && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink [&>dt]:text-ink-soft">
            <dt>New address</dt>
            <dd className={addressClass}>
              {plan.data.moves
                .slice(0, 5)
                .map(({ url }) => url)
                .join(", ")}
            </dd>
            <dt>Redirect</dt>
            <dd className={addressClass}>
              {redirect === undefined ? "Not needed" : `${redirect.source} → ${redirect.destination}`}
            </dd>
            <dt>Links</dt>
            <dd>
              {plan.data.links === 0
                ? "No other page links to it"
                : `${count(plan.data.links, "link")} in ${count(plan.data.pages.length, "page")} will be repaired`}
            </dd>
            {plan.data.skipped.length > 0 && (
              <>
                <dt>Not repaired</dt>
                <dd className="text-warn">{plan.data.skipped.map((one) => one.path).join(", ")} can't be read</dd>
              </>
            )}
          </dl>
        )}
        {!isSame && plan.isFetching && plan.data === undefined && <p>Looking for links…</p>}
      </div>
    </FormDialog>
  );
}
