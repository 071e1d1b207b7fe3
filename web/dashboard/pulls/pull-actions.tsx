import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, GitMerge } from "lucide-react";
import { type Answer, api } from "../api/client.ts";
import { pullRequestQuery } from "../api/queries.ts";
import { useProject } from "../shell/place.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { tell } from "../ui/toast.tsx";

export type PullRequest = Answer<"getPullRequest">;

/** Merging and closing, as long as it is open. Only what was looked at is merged. */
export function PullActions({ pull }: { pull: PullRequest }) {
  const { project, may } = useProject();
  const queries = useQueryClient();
  const number = String(pull.number);
  const take = (next: PullRequest) => {
    queries.setQueryData(pullRequestQuery(project.id, number).queryKey, next);
    void queries.invalidateQueries({ queryKey: ["pulls", project.id] });
    void queries.invalidateQueries({ queryKey: ["updates", project.id] });
  };
  const merge = useMutation({
    mutationFn: (method: "merge" | "squash") =>
      api.mergePullRequest({ projectId: project.id, number, method, sha: pull.headSha }),
    onSuccess: (next) => {
      take(next);
      tell(`#${number} is merged. An update publishes it.`);
    },
    onError: () => void queries.invalidateQueries(pullRequestQuery(project.id, number)),
  });
  const close = useMutation({
    mutationFn: () => api.closePullRequest({ projectId: project.id, number }),
    onSuccess: (next) => {
      take(next);
      tell(`#${number} is closed.`);
    },
  });
  if (pull.status !== "open" || !may("editor")) {
    return null;
  }
  const isStuck = pull.conflicts.length > 0;
  return (
    <>
      <Button isBusy={close.isPending} onClick={() => close.mutate()}>
        Close
      </Button>
      <span className="inline-flex">
        <Button
          look="primary"
          className="rounded-r-none"
          disabled={isStuck}
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
              disabled={isStuck || merge.isPending}
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
    </>
  );
}
