import { GitMerge } from "lucide-react";
import { useState } from "react";
import { api } from "../api/client.ts";
import type { PullRequest } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { CheckField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { usePullCalls } from "./pull-queries.ts";
import { useShowChange } from "./use-show-change.ts";

/** Asks for confirmation and says what will happen. Merges only the head commit that is shown. */
export function MergeButton({ pull }: { pull: PullRequest }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="primary" icon={<GitMerge size={16} aria-hidden />} onClick={() => setAsking(true)}>
        Merge
      </Button>
      {isAsking && <MergeDialog pull={pull} onClose={() => setAsking(false)} />}
    </>
  );
}

type Method = "merge" | "squash";

const methods: readonly { method: Method; label: string; hint: string }[] = [
  { method: "merge", label: "Keep every commit", hint: "Adds a merge commit." },
  { method: "squash", label: "Squash into one commit", hint: "Combines all commits of the branch." },
];

function MergeDialog({ pull, onClose }: { pull: PullRequest; onClose: () => void }) {
  const { params, refresh } = usePullCalls(pull);
  const show = useShowChange(pull);
  const [method, setMethod] = useState<Method>("merge");
  const site = pull.publishesTo === null ? undefined : new URL(pull.publishesTo).host;
  const mergeShown = () => api.mergePullRequest({ ...params, method, sha: pull.headSha });
  const merge = useAction(() => mergeShown().catch((error) => refresh().then(() => Promise.reject(error))), {
    message: `#${params.number} was merged.${site === undefined ? "" : ` An update publishes it to ${site}.`}`,
    onDone: (next) => {
      onClose();
      show(next);
    },
    showsError: true,
  });
  return (
    <FormDialog
      title={site === undefined ? `Merge into ${pull.base}?` : `Merge and publish to ${site}?`}
      action={site === undefined ? "Merge" : "Merge and publish"}
      change={merge}
      onClose={onClose}
      onSubmit={() => merge.mutate()}
    >
      <div className="grid gap-2 text-ink-soft [overflow-wrap:anywhere]">
        <p>
          The changes of <code>{pull.head}</code> become part of <code>{pull.base}</code>
          {site === undefined ? "." : ", and readers see them as soon as the update has finished."}
        </p>
        {pull.previewUrl !== null && <p>The branch preview is removed. The branch stays.</p>}
      </div>
      <fieldset>
        <legend className="sr-only">How to merge</legend>
        {methods.map((choice) => (
          <CheckField
            key={choice.method}
            type="radio"
            name="method"
            value={choice.method}
            checked={choice.method === method}
            onChange={() => setMethod(choice.method)}
            label={choice.label}
            hint={choice.hint}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
