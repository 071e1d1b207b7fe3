import { resolve } from "node:path";
import type { Command } from "commander";
import type { App } from "../app/app.ts";
import { foldersOf } from "../app/folders.ts";
import { readModelChoice } from "../model/model-choice.ts";
import { checkedProjectModel } from "../model/project-model.ts";
import { isoTime } from "../platform/clock.ts";
import type { Config, Environment } from "../platform/config.ts";
import type { Connection, Transaction } from "../platform/db/database.ts";
import { openSecrets } from "../platform/secrets.ts";
import { type BudgetChange, changeBudgets } from "../projects/change-budgets.ts";
import { checkedAgentPaths } from "../projects/checked-agent-paths.ts";
import type { NewHostedProject } from "../projects/create-hosted-project.ts";
import { createProject } from "../projects/create-project.ts";
import { amountForPeople, budgetsOfProject } from "../projects/model-budgets.ts";
import {
  listDomains,
  listProjects,
  type Project,
  updateAgentPaths,
  updateProjectModel,
  updateProjectSecrets,
} from "../projects/store.ts";
import { siteUrl } from "../published-sites/site-url.ts";
import { triggerUpdate } from "../updates/trigger-update.ts";
import { newWebhookSecret } from "../webhooks/new-webhook-secret.ts";
import { collectBudgets, describeBudget } from "./budget-option.ts";
import { CommandProblem } from "./command-problem.ts";
import { getProjectByName } from "./get-project-by-name.ts";
import { addJsonOption, collect } from "./options.ts";
import { layOutFields, layOutTable, type OutputOptions, print } from "./output.ts";
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
    .action((project: string, options: SetOptions) => set(environment, project, options));
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
    const project = await database.transaction((tx) =>
      from === undefined
        ? createProject(app, tx, { ...request, repository: repository ?? "" })
        : importProject(app, tx, { ...request, folder: resolve(from) }),
    );
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

interface SetOptions extends OutputOptions {
  token?: string;
  newWebhookSecret?: boolean;
  model?: string;
  agentPaths?: string;
  budget?: BudgetChange[];
}

async function set(environment: Environment, idOrDomain: string, options: SetOptions): Promise<void> {
  await withDatabase(environment, async ({ config, database }) => {
    const secrets = openSecrets({ keys: config.secretKeys, dataFolder: config.dataFolder });
    const project = await getProjectByName(database.query, idOrDomain);
    const webhookSecret = options.newWebhookSecret ? newWebhookSecret() : undefined;
    await updateProjectSecrets(database.query, project.id, {
      ...(options.token === undefined ? {} : { repositoryToken: secrets.seal(options.token) }),
      ...(webhookSecret === undefined ? {} : { webhookSecret: secrets.seal(webhookSecret) }),
    });
    if (options.model !== undefined) {
      const installed = readModelChoice(config.model.name, config.model.url);
      await updateProjectModel(database.query, project.id, checkedProjectModel(installed, options.model));
    }
    if (options.agentPaths !== undefined) {
      const paths = options.agentPaths === "none" ? [] : options.agentPaths.split(",");
      await updateAgentPaths(database.query, project.id, checkedAgentPaths(paths));
    }
    const { budget } = options;
    if (budget !== undefined) {
      await database.transaction((tx) => changeBudgets(config.model, tx, project.id, budget));
    }
    const changed = await getProjectByName(database.query, project.id);
    await printProject(config, database.query, changed, options, webhookSecret === undefined ? {} : { webhookSecret });
  });
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
      { projects: projects.map((project) => present(config, project)) },
      layOutTable(
        ["id", "domain", "name", "repository"],
        rows,
        "There is no project yet; make one with: lectern project create.",
      ),
    );
  });
}

async function printProject(
  config: Config,
  connection: Connection,
  project: Project,
  options: OutputOptions,
  shownOnce: { webhookSecret?: string } = {},
): Promise<void> {
  const customDomains = await listDomains(connection, project.id);
  const presented = { ...present(config, project), customDomains, ...shownOnce };
  print(
    options,
    presented,
    layOutFields([
      ["Project", presented.name],
      ["ID", presented.projectId],
      ["Domain", presented.domain],
      ["Custom domains", customDomains.join(", ")],
      ["Repository", presented.repository],
      ["Branch", presented.branch],
      ["Directory", presented.directory],
      ["Organization", presented.organizationId],
      ["Model", presented.model],
      ["Budgets a day", budgetsOfProject(config.model, project.budgets).map(describeBudget).join("; ")],
      ["Agent also writes", presented.agentPaths.join(", ")],
      ["Site", presented.siteUrl],
      ["Dashboard", presented.dashboardUrl],
      ["Webhook for GitHub", presented.webhookUrls?.github],
      ["Webhook for GitLab", presented.webhookUrls?.gitlab],
      ["Webhook secret", shownOnce.webhookSecret],
    ]),
  );
}

function present({ url, siteHost, model: installed }: Config, project: Project) {
  const { id, organizationId, name, domain, repository, branch, directory, isStrict, model, agentPaths, createdAt } =
    project;
  // Named one by one: a project also holds secrets.
  return {
    projectId: id,
    organizationId,
    name,
    domain,
    repository,
    branch,
    directory,
    isStrict,
    model,
    agentPaths,
    budgets: budgetsOfProject(installed, project.budgets).map(({ of, unit, perDay, own }) => ({
      of,
      unit,
      perDay: amountForPeople(unit, perDay),
      isOwn: own !== undefined,
    })),
    createdAt: isoTime(createdAt),
    siteUrl: siteUrl(url, siteHost, domain),
    dashboardUrl: `${url}/dashboard/${organizationId}/${domain}`,
    // A repository of our own needs none: a push to it is known at once.
    ...(project.hostedRepository === null
      ? { webhookUrls: { github: `${url}/webhooks/github/${id}`, gitlab: `${url}/webhooks/gitlab/${id}` } }
      : { webhookUrls: undefined }),
  };
}
