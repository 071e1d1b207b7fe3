import { useQuery } from "@tanstack/react-query";
import { ChevronDown, GitPullRequest, Send } from "lucide-react";
import { useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { PullLink } from "../../pulls/pull-link.tsx";
import { useProject } from "../../shell/current-project.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { MergeViewComponent } from "./conflicts-dialog.tsx";
import { PublishDialog, type PublishWay } from "./publish-dialog.tsx";
import { changesQuery } from "./publish-queries.ts";

interface PublishPanelProps {
  draft: { id: string };
  /** The number of errors that the build found in the draft's pages. */
  problems?: number;
  mergeView: MergeViewComponent;
  /** Sends edits that aren't stored yet. */
  onBeforeSend?: () => Promise<void>;
}

/**
 * Publishes a draft or requests a review: the button does what the branch rules allow, and its menu has the other way.
 */
export function PublishPanel({ draft, problems = 0, mergeView, onBeforeSend }: PublishPanelProps) {
  const { project } = useProject();
  const address = { projectId: project.id, draftId: draft.id };
  const { data } = useQuery(changesQuery(address));
  const [way, setWay] = useState<PublishWay>();
  const isEmpty = data === undefined || data.files.length === 0;
  const canPublish = data?.publish.allowed ?? false;
  const canReview = data?.review.allowed ?? false;
  const inReview = data?.status === "review";
  const verdictBadges = inReview ? "Update pull request" : "Request review";
  return (
    <div className="flex items-center gap-2">
      {data !== undefined && (
        <span className="hidden whitespace-nowrap text-[13px] text-ink-faint lg:inline">
          {isEmpty ? "No changes" : count(data.files.length, "changed file")}
        </span>
      )}
      {data?.pullRequest !== undefined && (
        <PullLink link={data.pullRequest.url} className={buttonClass("ghost", "small")}>
          <GitPullRequest size={16} aria-hidden />#{data.pullRequest.number}
        </PullLink>
      )}
      <div className="flex">
        <Button
          look="primary"
          size="small"
          icon={canPublish ? <Send size={16} aria-hidden /> : <GitPullRequest size={16} aria-hidden />}
          disabled={isEmpty || !(canPublish || canReview)}
          className={canPublish && canReview ? "rounded-r-none" : ""}
          onClick={() => setWay(canPublish ? "publish" : "review")}
        >
          {canPublish ? "Publish" : verdictBadges}
        </Button>
        {canPublish && canReview && (
          <Menu
            trigger={
              <Button
                look="primary"
                size="small"
                aria-label="Other ways to publish"
                disabled={isEmpty}
                className="rounded-l-none border-l border-l-on-accent/30 px-1.5"
              >
                <ChevronDown size={16} aria-hidden />
              </Button>
            }
          >
            <MenuItem icon={<GitPullRequest size={16} />} onSelect={() => setWay("review")}>
              {verdictBadges}
            </MenuItem>
          </Menu>
        )}
      </div>
      {way !== undefined && (
        <PublishDialog {...{ way, address, problems, mergeView, onBeforeSend }} onClose={() => setWay(undefined)} />
      )}
    </div>
  );
}
