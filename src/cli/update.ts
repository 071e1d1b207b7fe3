import { type Command, Option } from "commander";
import type { Client } from "../contract/client.ts";
import type { UpdateStatus, UpdateStatusWord } from "../contract/schemas.ts";
import type { Environment } from "../platform/config.ts";
import { cancelUpdate } from "../updates/cancel-update.ts";
import { isEnded, nextStatuses } from "../updates/update.ts";
import { withApi } from "./api.ts";
import { CommandProblem } from "./command-problem.ts";
import { followToEnd } from "./follow-to-end.ts";
import { addJsonOption, addPageOptions, type PageOptions } from "./options.ts";
import { layOutFields, layOutTable, type OutputOptions, print, printJson, printText, showSeconds } from "./output.ts";
import { readSettings, withApp } from "./setup.ts";

type ListOptions = OutputOptions & PageOptions & { status?: UpdateStatusWord };

export function defineUpdate(command: Command, environment: Environment): void {
  addJsonOption(command.command("run"))
    .description("Trigger an update")
    .argument("<project>", "Project ID or domain identifier")
    .option("--wait", "Wait until it ends; exit code 1 if it fails")
    .action((project: string, options: OutputOptions & { wait?: boolean }) => run(environment, project, options));
  addJsonOption(command.command("show"))
    .description("Show the status of an update")
    .argument("<status-id>", "Status ID of the update")
    .action((statusId: string, options: OutputOptions) => show(environment, statusId, options));
  addPageOptions(addJsonOption(command.command("list")))
    .description("List the updates of a project, newest first")
    .argument("<project>", "Project ID or domain identifier")
    .addOption(new Option("--status <status>", "Only updates with this status").choices(Object.keys(nextStatuses)))
    .action((project: string, options: ListOptions) => list(environment, project, options));
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
  options: OutputOptions & { wait?: boolean },
): Promise<void> {
  await withApi(environment, async ({ client, projectId }) => {
    const { statusId } = await client.triggerUpdate({ projectId: await projectId(project) });
    if (!options.wait) {
      print(options, { statusId }, statusId);
      return;
    }
    const show = options.json ? () => {} : printText;
    show(statusId);
    const stopTimer = options.json ? () => {} : showSeconds("Updating");
    const update = await follow(client, statusId, { onLine: show, onMove: show }).finally(stopTimer);
    if (options.json) {
      printJson({ statusId, ...update });
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
        ["Status", update.status],
        ["Summary", update.summary],
        ["Project", `${update.projectId}  (${update.subdomain})`],
        ["Source", update.source],
        ["Commit", update.commit?.sha],
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

async function list(environment: Environment, project: string, options: ListOptions): Promise<void> {
  await withApi(environment, async ({ client, projectId }) => {
    const { json: _json, ...query } = options;
    const page = await client.listUpdates({ projectId: await projectId(project), ...query });
    const rows = page.updates.map((update) => [
      update._id,
      update.status,
      update.source,
      update.createdAt,
      update.summary,
    ]);
    const table = layOutTable(["id", "status", "source", "created", "summary"], rows, "No updates found.");
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
  return followToEnd({
    events: (lastEventId) => client.streamUpdateEvents({ statusId }, { lastEventId }),
    read: () => client.getUpdateStatus({ statusId }),
    isOver: ({ status }) => isEnded(status),
    onEvent: (event) =>
      event.event === "log" ? onLine(event.data.line) : onMove(`[${event.data.status}] ${event.data.summary}`),
  });
}
