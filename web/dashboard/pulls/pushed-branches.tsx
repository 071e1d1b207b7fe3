import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProject } from "../shell/current-project.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/page.tsx";
import { Time } from "../ui/time.tsx";
import { branchesQuery } from "./pull-queries.ts";

const shownMax = 3;
const recentMilliseconds = 7 * 86_400_000;

/** Recently pushed branches without a pull request. */
export function PushedBranches() {
  const { project, params } = useProject();
  const { data } = useQuery(branchesQuery(project.id));
  const since = Date.now() - recentMilliseconds;
  const branches = (data?.branches ?? [])
    .filter(({ isPublished, pullRequest, isAhead }) => !isPublished && pullRequest === null && isAhead)
    .filter(({ committedAt }) => Date.parse(committedAt) > since)
    .slice(0, shownMax);
  if (branches.length === 0) {
    return null;
  }
  return (
    <Card className="mb-6 divide-y divide-line">
      {branches.map(({ name, message, authorName, committedAt }) => (
        <div key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
          <p className="min-w-0 flex-1 basis-56">
            <code className="[overflow-wrap:anywhere]">{name}</code>
            <span className="block truncate text-[13px] leading-5 text-ink-soft">
              {message} · {authorName}, <Time at={committedAt} />
            </span>
          </p>
          <Link
            to="/$organization/$domain/pulls/new"
            params={params}
            search={{ head: name }}
            className={buttonClass("secondary", "small")}
          >
            Open pull request
          </Link>
        </div>
      ))}
    </Card>
  );
}
