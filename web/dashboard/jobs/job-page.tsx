import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Archive, GitPullRequest } from "lucide-react";
import { type Answer, api, jobQuery, jobsQuery } from "../api/client.ts";
import { optimisticUpdate } from "../api/optimistic-update.ts";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/current-project.ts";
import { UnavailablePage } from "../shell/page-states.tsx";
import { PullLink } from "../shell/pull-link.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { shortenMiddle } from "../ui/shorten-middle.ts";
import { useAction } from "../ui/use-action.ts";
import { useFollow } from "../ui/use-follow.ts";
import { JobEvents } from "./job-events.tsx";
import { JobFacts } from "./job-facts.tsx";

const titleLength = 72;

export function JobPage() {
  const { jobId = "" } = useParams({ strict: false });
  const { project, may } = useProject();
  const queries = useQueryClient();
  const { data: job, error, refetch } = useQuery(jobQuery(project.id, jobId));
  const { events } = useFollow({
    source: jobId,
    // A follow-up reactivates an ended job, and its events continue.
    name: job && `${jobId} ${job.status === "active"}`,
    open: (options) => api.streamAgentJobEvents({ projectId: project.id, id: jobId }, options),
    onEvents: (fresh) => {
      if (!fresh.some(({ event }) => event === "status" || event === "usage")) return;
      void refetch();
      void queries.invalidateQueries(jobsQuery(project.id));
    },
  });
  const archive = useAction(() => api.archiveAgentJob({ projectId: project.id, id: jobId }), {
    message: "Job archived.",
    shownAtOnce: optimisticUpdate(jobQuery(project.id, jobId), (before: Answer<"getAgentJob">) => ({
      ...before,
      status: "archived" as const,
      archivedAt: new Date().toISOString(),
    })),
  });
  if (job === undefined) {
    return <UnavailablePage title="Agent job" error={error} onRetry={refetch} />;
  }
  const isOpen = job.status !== "archived";
  return (
    <Page
      title={shortenMiddle(job.prompt, titleLength)}
      documentTitle={`Agent job · ${project.name}`}
      eyebrow={<BackLink list="jobs" />}
      action={
        <>
          {may("editor") && isOpen && (
            <Button icon={<Archive size={16} />} isBusy={archive.isPending} onClick={() => archive.mutate()}>
              {job.status === "active" ? "Cancel and archive" : "Archive"}
            </Button>
          )}
          {job.prLink !== null && (
            <PullLink link={job.prLink} className={buttonClass("primary")}>
              <GitPullRequest size={16} />
              Open pull request
            </PullLink>
          )}
        </>
      }
    >
      <JobFacts job={job} />
      <JobEvents events={events} isActive={job.status === "active"} />
      {may("editor") && isOpen && (job.status !== "active" || job.model !== rulesModel) && <FollowUp job={job} />}
    </Page>
  );
}

/** The "model" of jobs that the built-in tasks do. They can't read messages while they run. */
const rulesModel = "builtin/rules";

/** Sends a follow-up, an answer to the agent's question, or a message to a running job. */
function FollowUp({ job }: { job: Answer<"getAgentJob"> }) {
  const { project } = useProject();
  const { label, hint } =
    job.status === "active" ? running : job.outcome === "question" ? asked : { label: "Follow up", hint: sameBranch };
  const send = useAction((prompt: string) => api.sendAgentMessage({ projectId: project.id, id: job.id, prompt }), {
    cachesAs: jobQuery(project.id, job.id),
    showsError: true,
  });
  return (
    <Form
      className="mt-10 grid max-w-[720px] gap-4 border-t border-line pt-6"
      onSubmit={(fields, form) => send.mutate(String(fields.get("prompt")), { onSuccess: () => form.reset() })}
    >
      <TextArea label={label} name="prompt" rows={3} maxLength={20_000} required hint={hint} />
      <SubmitRow change={send} look="primary">
        Send
      </SubmitRow>
    </Form>
  );
}

const sameBranch = "The agent continues on the same branch and pull request.";
const running = { label: "Message", hint: "The agent reads it before its next step." };
const asked = { label: "Your answer", hint: "The agent continues with your answer. To approve a plan, say so." };
