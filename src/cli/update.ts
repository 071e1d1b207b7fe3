import { type Command, Option } from "commander";
import { followUpdate } from "../client/follow.ts";
import type { UpdateEvent } from "../client/types.ts";
import { describeProblemCounts } from "../contract/describe-problems.ts";
import type { UpdateStatusWord } from "../contract/schemas.ts";
import { sourceName } from "../contract/source-name.ts";
import { statusName, updateState } from "../contract/status-name.ts";
import type { Environment } from "../platform/config.ts";
import { cancelUpdate } from "../updates/cancel-update.ts";
import { nextStatuses } from "../updates/update.ts";
import { type Api, apiAction } from "./api.ts";
import { addCommand, addPageOptions, type PageOptions, projectArgument } from "./options.ts";
import {
  CommandProblem,
  layOutFields,
  type OutputOptions,
  print,
  printJson,
  printPage,
  printText,
  shortTime,
  showSeconds,
} from "./output.ts";
import { readServerSettings, withApp } from "./setup.ts";

type WaitOptions = OutputOptions & { wait?: boolean };
type ListOptions = PageOptions & { status?: UpdateStatusWord };

export function defineUpdate(command: Command, environment: Environment): void {
  const statusArgument = ["<status-id>", "Status ID of the update"] as const;
  addCommand(command, "run", "Trigger an update", projectArgument)
    .option("--wait", "Wait until the update ends; exit code 1 if it fails")
    .action(
      apiAction(environment, (api, project: string, options: WaitOptions) =>
        run(api, project, options, (projectId) => api.client.triggerUpdate({ projectId })),
      ),
    );
  addCommand(command, "preview", "Publish a branch preview", projectArgument, ["<branch>", "Branch to publish"])
    .option("--wait", "Wait until it is published; exit code 1 if the update fails")
    .action(
      apiAction(environment, (api, project: string, branch: string, options: WaitOptions) =>
        run(api, project, options, (projectId) => api.client.createPreview({ projectId, branch })),
      ),
    );
  addCommand(command, "show", "Show the status of an update", statusArgument).action(apiAction(environment, show));
  addPageOptions(addCommand(command, "list", "List the updates of a project, newest first", projectArgument))
    .addOption(new Option("--status <status>", "Only updates with this status").choices(Object.keys(nextStatuses)))
    .action(apiAction(environment, printUpdates));
  addCommand(command, "cancel", "Cancel a queued or running update", statusArgument).action(
    (statusId: string, options: OutputOptions) => cancel(environment, statusId, options),
  );
  addCommand(command, "logs", "Print the log of an update", statusArgument)
    .option("--follow", "Follow the log until the update ends")
    .action(apiAction(environment, logs));
}

async function run(
  { client, projectId }: Api,
  project: string,
  options: WaitOptions,
  trigger: (projectId: string) => Promise<{ statusId: string; previewUrl?: string }>,
): Promise<void> {
  const triggered = await trigger(await projectId(project));
  const { statusId, previewUrl } = triggered;
  const text = previewUrl === undefined ? statusId : `${statusId}\n${previewUrl}`;
  if (!options.wait) {
    print(options, triggered, text);
    return;
  }
  const show = options.json ? () => {} : printText;
  show(text);
  const stopTimer = options.json ? () => {} : showSeconds("Updating");
  const onEvent = (event: UpdateEvent) => show(describeEvent(event));
  const update = await followUpdate(client, { statusId }, { onEvent }).finally(stopTimer);
  if (update.problems?.missingPages) show(`${updateState(update)}.`);
  if (options.json) {
    printJson({ ...triggered, ...update });
  }
  if (update.status === "failure") {
    throw new CommandProblem(`The update failed: ${update.summary}`);
  }
}

async function show({ client }: Api, statusId: string, options: OutputOptions): Promise<void> {
  const update = await client.getUpdateStatus({ statusId });
  print(
    options,
    update,
    layOutFields({
      Update: update._id,
      Status: updateState(update),
      Summary: update.summary,
      Problems: update.problems && describeProblemCounts(update.problems),
      Project: `${update.projectId}  (${update.subdomain})`,
      Source: sourceName(update),
      Commit: update.commit?.sha,
      "Built with": update.builtWith?.sha,
      Created: update.createdAt,
      Ended: update.endedAt,
      "Log lines": update.logs.length,
    }),
  );
}

async function cancel(environment: Environment, statusId: string, options: OutputOptions): Promise<void> {
  await withApp(readServerSettings(environment), (app) =>
    app.database.transaction((tx) => cancelUpdate(app, tx, statusId)),
  );
  print(options, { statusId, status: "failure" }, `Canceled ${statusId}.`);
}

async function printUpdates({ client, projectId }: Api, project: string, options: ListOptions): Promise<void> {
  const { json: _json, ...query } = options;
  const page = await client.listUpdates({ projectId: await projectId(project), ...query });
  const rows = page.updates.map((update) => ({
    id: update._id,
    status: updateState(update),
    source: sourceName(update),
    "created (UTC)": shortTime(update.createdAt),
    summary: update.summary,
  }));
  printPage(options, page, rows, "No updates found.");
}

async function logs({ client }: Api, statusId: string, options: OutputOptions & { follow?: boolean }): Promise<void> {
  if (options.follow) {
    const onEvent = (event: UpdateEvent) => {
      if (event.event === "log" && !options.json) printText(event.data.line);
    };
    const update = await followUpdate(client, { statusId }, { onEvent });
    if (options.json) {
      printJson({ statusId, logs: update.logs });
    }
    return;
  }
  const update = await client.getUpdateStatus({ statusId });
  if (options.json || update.logs.length > 0) {
    print(options, { statusId, logs: update.logs }, update.logs.join("\n"));
  }
}

function describeEvent({ event, data }: UpdateEvent): string {
  return event === "log" ? data.line : `[${statusName(data.status)}] ${data.summary}`;
}
