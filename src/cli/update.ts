import { type Command, Option } from "commander";
import { followUpdate } from "../client/follow.ts";
import type { Client } from "../contract/client.ts";
import { describeProblemCounts } from "../contract/describe-problems.ts";
import type { UpdateStatus, UpdateStatusWord } from "../contract/schemas.ts";
import { sourceName } from "../contract/source-name.ts";
import { statusName, updateState } from "../contract/status-name.ts";
import type { Environment } from "../platform/config.ts";
import { cancelUpdate } from "../updates/cancel-update.ts";
import { nextStatuses } from "../updates/update.ts";
import { withApi } from "./api.ts";
import { CommandProblem } from "./command-problem.ts";
import { addJsonOption, addPageOptions, type PageOptions } from "./options.ts";
import {
  layOutFields,
  layOutTable,
  type OutputOptions,
  print,
  printJson,
  printText,
  shortTime,
  showSeconds,
  terminalColumns,
} from "./output.ts";
import { readSettings, withApp } from "./setup.ts";

type WaitOptions = OutputOptions & { wait?: boolean };
type ListOptions = OutputOptions & PageOptions & { status?: UpdateStatusWord };

export function defineUpdate(command: Command, environment: Environment): void {
  addJsonOption(command.command("run"))
    .description("Trigger an update")
    .argument("<project>", "Project ID or subdomain")
    .option("--wait", "Wait until the update ends; exit code 1 if it fails")
    .action((project: string, options: WaitOptions) =>
      run(environment, project, options, (client, projectId) => client.triggerUpdate({ projectId })),
    );
  addJsonOption(command.command("preview"))
    .description("Publish a branch preview")
    .argument("<project>", "Project ID or domain identifier")
    .argument("<branch>", "Branch to publish")
    .option("--wait", "Wait until it is published; exit code 1 if the update fails")
    .action((project: string, branch: string, options: WaitOptions) =>
      run(environment, project, options, (client, projectId) => client.createPreview({ projectId, branch })),
    );
  addJsonOption(command.command("show"))
    .description("Show the status of an update")
    .argument("<status-id>", "Status ID of the update")
    .action((statusId: string, options: OutputOptions) => show(environment, statusId, options));
  addPageOptions(addJsonOption(command.command("list")))
    .description("List the updates of a project, newest first")
    .argument("<project>", "Project ID or subdomain")
    .addOption(new Option("--status <status>", "Only updates with this status").choices(Object.keys(nextStatuses)))
    .action((project: string, options: ListOptions) => printUpdates(environment, project, options));
  addJsonOption(command.command("cancel"))
    .description("Cancel a queued or running update")
    .argument("<status-id>", "Status ID of the update")
    .action((statusId: string, options: OutputOptions) => cancel(environment, statusId, options));
  addJsonOption(command.command("logs"))
    .description("Print the log of an update")
    .argument("<status-id>", "Status ID of the update")
    .option("--follow", "Follow the log until the update ends")
    .action((statusId: string, options: OutputOptions & { follow?: boolean }) => logs(environment, statusId, options));
}

async function run(
  environment: Environment,
  project: string,
  options: WaitOptions,
  trigger: (client: Client, projectId: string) => Promise<{ statusId: string; previewUrl?: string }>,
): Promise<void> {
  await withApi(environment, async ({ client, projectId }) => {
    const triggered = await trigger(client, await projectId(project));
    const { statusId, previewUrl } = triggered;
    const text = previewUrl === undefined ? statusId : `${statusId}\n${previewUrl}`;
    if (!options.wait) {
      print(options, triggered, text);
      return;
    }
    const show = options.json ? () => {} : printText;
    show(text);
    const stopTimer = options.json ? () => {} : showSeconds("Updating");
    const update = await follow(client, statusId, { onLine: show, onMove: show }).finally(stopTimer);
    if (options.json) {
      printJson({ ...triggered, ...update });
    }
    if (update.status === "failure") {
      throw new CommandProblem(`The update failed: ${update.summary}`);
    }
  });
}

async function show(environment: Environment, statusId: string, options: OutputOptions): Promise<void> {
  await withApi(environment, async ({ client }) => {
    const update = await client.getUpdateStatus({ statusId });
    print(
      options,
      update,
      layOutFields([
        ["Update", update._id],
        ["Status", updateState(update)],
        ["Summary", update.summary],
        ["Problems", update.problems && describeProblemCounts(update.problems)],
        ["Project", `${update.projectId}  (${update.subdomain})`],
        ["Source", sourceName(update)],
        ["Commit", update.commit?.sha],
        ["Built with", update.builtWith?.sha],
        ["Created", update.createdAt],
        ["Ended", update.endedAt],
        ["Log lines", update.logs.length],
      ]),
    );
  });
}

async function cancel(environment: Environment, statusId: string, options: OutputOptions): Promise<void> {
  await withApp(readSettings(environment), (app) => app.database.transaction((tx) => cancelUpdate(app, tx, statusId)));
  print(options, { statusId, status: "failure" }, `Canceled ${statusId}.`);
}

async function printUpdates(environment: Environment, project: string, options: ListOptions): Promise<void> {
  await withApi(environment, async ({ client, projectId }) => {
    const { json: _json, ...query } = options;
    const page = await client.listUpdates({ projectId: await projectId(project), ...query });
    const rows = page.updates.map((update) => [
      update._id,
      updateState(update),
      sourceName(update),
      shortTime(update.createdAt),
      update.summary,
    ]);
    const headings = ["id", "status", "source", "created (UTC)", "summary"];
    const table = layOutTable(headings, rows, "No updates found.", terminalColumns());
    print(options, page, page.nextCursor === null ? table : `${table}\n\nMore: --cursor ${page.nextCursor}`);
  });
}

async function logs(
  environment: Environment,
  statusId: string,
  options: OutputOptions & { follow?: boolean },
): Promise<void> {
  await withApi(environment, async ({ client }) => {
    if (options.follow) {
      const onLine = options.json ? () => {} : printText;
      const update = await follow(client, statusId, { onLine, onMove: () => {} });
      if (options.json) {
        printJson({ statusId, logs: update.logs });
      }
      return;
    }
    const update = await client.getUpdateStatus({ statusId });
    if (options.json || update.logs.length > 0) {
      print(options, { statusId, logs: update.logs }, update.logs.join("\n"));
    }
  });
}

function follow(
  client: Client,
  statusId: string,
  { onLine, onMove }: { onLine: (line: string) => void; onMove: (line: string) => void },
): Promise<UpdateStatus> {
  return followUpdate(
    client,
    { statusId },
    {
      onEvent: (event) =>
        event.event === "log"
          ? onLine(event.data.line)
          : onMove(`[${statusName(event.data.status)}] ${event.data.summary}`),
    },
  );
}
