import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, Plus } from "lucide-react";
import { modelName } from "../../../src/contract/model-name.ts";
import { jobsQuery } from "../api/queries.ts";
import { PullLink, pullRequestNumber } from "../pulls/pull-link.tsx";
import { useProject } from "../shell/current-project.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { JobStatus } from "./job-status.tsx";

const columns = [
  { title: "Status", className: "w-36" },
  { title: "Job", className: mainColumn },
  { title: "Done by", className: "hidden md:table-cell" },
  { title: "Pull request", className: "hidden sm:table-cell w-32" },
  { title: "When", className: "hidden sm:table-cell w-32" },
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
      description="The agent edits pages on its own branch, checks them and opens a pull request."
      action={jobs?.length !== 0 && create}
    >
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} className="mb-4" />}
      {jobs?.length === 0 ? (
        <EmptyState
          icon={<Bot size={20} />}
          title="No jobs yet"
          action={create || undefined}
          command={`curl -X POST ${window.location.origin}/v2/agent/${project.id}/job \\\n  -H "Authorization: Bearer YOUR_ADMIN_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"prompt": "Fix broken links"}'`}
        >
          Describe a change in plain words. Without a language model, the agent does routine tasks, such as fixing
          broken links.
        </EmptyState>
      ) : (
        <Table label="Agent jobs" columns={columns}>
          {jobs === undefined && query.error === null && <RowsLoading columns={columns.length} rows={5} />}
          {jobs?.map((job) => (
            <Row key={job.id}>
              <Cell>
                <JobStatus job={job} />
              </Cell>
              <Cell className={mainColumn}>
                <Link
                  to="/$organization/$domain/jobs/$jobId"
                  params={{ ...params, jobId: job.id }}
                  className="block truncate font-medium after:absolute after:inset-0"
                >
                  {job.prompt}
                </Link>
                {job.summary !== null && (
                  <span className="block truncate text-[13px] leading-5 text-ink-soft">{job.summary}</span>
                )}
                <Beneath>
                  <Time at={job.createdAt} />
                  {job.prLink !== null && <span>#{pullRequestNumber(job.prLink) ?? "?"}</span>}
                  <span className="truncate">{modelName(job.model)}</span>
                </Beneath>
              </Cell>
              <Cell className="hidden whitespace-nowrap text-ink-soft md:table-cell">
                <span className="block max-w-52 truncate" title={job.model}>
                  {modelName(job.model)}
                </span>
              </Cell>
              <Cell className="hidden sm:table-cell">
                {job.prLink === null ? (
                  <span className="text-ink-faint">None</span>
                ) : (
                  <PullLink link={job.prLink} className="relative z-10 text-accent hover:underline">
                    #{pullRequestNumber(job.prLink) ?? "?"}
                  </PullLink>
                )}
              </Cell>
              <TimeCell at={job.createdAt} />
            </Row>
          ))}
        </Table>
      )}
      <MoreButton query={query} />
    </Page>
  );
}
