import { useQuery } from "@tanstack/react-query";
import { ChevronDown, GitPullRequest, Send } from "lucide-react";
import { useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { PullLink } from "../../shell/pull-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { changesQuery } from "../draft-queries.ts";
import { actionWords, PublishDialog, type PublishDialogProps, type PublishWay } from "./publish-dialog.tsx";

/**
 * Publishes a draft or requests a review. The button does whichever the branch rules allow; its menu offers the other.
 */
export function PublishPanel({ draft, ...props }: Omit<PublishDialogProps, "way" | "onClose">) {
  const { data } = useQuery(changesQuery(draft));
  const [way, setWay] = useState<PublishWay>();
  const isEmpty = data === undefined || data.files.length === 0;
  // Most people may publish, so that the button rarely changes its text once the rules are known.
  const canPublish = data?.publish.allowed ?? true;
  const canReview = data?.review.allowed ?? false;
  const first = canPublish ? "publish" : "review";
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
          onClick={() => setWay(first)}
        >
          {actionWords(first, data?.status)}
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
              {actionWords("review", data?.status)}
            </MenuItem>
          </Menu>
        )}
      </div>
      {way !== undefined && <PublishDialog {...{ way, draft, ...props }} onClose={() => setWay(undefined)} />}
    </div>
  );
}
