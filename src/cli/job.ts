import { type Command, Option } from "commander";
import { nextStatuses } from "../agent/agent-job.ts";
import { followAgentJob } from "../client/follow.ts";
import { type AgentTaskName, type AskedAgentTask, agentTaskNames } from "../contract/agent-tasks.ts";
import type { Client } from "../contract/client.ts";
import { modelName } from "../contract/model-name.ts";
import type { AgentJob, AgentJobStatus } from "../contract/schemas.ts";
import { jobState, statusName } from "../contract/status-name.ts";
import type { Environment } from "../platform/config.ts";
import { cutText } from "../platform/cut-text.ts";
import { type Api, apiAction } from "./api.ts";
import { describeJobEvent, describeUsage, stripControls } from "./describe-job-event.ts";
import { addCommand, addPageOptions, type PageOptions, projectArgument } from "./options.ts";
import { CommandProblem, layOutFields, type OutputOptions, print, printPage, printText, shortTime } from "./output.ts";

type FollowOptions = OutputOptions & { follow?: boolean };
type CreateOptions = FollowOptions & { ref?: string; model?: string; task?: AgentTaskName } & Omit<
    AskedAgentTask,
    "name"
  >;
type ListOptions = PageOptions & { status?: AgentJobStatus };

const followOption = [
  "--follow",
  "Show the events of the job until it ends; exit code 1 if it fails",
] as const satisfies [string, string];
const jobArgument = ["<job-id>", "Job ID"] as const;

export function defineJob(command: Command, environment: Environment): void {
  addCommand(command, "create", "Create an agent job", projectArgument, [
    "[prompt]",
    "What the agent should do, in plain English",
  ])
    .addOption(new Option("--task <task>", "A built-in task instead of a prompt").choices(agentTaskNames))
    .option("--from <text>", "What the task renames, replaces or moves")
    .option("--to <text>", "The new name, words or path")
    .option("--year <year>", "The copyright year (default: this year)")
    .option("--in <path>", "Only this page or folder")
    .option("--ref <branch>", "Branch to start from (default: the project's)")
    .option("--model <model>", "Model to use (default: the project's)")
    .option(...followOption)
    .action(apiAction(environment, create));
  const messageAbout = "Send a follow-up to a finished job; it continues on the same branch and pull request";
  addCommand(command, "message", messageAbout, projectArgument, jobArgument, [
    "<prompt>",
    "What the agent should do next, in plain English",
  ])
    .option(...followOption)
    .action(apiAction(environment, message));
  const define = (name: string, about: string, call: (client: Client, path: JobPath) => Promise<AgentJob>) =>
    addCommand(command, name, about, projectArgument, jobArgument).action(
      apiAction(environment, async ({ client, projectId }, project: string, id: string, options: OutputOptions) => {
        const job = await call(client, { projectId: await projectId(project), id });
        print(options, job, layOut(job));
      }),
    );
  define("archive", "Archive a job; a running job is canceled", (client, path) => client.archiveAgentJob(path));
  define("show", "Show an agent job", (client, path) => client.getAgentJob(path));
  addPageOptions(addCommand(command, "list", "List the agent jobs of a project, newest first", projectArgument))
    .addOption(new Option("--status <status>", "Only jobs with this status").choices(Object.keys(nextStatuses)))
    .action(apiAction(environment, printJobs));
}

async function create(
  { client, projectId }: Api,
  project: string,
  prompt: string | undefined,
  options: CreateOptions,
): Promise<void> {
  const path = { projectId: await projectId(project) };
  const { json: _json, follow: _follow, ref, model, task: name, ...values } = options;
  if ((prompt === undefined) === (name === undefined)) throw new CommandProblem("Give either a prompt or --task.");
  if (name === undefined && Object.keys(values).length > 0) {
    throw new CommandProblem("--from, --to, --year and --in need --task.");
  }
  const asked = name === undefined ? { prompt: prompt ?? "" } : { task: { name, ...values } };
  const branch = { ...(ref !== undefined && { ref }), ...(model !== undefined && { model }) };
  const job = await client.createAgentJob({ ...path, ...asked, ...branch });
  // A prompt that isn't understood ends at once, and its last event says what to ask for.
  if (job.outcome === "not_understood" && !options.json && !options.follow) {
    for await (const event of await client.streamAgentJobEvents({ ...path, id: job.id })) {
      if (event.event === "end") printText(describeJobEvent(event));
    }
  }
  await printOrFollow(client, { ...path, id: job.id }, 0, job, options);
}

async function message(
  { client, projectId }: Api,
  project: string,
  id: string,
  prompt: string,
  options: FollowOptions,
): Promise<void> {
  const path = { projectId: await projectId(project), id };
  const seen = options.follow ? await lastEventOf(client, path) : 0;
  const job = await client.sendAgentMessage({ ...path, prompt });
  await printOrFollow(client, path, seen, job, options);
}

type JobPath = { projectId: string; id: string };

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
  const ended = await followAgentJob(client, path, {
    lastEventId: seen,
    onEvent: (event) => (options.json ? undefined : printText(describeJobEvent(event))),
  });
  print(options, ended, `\n${layOut(ended)}`);
  if (ended.status === "failed") {
    throw new CommandProblem(`The job failed: ${shorten(ended.summary ?? "see its events.", summaryCharactersMax)}`);
  }
}

/** The ID of a finished job's last event. Later events belong to the follow-up. */
async function lastEventOf(client: Client, path: JobPath): Promise<number> {
  let last = 0;
  for await (const { id } of await client.streamAgentJobEvents(path)) last = id;
  return last;
}

async function printJobs({ client, projectId }: Api, project: string, options: ListOptions): Promise<void> {
  const { json: _json, ...query } = options;
  const page = await client.listAgentJobs({ projectId: await projectId(project), ...query });
  const rows = page.jobs.map((job) => ({
    id: job.id,
    status: statusName(jobState(job)),
    "created (UTC)": shortTime(job.createdAt),
    "pull request": pullRequestNumber(job.prLink),
    prompt: shorten(job.prompt, promptCharactersMax),
  }));
  printPage(options, page, rows, "No jobs found.");
}

function layOut(job: AgentJob): string {
  return layOutFields({
    Job: job.id,
    Prompt: shorten(job.prompt, summaryCharactersMax),
    Status: statusName(jobState(job)),
    Summary: job.summary === null ? null : shorten(job.summary, summaryCharactersMax),
    Repository: job.source.repository,
    Branch: job.source.ref,
    "Done by": modelName(job.model),
    "Pull request": job.prLink,
    Cost: describeUsage(job.usage),
    Created: job.createdAt,
    Started: job.startedAt,
    Ended: job.endedAt,
    Archived: job.archivedAt,
  });
}

/** The limit outside a terminal; a terminal cuts prompts to its own width. */
const promptCharactersMax = 200;
const summaryCharactersMax = 2_000;

/** `#3`, as in the dashboard; `job show` prints the link. */
function pullRequestNumber(link: string | null): string | null {
  const number = link?.split("/").findLast((part) => part !== "") ?? "";
  return /^\d+$/.test(number) ? `#${number}` : link;
}

/** Prompts and summaries come from people and models, so they are put on one line without control characters. */
function shorten(text: string, charactersMax: number): string {
  const line = stripControls(text).replace(/\s+/g, " ").trim();
  return cutText(line, charactersMax);
}
