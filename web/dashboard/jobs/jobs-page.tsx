import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, Plus } from "lucide-react";
import { jobsQuery } from "../api/queries.ts";
import { PullLink } from "../pulls/pull-link.tsx";
import { pullRequestNumber } from "../pulls/pull-request-number.ts";
import { useProject } from "../shell/place.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Status } from "../ui/status.tsx";
import { Cell, Row, RowsLoading, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

const columns = [
  { title: "Status", className: "w-36" },
  { title: "Job" },
  { title: "Branch", className: "hidden md:table-cell" },
  { title: "Pull request", className: "hidden sm:table-cell w-36" },
  { title: "When", className: "w-32" },
];

export function JobsPage() {
  const { project, params, may } = useProject();
  const query = useInfiniteQuery(jobsQuery(project.id));
  const jobs = query.data?.pages.flatMap((page) => page.jobs);
  const create = may("editor") && (
    <Link to="/$organization/$domain/jobs/new" params={params} className={buttonClass("primary")}>
      <Plus size={16} aria-hidden />
      New job
    </Link>
  );
  return (
    <Page
      title="Agent jobs"
      documentTitle={`Agent jobs of ${project.name}`}
      description="The agent changes the pages on a branch of its own, checks them and opens a pull request. You merge it."
      action={jobs?.length !== 0 && create}
    >
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} className="mb-4" />}
      {jobs?.length === 0 ? (
        <EmptyState
          icon={<Bot size={20} />}
          title="No job yet"
          action={create || undefined}
          command={`curl -X POST ${window.location.origin}/v2/agent/${project.id}/job \\\n  -H "Authorization: Bearer YOUR_ADMIN_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"prompt": "Fix broken links"}'`}
        >
          Say in plain words what should change. Without a language model the built-in agent does routine work, such as
          mending broken links.
        </EmptyState>
      ) : (
        <Table label="Agent jobs" columns={columns}>
          {jobs === undefined && query.error === null && <RowsLoading columns={columns.length} rows={5} />}
          {jobs?.map(({ id, status, source, model, prLink, createdAt }) => (
            <Row key={id}>
              <Cell>
                <Status status={status} />
              </Cell>
              <Cell>
                <Link
                  to="/$organization/$domain/jobs/$jobId"
                  params={{ ...params, jobId: id }}
                  className="block min-w-28 after:absolute after:inset-0"
                >
                  <code className="text-ink-soft">{id.slice(-8)}</code> <span className="ml-2">{model}</span>
                </Link>
              </Cell>
              <Cell className="hidden md:table-cell">
                <code className="text-ink-soft">{source.ref ?? "–"}</code>
              </Cell>
              <Cell className="hidden sm:table-cell">
                {prLink === null ? (
                  <span className="text-ink-faint">none</span>
                ) : (
                  <PullLink link={prLink} className="relative z-10 text-accent hover:underline">
                    #{pullRequestNumber(prLink) ?? "?"}
                  </PullLink>
                )}
              </Cell>
              <Cell className="text-ink-soft">
                <Time at={createdAt} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      <MoreButton query={query} />
    </Page>
  );
}
