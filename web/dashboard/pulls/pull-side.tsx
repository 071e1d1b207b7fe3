import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../api/client.ts";
import type { PullRequest } from "../api/queries.ts";
import { draftsQuery } from "../editor/draft-queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/page.tsx";
import { StatusDot, type StatusTone } from "../ui/status.tsx";
import { useAction } from "../ui/use-action.ts";
import { MergeButton } from "./merge-button.tsx";
import { nameOfBase, useShowChange } from "./pull-queries.ts";
import { PullReviews } from "./pull-reviews.tsx";

/** Everything to check before merging, with the buttons to merge and close. */
export function PullSide({ pull }: { pull: PullRequest }) {
  return (
    <aside aria-label="State" className="mb-10 lg:col-start-2 lg:row-start-1">
      <Card className="divide-y divide-line lg:sticky lg:top-6">
        <SideSection title="State">
          <MergeState pull={pull} />
        </SideSection>
        <SideSection title="Reviews">
          <PullReviews pull={pull} />
        </SideSection>
        <SideSection title="Preview">
          <Preview pull={pull} />
        </SideSection>
        {pull.statuses.length > 0 && (
          <SideSection title="Checks">
            <Checks pull={pull} />
          </SideSection>
        )}
      </Card>
    </aside>
  );
}

function SideSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2.5 px-5 py-4">
      <h2 className="text-[13px] leading-5 font-medium text-ink-faint">{title}</h2>
      {children}
    </section>
  );
}

function MergeState({ pull }: { pull: PullRequest }) {
  const { project, params, may } = useProject();
  // Listing drafts costs the server a look at each of their pull requests.
  const mayHaveDraft = pull.status === "open" && pull.head.startsWith("draft/");
  const { data } = useQuery({ ...draftsQuery(project.id), enabled: mayHaveDraft });
  const draft = data?.drafts.find(({ branch }) => branch === pull.head);
  const by = pull.endedBy === null ? "by a push" : `by ${pull.endedBy}`;
  if (pull.status === "merged") {
    return <p className="[overflow-wrap:anywhere]">Merged {by}.</p>;
  }
  if (pull.status === "closed") {
    return (
      <>
        <p className="[overflow-wrap:anywhere]">Closed {by}.</p>
        {may("editor") && <ChangeButton pull={pull} change={{ status: "open" }} label="Reopen" done="reopened" />}
      </>
    );
  }
  const canMerge = !pull.draft && pull.conflicts.length === 0 && pull.blockers.length === 0;
  return (
    <>
      {pull.draft && <p>This is a draft. Its author is still working on it.</p>}
      {pull.conflicts.length > 0 ? (
        <Conflicts pull={pull} hasDraft={draft !== undefined} />
      ) : (
        <p className="[overflow-wrap:anywhere]">No conflicts with {nameOfBase(pull)}.</p>
      )}
      {pull.blockers.map((blocker) => (
        <p key={blocker} className="flex items-baseline gap-2">
          <StatusDot tone="warn" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{blocker}</span>
        </p>
      ))}
      {may("editor") ? (
        <div className="flex flex-wrap gap-2">
          {pull.draft ? (
            <ChangeButton
              pull={pull}
              change={{ draft: false }}
              label="Mark as ready"
              done="ready to merge"
              look="primary"
            />
          ) : (
            canMerge && <MergeButton pull={pull} />
          )}
          {draft !== undefined && (
            <Link
              to="/$organization/$domain/editor"
              params={params}
              search={{ draft: draft.id }}
              className={buttonClass("secondary")}
            >
              Open draft
            </Link>
          )}
          <ChangeButton pull={pull} change={{ status: "closed" }} label="Close" done="closed" />
        </div>
      ) : (
        <p className="text-ink-soft">Only editors and admins can merge pull requests.</p>
      )}
    </>
  );
}

function Conflicts({ pull, hasDraft }: { pull: PullRequest; hasDraft: boolean }) {
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        The same lines have also changed in {nameOfBase(pull)}, in these files:
      </p>
      <ul className="grid gap-1 font-mono text-[12.5px] leading-5 [overflow-wrap:anywhere]">
        {pull.conflicts.map((path) => (
          <li key={path} className="flex items-baseline gap-2">
            <StatusDot tone="warn" />
            {path}
          </li>
        ))}
      </ul>
      <p className="text-ink-soft [overflow-wrap:anywhere]">
        {hasDraft ? (
          "Open the draft and update the pull request; the editor asks which version to keep."
        ) : (
          <>
            Merge <code>{pull.base}</code> into the branch, resolve the conflicts and push.
          </>
        )}
      </p>
    </>
  );
}

interface ChangeButtonProps {
  pull: PullRequest;
  change: { status: "open" | "closed" } | { draft: false };
  label: string;
  done: string;
  look?: "primary";
}

function ChangeButton({ pull, change, label, done, look }: ChangeButtonProps) {
  const { project } = useProject();
  const show = useShowChange(pull);
  const number = String(pull.number);
  const send = useAction(() => api.changePullRequest({ projectId: project.id, number, ...change }), {
    message: `#${number} is ${done}.`,
    onDone: show,
  });
  return (
    <Button {...(look && { look })} isBusy={send.isPending} onClick={() => send.mutate()}>
      {label}
    </Button>
  );
}

function Preview({ pull }: { pull: PullRequest }) {
  if (pull.previewUrl === null) {
    const isOpen = pull.status === "open";
    return <p className="text-ink-soft">{isOpen ? "Not published yet." : `Removed when it was ${pull.status}.`}</p>;
  }
  return (
    <a href={pull.previewUrl} target="_blank" rel="noreferrer" className={`${buttonClass()} justify-self-start`}>
      <ExternalLink size={16} />
      Open preview
    </a>
  );
}

const checkTones: Record<string, StatusTone> = { pending: "busy", success: "ok", failure: "bad", error: "bad" };

function Checks({ pull }: { pull: PullRequest }) {
  return (
    <ul className="grid gap-2">
      {pull.statuses.map(({ context, state, description, url }) => (
        <li key={context} className="flex items-baseline gap-2.5">
          <StatusDot tone={checkTones[state] ?? "idle"} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {/^https?:\/\//.test(url) ? (
              <a href={url} target="_blank" rel="noreferrer" className="font-medium hover:underline">
                {context}
              </a>
            ) : (
              <span className="font-medium">{context}</span>
            )}
            <span className="sr-only">: {state}</span>
            <span className="block text-[13px] leading-5 text-ink-soft">{description}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
