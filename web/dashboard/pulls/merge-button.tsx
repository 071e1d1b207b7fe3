import { GitMerge } from "lucide-react";
import { useState } from "react";
import { api } from "../api/client.ts";
import type { PullRequest } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { RadioFields } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { nameOfBase, usePullCalls, useShowChange } from "./pull-queries.ts";

/** Asks for confirmation and says what will happen. Merges only the head commit that is shown. */
export function MergeButton({ pull }: { pull: PullRequest }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="primary" icon={<GitMerge size={16} />} onClick={() => setAsking(true)}>
        {pull.publishesTo === null ? "Merge" : "Merge and publish"}
      </Button>
      {isAsking && <MergeDialog pull={pull} onClose={() => setAsking(false)} />}
    </>
  );
}

type Method = "merge" | "squash";

const methods: readonly { value: Method; label: string; hint: string }[] = [
  { value: "merge", label: "Keep every commit", hint: "Adds a merge commit." },
  { value: "squash", label: "Squash into one commit", hint: "Combines all commits of the branch." },
];

function MergeDialog({ pull, onClose }: { pull: PullRequest; onClose: () => void }) {
  const { params, refresh } = usePullCalls(pull);
  const show = useShowChange(pull);
  const [method, setMethod] = useState<Method>("merge");
  const site = pull.publishesTo === null ? undefined : new URL(pull.publishesTo).host;
  const mergeShown = () => api.mergePullRequest({ ...params, method, sha: pull.headSha });
  return (
    <ActionDialog
      title={site === undefined ? `Merge into ${pull.base}?` : `Merge and publish to ${site}?`}
      action={site === undefined ? "Merge" : "Merge and publish"}
      run={() => mergeShown().catch((error) => refresh().then(() => Promise.reject(error)))}
      message={`#${params.number} was merged.${site === undefined ? "" : ` An update publishes it to ${site}.`}`}
      onDone={(next) => {
        onClose();
        show(next);
      }}
      onClose={onClose}
    >
      <div className="grid gap-2 text-ink-soft [overflow-wrap:anywhere]">
        <p>
          The changes become part of {nameOfBase(pull)}
          {site === undefined ? "." : ", and readers see them as soon as the update has finished."}
        </p>
        {pull.previewUrl !== null && <p>The preview is removed.</p>}
      </div>
      <details>
        <summary className="mb-3 w-fit cursor-pointer">Git options</summary>
        <RadioFields
          legend="How to merge"
          isLegendHidden
          name="method"
          choices={methods}
          value={method}
          onChange={setMethod}
        />
      </details>
    </ActionDialog>
  );
}
