import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitPullRequest } from "lucide-react";
import { useState } from "react";
import { type PullRequestStatus, pullRequestsQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { AuthorName } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card, EmptyState, Page } from "../ui/page.tsx";
import { Status } from "../ui/status.tsx";
import { StatusFilter } from "../ui/status-filter.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { branchesQuery } from "./pull-queries.ts";

const statuses: readonly PullRequestStatus[] = ["open", "merged", "closed"];

/** The pull requests of the built-in git host. Those of other git hosts are only shown on their host. */
export function PullsPage() {
  const { project, params, may } = useProject();
  const [status, setStatus] = useState<PullRequestStatus>();
  const query = useInfiniteQuery({ ...pullRequestsQuery(project.id, status), enabled: project.isHosted });
  return (
    <Page
      title="Pull requests"
      documentTitle={`Pull requests of ${project.name}`}
      description="Changes to review before they are published. Merging a pull request publishes its changes."
      action={
        project.isHosted &&
        may("editor") && (
          <Link to="/$organization/$domain/pulls/new" params={params} className={buttonClass("primary")}>
            Open pull request
          </Link>
        )
      }
    >
      {!project.isHosted ? (
        <EmptyState
          icon={<GitPullRequest size={20} />}
          title="Pull requests are on your git host"
          action={
            <a href={project.repository} target="_blank" rel="noreferrer" className={buttonClass("primary")}>
              Open repository
            </a>
          }
        >
          This project's repository isn't hosted here. Review and merge its pull requests on its git host; pushes to{" "}
          {project.branch} update the site.
        </EmptyState>
      ) : (
        <>
          {may("editor") && <PushedBranches />}
          <StatusFilter words={statuses} value={status} onChange={setStatus} />
          <Table
            label="Pull requests"
            query={query}
            rows={query.data?.pages.flatMap((page) => page.pullRequests)}
            keyOf={({ number }) => number}
            loadingRows={4}
            empty={
              <EmptyState
                icon={<GitPullRequest size={20} />}
                title={status === undefined ? "No pull requests yet" : "No pull requests with this status"}
                action={
                  may("editor") && (
                    <Link to="/$organization/$domain/editor" params={params} className={buttonClass("primary")}>
                      Edit docs
                    </Link>
                  )
                }
              >
                Request a review in the editor, or let the agent make a change: both open a pull request. With git, push
                a branch and open one for it.
              </EmptyState>
            }
            columns={({ main, column, time }) => [
              column("Status", (pull) => <Status status={pull.status} />, { width: "w-32" }),
              main("Pull request", (pull) => (
                <>
                  <Link
                    to="/$organization/$domain/pulls/$number"
                    params={{ ...params, number: String(pull.number) }}
                    className="flex min-w-0 items-center gap-2 after:absolute after:inset-0"
                  >
                    <span className="text-ink-faint tabular-nums">#{pull.number}</span>
                    <span className="truncate font-medium">{pull.title}</span>
                    {pull.draft && <Badge>Draft</Badge>}
                  </Link>
                  <Beneath>
                    <Time at={pull.updatedAt} />
                    <span className="truncate">{pull.author}</span>
                  </Beneath>
                </>
              )),
              column("Author", ({ author }) => <AuthorName name={author} />, { from: "lg" }),
              time("Changed", ({ updatedAt }) => updatedAt, { width: "w-32" }),
            ]}
          />
        </>
      )}
    </Page>
  );
}

const shownMax = 3;
const recentMilliseconds = 7 * 86_400_000;

/** Recently pushed branches without a pull request. */
function PushedBranches() {
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
