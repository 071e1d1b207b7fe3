import { resolve } from "node:path";
import type { Command } from "commander";
import type { App } from "../app/app.ts";
import { foldersOf } from "../app/folders.ts";
import type { Environment } from "../platform/config.ts";
import type { Transaction } from "../platform/db/database.ts";
import { ownCommand } from "../platform/own-command.ts";
import { limitPreviews } from "../projects/access/store.ts";
import type { NewHostedProject } from "../projects/create-hosted-project.ts";
import { createProject } from "../projects/create-project.ts";
import { setDomains } from "../projects/domains/set-domains.ts";
import { newWebhookSecret } from "../projects/new-webhook-secret.ts";
import { siteAddressing } from "../projects/sites/site-address.ts";
import { listProjects, type Project } from "../projects/store.ts";
import { triggerUpdate } from "../updates/trigger-update.ts";
import { collectBranchRules } from "./branch-rule-option.ts";
import { collectBudgets } from "./budget-option.ts";
import { getOrganization, getProjectByName } from "./get-subject.ts";
import {
  addCommand,
  checkFolder,
  collect,
  givenName,
  type OrganizationOptions,
  organizationOption,
  projectArgument,
} from "./options.ts";
import { CommandProblem, layOutTable, type OutputOptions, print } from "./output.ts";
import { presentProject, printProject } from "./print-project.ts";
import { defineProjectDomain } from "./project-domain.ts";
import { recordCommand } from "./record-command.ts";
import { setProject } from "./set-project.ts";
import { type DatabaseCommand, databaseAction, readServerSettings, withApp } from "./setup.ts";

interface CreateOptions extends OrganizationOptions {
  name: string;
  domain: string;
  repository?: string;
  from?: string;
  branch?: string;
  directory?: string;
  customDomain?: string[];
  token?: string;
  strict?: boolean;
  publicPreviews?: boolean;
}

export function defineProject(command: Command, environment: Environment): void {
  addCommand(command, "create", "Create a project from a repository or a folder")
    .option(...organizationOption)
    .requiredOption("--name <name>", "Name of the project", givenName)
    .requiredOption("--domain <subdomain>", "Subdomain of the site")
    .option("--repository <url>", "HTTP(S) URL of the git repository that contains the docs")
    .option("--from <folder>", "Import this folder into the built-in git host and publish it")
    .option("--branch <branch>", "Branch to publish (default: main)")
    .option("--directory <folder>", "Folder in the repository that contains the docs (default: root)")
    .option("--custom-domain <domain>", "Custom domain for the site; repeatable", collect)
    .option("--token <token>", "Token for a private repository; stored encrypted")
    .option("--strict", "Fail updates that have warnings")
    .option("--public-previews", "Show the previews of branches to everyone, not only to members")
    .action((options: CreateOptions) => create(environment, options));
  addCommand(command, "list", "List projects")
    .option("--organization <id>", "Only projects of this organization")
    .action(databaseAction(environment, printProjects));
  addCommand(command, "show", "Show a project", projectArgument).action(databaseAction(environment, show));
  addCommand(
    command,
    "set",
    "Change a project's repository token, webhook secret, language model, budgets, agent paths, author code, base path, error handling or branch rules",
    projectArgument,
  )
    .option("--token <token>", "New token for the repository; stored encrypted")
    .option("--new-webhook-secret", "Create and print a new webhook secret")
    .option("--model <name>", "Model for the assistant: provider/model, none, or default")
    .option("--model-url <url>", "The project's own server for this model")
    .option("--model-key <key>", "The project's own key for this model; stored encrypted")
    .option(
      "--agent-paths <paths>",
      "Paths outside the docs that the agent may write, e.g. CHANGES.txt,examples/, or none",
    )
    .option("--author-code", "Run the project's scripts, interactive components and integrations (default)")
    .option("--no-author-code", "Never run the project's scripts, interactive components and integrations")
    .option("--base-path <path>", "Path below which a proxy shows the site, such as /docs; / for none")
    .option("--fail-on-errors", "If a page can't be built, fail the update and publish nothing")
    .option("--no-fail-on-errors", "If a page can't be built, publish its last good version (default)")
    .option(
      "--budget <budget>",
      "Daily model budget, e.g. answers:tokens=50000, jobs:money=2.5 or answers:tokens=default; repeatable",
      collectBudgets,
    )
    .option(
      "--branch-rule <rule>",
      "Rule for the published branch, e.g. pull-requests-only=yes, editors-publish=no, force-push=yes, required-approvals=2 or other-branches=release; repeatable",
      collectBranchRules,
    )
    .action(databaseAction(environment, setProject));
  defineProjectDomain(command.command("domain").description("Manage and verify custom domains"), environment);
}

async function create(environment: Environment, options: CreateOptions): Promise<void> {
  const { repository, from } = options;
  if ((repository === undefined) === (from === undefined)) {
    throw new CommandProblem("Use either --repository, or --from with a folder to import.", 2);
  }
  if (from !== undefined) await checkFolder(from);
  const config = readServerSettings(environment);
  await withApp(config, async (app) => {
    const { database, secrets } = app;
    const webhookSecret = newWebhookSecret();
    const request = {
      ...options,
      organizationId: (await getOrganization(database.query, options.organization)).id,
      repositoryToken: options.token === undefined ? null : secrets.seal(options.token),
      webhookSecret: secrets.seal(webhookSecret),
      isStrict: options.strict,
    };
    const record = async (tx: Transaction, { id: projectId, organizationId, name, domain }: Project) => {
      if (options.publicPreviews !== true) await limitPreviews(tx, projectId, app.clock.now());
      await setDomains({ ...app, addressing: siteAddressing(config) }, tx, projectId, options.customDomain ?? []);
      const action = from === undefined ? "createProject" : "importProject";
      await recordCommand(tx, { organizationIds: [organizationId], projectId, action, details: { name, domain } });
    };
    const project =
      from === undefined
        ? await database.transaction(async (tx) => {
            const created = await createProject(app, tx, { ...request, repository: repository ?? "" });
            await record(tx, created);
            return created;
          })
        : await importProject(app, { ...request, folder: resolve(from) }, record);
    await printProject(config, database.query, project, options, from === undefined ? { webhookSecret } : {});
  });
}

async function importProject(
  app: App,
  request: NewHostedProject,
  record: (tx: Transaction, project: Project) => Promise<void>,
): Promise<Project> {
  const { createHostedProject } = await import("../projects/create-hosted-project.ts");
  const deps = { ...app, url: app.config.url, repositoriesFolder: foldersOf(app.config).repositories };
  return createHostedProject(deps, request, async (tx, project) => {
    await record(tx, project);
    await triggerUpdate(app, tx, { project, source: "onboarding" });
  });
}

async function show({ config, database }: DatabaseCommand, idOrDomain: string, options: OutputOptions): Promise<void> {
  await printProject(config, database.query, await getProjectByName(database.query, idOrDomain), options);
}

async function printProjects({ config, database }: DatabaseCommand, options: OrganizationOptions): Promise<void> {
  const projects = await listProjects(database.query, options.organization);
  const rows = projects.map(({ id, domain: subdomain, name, repository }) => ({ id, subdomain, name, repository }));
  const none = `No projects yet; see: ${ownCommand("project create --help")}.`;
  print(options, { projects: projects.map((project) => presentProject(config, project)) }, layOutTable(rows, none));
}
