import { type Command, Option } from "commander";
import { nextStatuses } from "../agent/agent-job.ts";
import type { Client } from "../contract/client.ts";
import type { AgentJob, AgentJobStatus } from "../contract/schemas.ts";
import type { Environment } from "../platform/config.ts";
import { withApi } from "./api.ts";
import { CommandProblem } from "./command-problem.ts";
import { describeJobEvent } from "./describe-job-event.ts";
import { followToEnd } from "./follow-to-end.ts";
import { addJsonOption, addPageOptions, type PageOptions } from "./options.ts";
import { layOutFields, layOutTable, type OutputOptions, print, printText } from "./output.ts";

type FollowOptions = OutputOptions & { follow?: boolean };
type CreateOptions = FollowOptions & { ref?: string; model?: string };
type ListOptions = OutputOptions & PageOptions & { status?: AgentJobStatus };

const followOption = [
  "--follow",
  "Show what the agent does until the job ends; exit code 1 if it fails",
] as const satisfies [string, string];
const projectArgument = ["<project>", "Project ID or domain identifier"] as const;
const jobArgument = ["<job-id>", "Job ID"] as const;

export function defineJob(command: Command, environment: Environment): void {
  addJsonOption(command.command("create"))
    .description("Create an agent job")
    .argument(...projectArgument)
    .argument("<prompt>", "What the agent should do, in plain English")
    .option("--ref <branch>", "Branch to start from (default: the project's)")
    .option("--model <model>", "Model to use (default: the project's)")
    .option(...followOption)
    .action((project: string, prompt: string, options: CreateOptions) => create(environment, project, prompt, options));
  addJsonOption(command.command("message"))
    .description("Send a follow-up to a finished job; it continues on the same branch and pull request")
    .argument(...projectArgument)
    .argument(...jobArgument)
    .argument("<prompt>", "What the agent should do next, in plain English")
    .option(...followOption)
    .action((project: string, id: string, prompt: string, options: FollowOptions) =>
      message(environment, project, id, prompt, options),
    );
  addJsonOption(command.command("archive"))
    .description("Archive a job; a running job is canceled")
    .argument(...projectArgument)
    .argument(...jobArgument)
    .action((project: string, id: string, options: OutputOptions) => archive(environment, project, id, options));
  addJsonOption(command.command("show"))
    .description("Show an agent job")
    .argument(...projectArgument)
    .argument(...jobArgument)
    .action((project: string, id: string, options: OutputOptions) => show(environment, project, id, options));
  addPageOptions(addJsonOption(command.command("list")))
    .description("List the agent jobs of a project, newest first")
    .argument(...projectArgument)
    .addOption(new Option("--status <status>", "Only jobs with this status").choices(Object.keys(nextStatuses)))
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
    const { json: _json, follow: _follow, ...request } = options;
    const job = await client.createAgentJob({ ...path, prompt, ...request });
    await printOrFollow(client, { ...path, id: job.id }, 0, job, options);
  });
}

async function message(
  environment: Environment,
  project: string,
  id: string,
  prompt: string,
  options: FollowOptions,
): Promise<void> {
  await withApi(environment, async ({ client, projectId }) => {
    const path = { projectId: await projectId(project), id };
    const seen = options.follow ? await lastEventOf(client, path) : 0;
    const job = await client.sendAgentMessage({ ...path, prompt });
    await printOrFollow(client, path, seen, job, options);
  });
}

interface JobPath {
  projectId: string;
  id: string;
}

async function printOrFollow(
  client: Client,
  path: JobPath,
  seen: number,
  job: AgentJob,
  options: FollowOptions,
): Promise<void> {
  if (!options.follow) {
    print(options, job, layOut(job));
    return;
  }
  const ended = await followToEnd({
    events: (lastEventId) => client.streamAgentJobEvents(path, { lastEventId: Math.max(lastEventId, seen) }),
    read: () => client.getAgentJob(path),
    isOver: ({ status }) => status !== "active",
    onEvent: (event) => (options.json ? undefined : printText(describeJobEvent(event))),
  });
  print(options, ended, `\n${layOut(ended)}`);
  if (ended.status === "failed") {
    throw new CommandProblem("The job failed.");
  }
}

/** The stream of a finished job ends after its last event; later events belong to the follow-up. */
async function lastEventOf(client: Client, path: JobPath): Promise<number> {
  let last = 0;
  for await (const { id } of await client.streamAgentJobEvents(path)) last = id;
  return last;
}

async function archive(environment: Environment, project: string, id: string, options: OutputOptions): Promise<void> {
  await withApi(environment, async ({ client, projectId }) => {
    const job = await client.archiveAgentJob({ projectId: await projectId(project), id });
    print(options, job, layOut(job));
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
    const table = layOutTable(["id", "status", "created", "pull request"], rows, "No jobs found.");
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
