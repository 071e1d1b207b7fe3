import { type Command, Option } from "commander";
import { nextStatuses } from "../agent/agent-job.ts";
import type { EventOf } from "../contract/operation.ts";
import type { Operations } from "../contract/operations.ts";
import type { AgentJob, AgentJobStatus } from "../contract/schemas.ts";
import type { Environment } from "../platform/config.ts";
import { withApi } from "./api.ts";
import { CommandProblem } from "./command-problem.ts";
import { followToEnd } from "./follow-to-end.ts";
import { addJsonOption, addPageOptions, type PageOptions } from "./options.ts";
import { layOutFields, layOutTable, type OutputOptions, print, printText } from "./output.ts";

type CreateOptions = OutputOptions & { ref?: string; model?: string; follow?: boolean };
type ListOptions = OutputOptions & PageOptions & { status?: AgentJobStatus };
type JobEvent = EventOf<Operations["streamAgentJobEvents"]["reply"]["events"]>;

export function defineJob(command: Command, environment: Environment): void {
  addJsonOption(command.command("create"))
    .description("give the agent a job")
    .argument("<project>", "its ID or domain identifier")
    .argument("<prompt>", "what the agent should do, in plain words")
    .option("--ref <branch>", "the branch to start from (default: the project's)")
    .option("--model <model>", "the model to use (default: the project's)")
    .option("--follow", "tell what the agent does until the job ends; exit code 1 if it fails")
    .action((project: string, prompt: string, options: CreateOptions) => create(environment, project, prompt, options));
  addJsonOption(command.command("show"))
    .description("show an agent job")
    .argument("<project>", "its ID or domain identifier")
    .argument("<job-id>", "the ID that creating the job gave")
    .action((project: string, id: string, options: OutputOptions) => show(environment, project, id, options));
  addPageOptions(addJsonOption(command.command("list")))
    .description("list the agent jobs of a project, newest first")
    .argument("<project>", "its ID or domain identifier")
    .addOption(new Option("--status <status>", "only those with this status").choices(Object.keys(nextStatuses)))
    .action((project: string, options: ListOptions) => list(environment, project, options));
}

async function create(
  environment: Environment,
  project: string,
  prompt: string,
  options: CreateOptions,
): Promise<void> {
  await withApi(environment, async ({ client, projectId }) => {
    const path = { projectId: await projectId(project) };
    const { json: _json, follow, ...request } = options;
    const job = await client.createAgentJob({ ...path, prompt, ...request });
    if (!follow) {
      print(options, job, layOut(job));
      return;
    }
    const ended = await followToEnd({
      events: (lastEventId) => client.streamAgentJobEvents({ ...path, id: job.id }, { lastEventId }),
      read: () => client.getAgentJob({ ...path, id: job.id }),
      isOver: ({ status }) => status !== "active",
      onEvent: (event) => (options.json ? undefined : printText(describe(event))),
    });
    print(options, ended, `\n${layOut(ended)}`);
    if (ended.status === "failed") {
      throw new CommandProblem("The job failed.");
    }
  });
}

async function show(environment: Environment, project: string, id: string, options: OutputOptions): Promise<void> {
  await withApi(environment, async ({ client, projectId }) => {
    const job = await client.getAgentJob({ projectId: await projectId(project), id });
    print(options, job, layOut(job));
  });
}

async function list(environment: Environment, project: string, options: ListOptions): Promise<void> {
  await withApi(environment, async ({ client, projectId }) => {
    const { json: _json, ...query } = options;
    const page = await client.listAgentJobs({ projectId: await projectId(project), ...query });
    const rows = page.jobs.map((job) => [job.id, job.status, job.createdAt, job.prLink]);
    const table = layOutTable(["id", "status", "created", "pull request"], rows, "There are no such jobs.");
    print(options, page, page.nextCursor === null ? table : `${table}\n\nMore: --cursor ${page.nextCursor}`);
  });
}

function layOut(job: AgentJob): string {
  return layOutFields([
    ["Job", job.id],
    ["Status", job.status],
    ["Repository", job.source.repository],
    ["Branch", job.source.ref],
    ["Model", job.model],
    ["Pull request", job.prLink],
    ["Created", job.createdAt],
    ["Archived", job.archivedAt],
  ]);
}

function describe(event: JobEvent): string {
  if (event.event === "status") {
    return `[${event.data.status}] ${event.data.summary}`;
  }
  const { at: _at, ...step } = event.data;
  return Object.entries(step)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("  ");
}
