import { resolve } from "node:path";
import type { Command } from "commander";
import type { App } from "../app/app.ts";
import { foldersOf } from "../app/folders.ts";
import type { Environment } from "../platform/config.ts";
import type { Transaction } from "../platform/db/database.ts";
import type { NewHostedProject } from "../projects/create-hosted-project.ts";
import { createProject } from "../projects/create-project.ts";
import { listProjects, type Project } from "../projects/store.ts";
import { triggerUpdate } from "../updates/trigger-update.ts";
import { newWebhookSecret } from "../webhooks/new-webhook-secret.ts";
import { collectBudgets } from "./budget-option.ts";
import { CommandProblem } from "./command-problem.ts";
import { getProjectByName } from "./get-project-by-name.ts";
import { addJsonOption, collect } from "./options.ts";
import { layOutTable, type OutputOptions, print } from "./output.ts";
import { presentProject, printProject } from "./print-project.ts";
import { recordCommand } from "./record-command.ts";
import { type SetOptions, setProject } from "./set-project.ts";
import { openConfiguredApp, readSettings, withDatabase } from "./setup.ts";

interface CreateOptions extends OutputOptions {
  organization: string;
  name: string;
  domain: string;
  repository?: string;
  from?: string;
  branch?: string;
  directory?: string;
  customDomain?: string[];
  token?: string;
  strict?: boolean;
}

export function defineProject(command: Command, environment: Environment): void {
  addJsonOption(command.command("create"))
    .description("create a project, of a repository elsewhere or of a folder")
    .requiredOption("--organization <id>", "the organization it belongs to")
    .requiredOption("--name <name>", "its name")
    .requiredOption("--domain <identifier>", "its domain identifier: the subdomain of the site")
    .option("--repository <url>", "the git repository of the docs, an http or https address")
    .option("--from <folder>", "import this folder into a repository of the built-in git host, and publish it")
    .option("--branch <branch>", "the branch that is published (default: main)")
    .option("--directory <folder>", "the folder of the docs inside the repository (default: its root)")
    .option("--custom-domain <domain>", "a domain of your own for the site; may be repeated", collect)
    .option("--token <token>", "for fetching a repository that is not public; stored encrypted")
    .option("--strict", "warnings fail an update")
    .action((options: CreateOptions) => create(environment, options));
  addJsonOption(command.command("list"))
    .description("list the projects")
    .option("--organization <id>", "only those of this organization")
    .action((options: OutputOptions & { organization?: string }) => list(environment, options));
  addJsonOption(command.command("show"))
    .description("show one project")
    .argument("<project>", "its ID or domain identifier")
    .action((project: string, options: OutputOptions) => show(environment, project, options));
  addJsonOption(command.command("set"))
    .description(
      "change how a project's repository is reached, which language model answers for it, what models may use, or what the agent may write",
    )
    .argument("<project>", "its ID or domain identifier")
    .option("--token <token>", "a new token for fetching; stored encrypted")
    .option("--new-webhook-secret", "make a new secret for webhooks, and print it")
    .option("--model <name>", "another model of LECTERN_MODEL's server for its assistant, none, or default")
    .option("--agent-paths <paths>", "what the agent may write beside the docs, e.g. CHANGES.txt,examples/, or none")
    .option(
      "--budget <budget>",
      "what models may use in a day, e.g. answers:tokens=50000, jobs:money=2.5, or =default; may be repeated",
      collectBudgets,
    )
    .action((project: string, options: SetOptions) => setProject(environment, project, options));
}

async function create(environment: Environment, options: CreateOptions): Promise<void> {
  const { repository, from } = options;
  if ((repository === undefined) === (from === undefined)) {
    throw new CommandProblem("Give either --repository, or --from with a folder to import.", 2);
  }
  const config = readSettings(environment);
  const app = await openConfiguredApp({ ...config, logLevel: "error" }, "cli");
  try {
    const { database, secrets } = app;
    const webhookSecret = newWebhookSecret();
    const request = {
      ...options,
      organizationId: options.organization,
      customDomains: options.customDomain,
      repositoryToken: options.token === undefined ? null : secrets.seal(options.token),
      webhookSecret: secrets.seal(webhookSecret),
      isStrict: options.strict,
    };
    const project = await database.transaction(async (tx) => {
      const created =
        from === undefined
          ? await createProject(app, tx, { ...request, repository: repository ?? "" })
          : await importProject(app, tx, { ...request, folder: resolve(from) });
      const { id: projectId, organizationId, name, domain } = created;
      const action = from === undefined ? "createProject" : "importProject";
      await recordCommand(tx, { organizationIds: [organizationId], projectId, action, details: { name, domain } });
      return created;
    });
    await printProject(config, database.query, project, options, from === undefined ? { webhookSecret } : {});
  } finally {
    await app.close();
  }
}

async function importProject(app: App, tx: Transaction, request: NewHostedProject): Promise<Project> {
  const { clock, config } = app;
  const { createHostedProject } = await import("../projects/create-hosted-project.ts");
  const deps = { clock, url: config.url, repositoriesFolder: foldersOf(config).repositories };
  const project = await createHostedProject(deps, tx, request);
  await triggerUpdate(app, tx, { project, source: "onboarding" });
  return project;
}

async function show(environment: Environment, idOrDomain: string, options: OutputOptions): Promise<void> {
  await withDatabase(environment, async ({ config, database }) => {
    await printProject(config, database.query, await getProjectByName(database.query, idOrDomain), options);
  });
}

async function list(environment: Environment, options: OutputOptions & { organization?: string }): Promise<void> {
  await withDatabase(environment, async ({ config, database }) => {
    const projects = await listProjects(database.query, options.organization);
    const rows = projects.map(({ id, domain, name, repository }) => [id, domain, name, repository]);
    print(
      options,
      { projects: projects.map((project) => presentProject(config, project)) },
      layOutTable(
        ["id", "domain", "name", "repository"],
        rows,
        "There is no project yet; make one with: lectern project create.",
      ),
    );
  });
}
