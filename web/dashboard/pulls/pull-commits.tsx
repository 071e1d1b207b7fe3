import { useState } from "react";
import { count } from "../../../src/contract/count.ts";
import type { PullRequest } from "../api/queries.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Time } from "../ui/time.tsx";

const commitsShown = 10;

/** The commits of a pull request. Of a long list, only the newest are shown. */
export function PullCommits({ commits }: { commits: PullRequest["commits"] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? commits : commits.slice(-commitsShown);
  return (
    <Section
      title={count(commits.length, "commit")}
      action={
        shown.length < commits.length && (
          <Button size="small" onClick={() => setWhole(true)}>
            Show all
          </Button>
        )
      }
    >
      <Card>
        <ul className="divide-y divide-line">
          {shown.map(({ sha, message, authorName, authoredAt }) => (
            <li key={sha} className="flex min-h-11 items-center gap-3 px-5 py-2">
              <code className="text-ink-soft">{sha.slice(0, 7)}</code>
              <span className="line-clamp-1 flex-1 [overflow-wrap:anywhere]">{message.split("\n", 1)[0]}</span>
              <span className="hidden items-center gap-2 text-ink-soft sm:flex" title={authorName}>
                <Avatar name={authorName} /> <Time at={authoredAt} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
