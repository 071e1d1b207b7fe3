import { useState } from "react";
import { count } from "../../../src/contract/count.ts";
import { api } from "../api/client.ts";
import type { PullRequest } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { RadioFields, TextArea } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { StatusDot, type StatusTone } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { usePullCalls } from "./pull-queries.ts";
import { type Verdict, verdictBadges } from "./verdict-badges.ts";

/** Lists approvals and requested changes, and has the button to review. */
export function PullReviews({ pull }: { pull: PullRequest }) {
  const { may } = useProject();
  const [isReviewing, setReviewing] = useState(false);
  const standing = pull.reviews.filter(({ isCurrent }) => isCurrent);
  const isOpen = pull.status === "open";
  return (
    <>
      {standing.length === 0 && <p className="text-ink-soft">No reviews yet.</p>}
      <ul className="grid gap-2">
        {standing.map(({ number, author, verdict, createdAt, ignoredBecause }) => (
          <li key={number} className="flex items-baseline gap-2.5">
            <StatusDot tone={ignoredBecause === undefined ? tones[verdict] : "idle"} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-medium">{author}</span>
              <span className="block text-[13px] leading-5 text-ink-soft">
                {verdictBadges[verdict].word} <Time at={createdAt} />
                {ignoredBecause !== undefined && <span className="block">Doesn't count: {ignoredBecause}.</span>}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {isOpen && pull.requiredApprovals > 0 && (
        <p className="text-[13px] leading-5 text-ink-soft">
          {pull.approvals} of {count(pull.requiredApprovals, "required approval")}.
        </p>
      )}
      {isOpen && may("editor") && (
        <Button className="justify-self-start" onClick={() => setReviewing(true)}>
          Review
        </Button>
      )}
      {isReviewing && <ReviewDialog pull={pull} onClose={() => setReviewing(false)} />}
    </>
  );
}

const tones: Readonly<Record<Verdict, StatusTone>> = { approve: "ok", request_changes: "bad", comment: "idle" };

const choices: readonly { value: Verdict; label: string; hint: string }[] = [
  { value: "comment", label: "Comment", hint: "Leave feedback without approving or requesting changes." },
  { value: "approve", label: "Approve", hint: "The changes are ready to merge." },
  { value: "request_changes", label: "Request changes", hint: "The author should make changes before merging." },
];

/** Reviews only the head commit that is shown. */
function ReviewDialog({ pull, onClose }: { pull: PullRequest; onClose: () => void }) {
  const { params, refresh } = usePullCalls(pull);
  const [verdict, setVerdict] = useState<Verdict>(pull.isOwn ? "comment" : "approve");
  return (
    <ActionDialog
      title="Review"
      action="Submit review"
      run={async (fields) => {
        await api.reviewPullRequest({ ...params, verdict, body: String(fields.get("body")), sha: pull.headSha });
        await refresh();
      }}
      message="Your review was added."
      onClose={onClose}
    >
      <RadioFields
        legend="Verdict"
        isLegendHidden
        name="verdict"
        choices={pull.isOwn ? choices.slice(0, 1) : choices}
        value={verdict}
        onChange={setVerdict}
      />
      {pull.isOwn && <p className="text-ink-soft">You opened this pull request, so someone else has to approve it.</p>}
      <TextArea
        label="Comment"
        name="body"
        maxLength={65_536}
        isOptional={verdict === "approve"}
        required={verdict !== "approve"}
        hint="Markdown is supported."
      />
    </ActionDialog>
  );
}
