import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ExternalLink, GitMerge } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../api/client.ts";
import { type PullRequest, pullRequestQuery } from "../api/queries.ts";
import { useProject } from "../shell/place.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { Card } from "../ui/page.tsx";
import { StatusDot, type StatusTone } from "../ui/status.tsx";
import { tell } from "../ui/toast.tsx";

/** Everything to check before merging, and the buttons to do it. */
export function PullSide({ pull }: { pull: PullRequest }) {
  return (
    <aside aria-label="State" className="mb-10 lg:col-start-2 lg:row-start-1">
      <Card className="divide-y divide-line lg:sticky lg:top-6">
        <SideSection title={pull.status === "open" ? "Merge" : "State"}>
          <MergeState pull={pull} />
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
  const { may } = useProject();
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
  const canMerge = !pull.draft && pull.conflicts.length === 0;
  return (
    <>
      {pull.draft && <p>This is a draft. Its author is still working on it.</p>}
      {pull.conflicts.length > 0 && <Conflicts pull={pull} />}
      {canMerge && (
        <p className="[overflow-wrap:anywhere]">
          No conflicts with <code>{pull.base}</code>. Merging publishes the change.
        </p>
      )}
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
          <ChangeButton pull={pull} change={{ status: "closed" }} label="Close" done="closed" />
        </div>
      ) : (
        <p className="text-ink-soft">You need the role editor to merge it.</p>
      )}
    </>
  );
}

function Conflicts({ pull }: { pull: PullRequest }) {
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <code>{pull.base}</code> changes the same lines of:
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
        Merge {pull.base} into the branch, resolve the conflicts and push, or ask the agent in a follow-up.
      </p>
    </>
  );
}

/** Merges only the head that is shown. */
function MergeButton({ pull }: { pull: PullRequest }) {
  const { project } = useProject();
  const queries = useQueryClient();
  const show = useShowChange(pull);
  const number = String(pull.number);
  const merge = useMutation({
    mutationFn: (method: "merge" | "squash") =>
      api.mergePullRequest({ projectId: project.id, number, method, sha: pull.headSha }),
    onSuccess: (next) => {
      show(next);
      tell(`#${number} is merged. An update publishes it.`);
    },
    onError: () => void queries.invalidateQueries(pullRequestQuery(project.id, number)),
  });
  return (
    <span className="inline-flex">
      <Button
        look="primary"
        className="rounded-r-none"
        isBusy={merge.isPending}
        icon={<GitMerge size={16} aria-hidden />}
        onClick={() => merge.mutate("merge")}
      >
        Merge
      </Button>
      <Menu
        trigger={
          <button
            type="button"
            aria-label="Other ways to merge"
            disabled={merge.isPending}
            className={`${buttonClass("primary")} rounded-l-none border-l-on-accent/30 px-2`}
          >
            <ChevronDown size={16} aria-hidden />
          </button>
        }
      >
        <MenuItem onSelect={() => merge.mutate("merge")}>Merge, and keep every commit</MenuItem>
        <MenuItem onSelect={() => merge.mutate("squash")}>Squash into one commit</MenuItem>
      </Menu>
    </span>
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
  const send = useMutation({
    mutationFn: () => api.changePullRequest({ projectId: project.id, number, ...change }),
    onSuccess: (next) => {
      show(next);
      tell(`#${number} is ${done}.`);
    },
  });
  return (
    <Button {...(look && { look })} isBusy={send.isPending} onClick={() => send.mutate()}>
      {label}
    </Button>
  );
}

/** Shows the server's reply at once and refetches the lists it affects. */
function useShowChange({ number }: PullRequest): (next: PullRequest) => void {
  const { project } = useProject();
  const queries = useQueryClient();
  return (next) => {
    queries.setQueryData(pullRequestQuery(project.id, String(number)).queryKey, next);
    void queries.invalidateQueries({ queryKey: ["pulls", project.id] });
    void queries.invalidateQueries({ queryKey: ["updates", project.id] });
  };
}

function Preview({ pull }: { pull: PullRequest }) {
  if (pull.previewUrl === null) {
    const isOpen = pull.status === "open";
    return <p className="text-ink-soft">{isOpen ? "Not published yet." : `Removed when it was ${pull.status}.`}</p>;
  }
  return (
    <a href={pull.previewUrl} target="_blank" rel="noreferrer" className={`${buttonClass()} justify-self-start`}>
      <ExternalLink size={16} aria-hidden />
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
