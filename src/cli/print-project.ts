import { isoTime } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Connection } from "../platform/db/database.ts";
import { amountForPeople, budgetsOfProject } from "../projects/model-budgets.ts";
import { siteUrl } from "../projects/sites/site-url.ts";
import { listDomains, type Project } from "../projects/store.ts";
import { describeBudget } from "./budget-option.ts";
import { layOutFields, type OutputOptions, print } from "./output.ts";

export async function printProject(
  config: Config,
  connection: Connection,
  project: Project,
  options: OutputOptions,
  shownOnce: { webhookSecret?: string } = {},
): Promise<void> {
  const customDomains = await listDomains(connection, project.id);
  const presented = { ...presentProject(config, project), customDomains, ...shownOnce };
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

export function presentProject({ url, siteHost, model: installed }: Config, project: Project) {
  const { id, organizationId, name, domain, repository, branch, directory, isStrict, model, agentPaths, createdAt } =
    project;
  // Listed one by one because a project also contains secrets.
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
    // Hosted repositories need no webhook.
    ...(project.hostedRepository === null
      ? { webhookUrls: { github: `${url}/webhooks/github/${id}`, gitlab: `${url}/webhooks/gitlab/${id}` } }
      : { webhookUrls: undefined }),
  };
}
