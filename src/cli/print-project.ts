import type { CustomDomain } from "../contract/dashboard-operations.ts";
import { isoTime } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Connection } from "../platform/db/database.ts";
import { describeDomain } from "../projects/domains/describe-domain.ts";
import { presentDomains } from "../projects/domains/present-domain.ts";
import { amountForPeople, budgetsOfProject } from "../projects/model-budgets.ts";
import { siteAddressing } from "../projects/sites/site-address.ts";
import { siteUrl } from "../projects/sites/site-url.ts";
import type { Project } from "../projects/store.ts";
import { describeBranchRules } from "./branch-rule-option.ts";
import { describeBudget } from "./budget-option.ts";
import { layOutFields, type OutputOptions, print } from "./output.ts";

export async function printProject(
  config: Config,
  connection: Connection,
  project: Project,
  options: OutputOptions,
  shownOnce: { webhookSecret?: string } = {},
): Promise<void> {
  const domains = await presentDomains(siteAddressing(config), connection, project);
  const customDomains = domains.map(({ domain }) => domain);
  const presented = { ...presentProject(config, project), customDomains, domains, ...shownOnce };
  print(
    options,
    presented,
    layOutFields(
      { Project: presented.name, ID: presented.projectId, Subdomain: presented.domain },
      ...domains.map((domain) => ({ "Custom domain": `${domain.domain} (${describeDomain(domain)})` })),
      ...domains.filter(isUnproved).map(({ records: { txt } }) => ({ "TXT record": `${txt.name}  ${txt.value}` })),
      {
        Repository: presented.repository,
        Branch: presented.branch,
        Directory: presented.directory,
        Organization: presented.organizationId,
        "Base path": presented.basePath,
        "Page errors": presented.failOnErrors ? "fail the update" : "keep the last good version of the page",
        "Author code": presented.withAuthorCode ? "on" : "off",
        Model: presented.model,
        "Model server": presented.modelUrl,
        "Model key": presented.hasModelKey ? "stored" : undefined,
        "Daily budgets": budgetsOfProject(config.model, project.budgets).map(describeBudget).join("; "),
        "Branch rules": describeBranchRules(project.branchRules),
        "Agent paths": presented.agentPaths.join(", "),
        "Agent plans": presented.agentPlansFirst ? "approved by a person first" : undefined,
        Site: presented.siteUrl,
        Dashboard: presented.dashboardUrl,
        "GitHub webhook": presented.webhookUrls?.github,
        "GitLab webhook": presented.webhookUrls?.gitlab,
        "Webhook secret": shownOnce.webhookSecret,
      },
    ),
  );
}

function isUnproved({ state, problem }: CustomDomain): boolean {
  return state !== "verified" && problem !== "reserved";
}

export function presentProject({ url, siteHost, model: installed }: Config, project: Project) {
  const { id, organizationId, domain } = project;
  // Listed one by one because a project also contains secrets.
  return {
    projectId: id,
    organizationId,
    name: project.name,
    domain,
    repository: project.repository,
    branch: project.branch,
    directory: project.directory,
    isStrict: project.isStrict,
    failOnErrors: project.failOnErrors,
    basePath: project.basePath,
    withAuthorCode: project.withAuthorCode,
    model: project.model.name,
    modelUrl: project.model.url,
    hasModelKey: project.model.key !== null,
    agentPaths: project.agentPaths,
    agentPlansFirst: project.agentPlansFirst,
    branchRules: project.branchRules,
    budgets: budgetsOfProject(installed, project.budgets).map(({ of, unit, perDay, own }) => ({
      of,
      unit,
      perDay: amountForPeople(unit, perDay),
      isOwn: own !== undefined,
    })),
    createdAt: isoTime(project.createdAt),
    siteUrl: siteUrl(url, siteHost, domain),
    dashboardUrl: `${url}/dashboard/${organizationId}/${domain}`,
    // Hosted repositories need no webhook.
    ...(project.hostedRepository === null
      ? { webhookUrls: { github: `${url}/webhooks/github/${id}`, gitlab: `${url}/webhooks/gitlab/${id}` } }
      : { webhookUrls: undefined }),
  };
}
