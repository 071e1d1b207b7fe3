import { CircleHelp, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import { modelName } from "../../../src/contract/model-name.ts";
import type { AgentJob } from "../../../src/contract/schemas.ts";
import { jobState } from "../../../src/contract/status-name.ts";
import { LinkedText } from "../ui/linked-text.tsx";
import { Card, Fact } from "../ui/page.tsx";
import { Status } from "../ui/status.tsx";
import { formatDuration, Time } from "../ui/time.tsx";

const looks: Partial<Record<string, { icon: LucideIcon; row: string; color: string }>> = {
  unchanged: { icon: CircleMinus, row: "", color: "text-ink-faint" },
  question: { icon: CircleHelp, row: "rounded-t-card bg-accent-soft", color: "text-accent" },
  not_understood: { icon: CircleHelp, row: "rounded-t-card bg-warn-soft", color: "text-warn" },
  failed: { icon: CircleX, row: "rounded-t-card bg-danger-soft", color: "text-danger" },
};

/** The result of a job, when it ran, and its usage. */
export function JobFacts({ job }: { job: AgentJob }) {
  const { icon: Icon, row, color } = looks[job.outcome ?? ""] ?? { icon: undefined, row: "", color: "" };
  return (
    <Card className="mb-8">
      {job.summary !== null && (
        <p className={`flex items-start gap-3 border-b border-line px-5 py-3.5 ${row}`} aria-live="polite">
          {Icon !== undefined && <Icon size={20} className={`mt-px flex-none ${color}`} />}
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <LinkedText text={job.summary} />
          </span>
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-5 py-4 sm:grid-cols-3 lg:flex lg:justify-between">
        <Fact label="Status">
          <Status status={jobState(job)} />
        </Fact>
        <Fact label="Created">
          <Time at={job.createdAt} />
        </Fact>
        <Fact label="Started">{job.startedAt === null ? "–" : <Time at={job.startedAt} />}</Fact>
        <Fact label="Took">{duration(job)}</Fact>
        <Fact label="Branch">
          <code className="block max-w-56 truncate" title={job.source.ref ?? ""}>
            {job.source.ref ?? "–"}
          </code>
        </Fact>
        <Fact label="Done by">
          <ModelName model={job.model} />
        </Fact>
        <Fact label="Model cost">{describeUsage(job.usage)}</Fact>
      </dl>
    </Card>
  );
}

/** The short name of the model that worked on a job. */
export function ModelName({ model }: { model: string }) {
  return (
    <span className="block max-w-52 truncate" title={model}>
      {modelName(model)}
    </span>
  );
}

function duration({ startedAt, endedAt }: AgentJob): string {
  return startedAt === null || endedAt === null ? "–" : formatDuration(Date.parse(endedAt) - Date.parse(startedAt));
}

const numbers = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Total usage of a job over all its prompts. */
export function describeUsage({ inputTokens, outputTokens, cost }: AgentJob["usage"]): string {
  if (inputTokens + outputTokens === 0) return "None";
  const tokens = `${numbers.format(inputTokens)} tokens in, ${numbers.format(outputTokens)} out`;
  return cost === undefined ? tokens : `${Number(cost.toFixed(4))} (${tokens})`;
}
