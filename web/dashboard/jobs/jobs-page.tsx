import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, Plus } from "lucide-react";
import { modelName } from "../../../src/contract/model-name.ts";
import { jobState } from "../../../src/contract/status-name.ts";
import { jobsQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { PullLink, pullRequestNumber } from "../shell/pull-link.tsx";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState, Page } from "../ui/page.tsx";
import { Status } from "../ui/status.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { ModelName } from "./job-facts.tsx";

export function JobsPage() {
  const { project, params, may } = useProject();
  const query = useInfiniteQuery(jobsQuery(project.id));
  const jobs = query.data?.pages.flatMap((page) => page.jobs);
  const create = may("editor") && (
    <Link to="/$organization/$domain/jobs/new" params={params} className={buttonClass("primary")}>
      <Plus size={16} />
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
      <Table
        label="Agent jobs"
        query={query}
        rows={jobs}
        keyOf={({ id }) => id}
        loadingRows={5}
        empty={
          <EmptyState
            icon={<Bot size={20} />}
            title="No jobs yet"
            action={create || undefined}
            command={`curl -X POST ${window.location.origin}/v2/agent/${project.id}/job \\\n  -H "Authorization: Bearer YOUR_ADMIN_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"prompt": "Fix broken links"}'`}
          >
            Describe a change in plain words. Without a language model, the agent does routine tasks, such as fixing
            broken links.
          </EmptyState>
        }
        columns={({ main, column, time }) => [
          column("Status", (job) => <Status status={jobState(job)} />, { width: "w-36" }),
          main("Job", (job) => (
            <>
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
            </>
          )),
          column("Done by", ({ model }) => <ModelName model={model} />, {
            from: "md",
            className: "whitespace-nowrap text-ink-soft",
          }),
          column("Pull request", showPullRequest, { from: "sm", width: "w-32" }),
          time("When", ({ createdAt }) => createdAt, { width: "w-32" }),
        ]}
      />
    </Page>
  );
}

const showPullRequest = ({ prLink }: { prLink: string | null }) =>
  prLink === null ? (
    <span className="text-ink-faint">None</span>
  ) : (
    <PullLink link={prLink} className="relative z-10 text-accent hover:underline">
      #{pullRequestNumber(prLink) ?? "?"}
    </PullLink>
  );
