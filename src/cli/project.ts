import type { Command } from "commander";
import { isoTime, systemClock } from "../platform/clock.ts";
import type { Config, Environment } from "../platform/config.ts";
import type { Connection } from "../platform/db/database.ts";
import { createProject } from "../projects/create-project.ts";
import { listDomains, listProjects, type Project } from "../projects/store.ts";
import { getProjectByName } from "./get-project-by-name.ts";
import { addJsonOption, collect } from "./options.ts";
import { layOutFields, layOutTable, type OutputOptions, print } from "./output.ts";
import { withDatabase } from "./setup.ts";

interface CreateOptions extends OutputOptions {
  organization: string;
  name: string;
  domain: string;
  repository: string;
  branch?: string;
  directory?: string;
  customDomain?: string[];
}

export function defineProject(command: Command, environment: Environment): void {
  addJsonOption(command.command("create"))
    .description("create a project")
    .requiredOption("--organization <id>", "the organization it belongs to")
    .requiredOption("--name <name>", "its name")
    .requiredOption("--domain <identifier>", "its domain identifier: the subdomain of the site")
    .requiredOption("--repository <url>", "the git repository of the docs, an http or https address")
    .option("--branch <branch>", "the branch that is published (default: main)")
    .option("--directory <folder>", "the folder of the docs inside the repository (default: its root)")
    .option("--custom-domain <domain>", "a domain of your own for the site; may be repeated", collect)
    .action((options: CreateOptions) => create(environment, options));
  addJsonOption(command.command("list"))
    .description("list the projects")
    .option("--organization <id>", "only those of this organization")
    .action((options: OutputOptions & { organization?: string }) => list(environment, options));
  addJsonOption(command.command("show"))
    .description("show one project")
    .argument("<project>", "its ID or domain identifier")
    .action((project: string, options: OutputOptions) => show(environment, project, options));
}

async function create(environment: Environment, options: CreateOptions): Promise<void> {
  await withDatabase(environment, async ({ config, database }) => {
    const request = { ...options, organizationId: options.organization, customDomains: options.customDomain };
    const project = await database.transaction((tx) => createProject({ clock: systemClock }, tx, request));
    await printProject(config, database.query, project, options);
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
): Promise<void> {
  const customDomains = await listDomains(connection, project.id);
  const presented = { ...present(config, project), customDomains };
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
      ["Dashboard", presented.dashboardUrl],
    ]),
  );
}

function present({ url }: Config, project: Project) {
  const { id, organizationId, name, domain, repository, branch, directory, isStrict, createdAt } = project;
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
    createdAt: isoTime(createdAt),
    dashboardUrl: `${url}/dashboard/${project.organizationId}/${project.domain}`,
  };
}
