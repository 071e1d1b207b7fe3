import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitPullRequest } from "lucide-react";
import { useState } from "react";
import { type PullRequestStatus, pullRequestsQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Status } from "../ui/status.tsx";
import { StatusFilter } from "../ui/status-filter.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { PushedBranches } from "./pushed-branches.tsx";

const columns = [
  { title: "Status", className: "w-32" },
  { title: "Pull request", className: mainColumn },
  { title: "Branch", className: "hidden md:table-cell" },
  { title: "Author", className: "hidden lg:table-cell" },
  { title: "Changed", className: "hidden sm:table-cell w-32" },
];
const statuses: readonly PullRequestStatus[] = ["open", "merged", "closed"];

/** The pull requests of the built-in git host. On other git hosts, pull requests are read there. */
export function PullsPage() {
  const { project, params, may } = useProject();
  const [status, setStatus] = useState<PullRequestStatus>();
  const query = useInfiniteQuery({ ...pullRequestsQuery(project.id, status), enabled: project.isHosted });
  const pulls = query.data?.pages.flatMap((page) => page.pullRequests);
  return (
    <Page
      title="Pull requests"
      documentTitle={`Pull requests of ${project.name}`}
      description={`Changes on a branch, to review before they are merged. Merging into ${project.branch} publishes them.`}
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
          {query.error !== null && (
            <Problem error={query.error} onRetry={() => void query.refetch()} className="mb-4" />
          )}
          {pulls?.length === 0 ? (
            <EmptyState
              icon={<GitPullRequest size={20} />}
              title={status === undefined ? "No pull requests yet" : "No pull requests with this status"}
              action={
                <Link to="/$organization/$domain/jobs/new" params={params} className={buttonClass("primary")}>
                  New job
                </Link>
              }
            >
              The agent opens a pull request for each change it makes. You can also push a branch and open one for it.
            </EmptyState>
          ) : (
            <Table label="Pull requests" columns={columns}>
              {pulls === undefined && query.error === null && <RowsLoading columns={columns.length} rows={4} />}
              {pulls?.map((pull) => (
                <Row key={pull.number}>
                  <Cell>
                    <Status status={pull.status} />
                  </Cell>
                  <Cell className={mainColumn}>
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
                  </Cell>
                  <Cell className="hidden md:table-cell">
                    <code className="block max-w-44 truncate text-ink-soft" title={pull.head}>
                      {pull.head}
                    </code>
                  </Cell>
                  <Cell className="hidden lg:table-cell">
                    <span className="flex items-center gap-2 text-ink-soft">
                      <Avatar name={pull.author} />
                      <span className="max-w-32 truncate">{pull.author}</span>
                    </span>
                  </Cell>
                  <TimeCell at={pull.updatedAt} />
                </Row>
              ))}
            </Table>
          )}
          <MoreButton query={query} />
        </>
      )}
    </Page>
  );
}
