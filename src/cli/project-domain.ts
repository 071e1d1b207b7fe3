import type { Command } from "commander";
import type { App } from "../app/app.ts";
import type { Environment } from "../platform/config.ts";
import type { Transaction } from "../platform/db/database.ts";
import { ownCommand } from "../platform/own-command.ts";
import { type CheckDomainDeps, lookUpDomain, recordProof, trustDomain } from "../projects/domains/check-domain.ts";
import { describeDomain } from "../projects/domains/describe-domain.ts";
import { systemDns } from "../projects/domains/find-proof.ts";
import { presentDomains } from "../projects/domains/present-domain.ts";
import { setDomains } from "../projects/domains/set-domains.ts";
import { listClaims } from "../projects/domains/store.ts";
import { siteAddressing } from "../projects/sites/site-address.ts";
import { listDomains, lockProject, type Project } from "../projects/store.ts";
import { refreshSite } from "../updates/refresh-site.ts";
import { getProjectByName } from "./get-subject.ts";
import { addCommand, projectArgument } from "./options.ts";
import { CommandProblem, layOutFields, type OutputOptions, print } from "./output.ts";
import { recordCommand } from "./record-command.ts";
import { readServerSettings, withApp } from "./setup.ts";

type VerifyOptions = OutputOptions & { trust?: boolean };

export function defineProjectDomain(command: Command, environment: Environment): void {
  const listAbout = "Show custom domains, their state and the DNS records that prove them";
  addCommand(command, "list", listAbout, projectArgument).action((project: string, options: OutputOptions) =>
    withProject(environment, project, options, async () => {}),
  );
  type Work = (opened: DomainCommand, domain: string, options: VerifyOptions) => Promise<void>;
  const define = (name: string, about: string, domainAbout: string, work: Work) =>
    addCommand(command, name, about, projectArgument, ["<domain>", domainAbout]).action(
      (project: string, domain: string, options: VerifyOptions) =>
        withProject(environment, project, options, (opened) => work(opened, domain, options)),
    );
  define("add", "Add a custom domain", "Domain such as docs.example.com", (opened, domain) =>
    changeList(opened, (list) => [...list, domain]),
  );
  define("remove", "Remove a custom domain", "Domain to remove", (opened, domain) =>
    changeList(opened, (list) => {
      const kept = list.filter((other) => other !== domain.toLowerCase());
      if (kept.length === list.length) throw unknownDomain(opened.project, domain);
      return kept;
    }),
  );
  define("verify", "Check a custom domain's DNS record now", "Domain to check", verify).option(
    "--trust",
    "Confirm the domain without a DNS record, for networks without public DNS",
  );
}

interface DomainCommand {
  app: App;
  deps: CheckDomainDeps;
  project: Project;
}

/** Opens everything, does the work and prints the project's domains. */
async function withProject(
  environment: Environment,
  idOrDomain: string,
  options: OutputOptions,
  work: (command: DomainCommand) => Promise<void>,
): Promise<void> {
  const config = readServerSettings(environment);
  await withApp(config, async (app) => {
    const addressing = siteAddressing(config);
    const { clock } = app;
    const onMove: CheckDomainDeps["onMove"] = (tx, projectId) => refreshSite(app, tx, projectId);
    const project = await getProjectByName(app.database.query, idOrDomain);
    await work({ app, deps: { clock, addressing, dns: systemDns, onMove }, project });
    const domains = await presentDomains(addressing, app.database.query, project);
    const fields = domains.map((domain) => ({
      Domain: domain.domain,
      State: describeDomain(domain),
      Checked: domain.checkedAt,
      "TXT record": `${domain.records.txt.name}  ${domain.records.txt.value}`,
      "or CNAME record": `${domain.records.cname.name}  ${domain.records.cname.value}`,
    }));
    print(options, { domains }, layOutFields(...fields) || "No custom domains.");
  });
}

async function changeList(
  { app, deps, project }: DomainCommand,
  change: (domains: string[]) => string[],
): Promise<void> {
  await app.database.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const [addressBefore] = await listDomains(tx, project.id);
    const before = (await listClaims(tx, project.id)).map(({ domain }) => domain);
    const domains = change(before);
    await setDomains(deps, tx, project.id, domains);
    const [address] = await listDomains(tx, project.id);
    if (address !== addressBefore) {
      await deps.onMove(tx, project.id);
    }
    await record(tx, project, "changeProject", { customDomains: domains.join(", ") });
  });
}

async function verify({ app, deps, project }: DomainCommand, name: string, options: VerifyOptions): Promise<void> {
  const domain = name.toLowerCase();
  const proof = options.trust === true ? undefined : await lookUpDomain(deps, project, domain);
  await app.database.transaction(async (tx) => {
    const subject = { projectId: project.id, domain };
    const claim =
      proof === undefined ? await trustDomain(deps, tx, subject) : await recordProof(deps, tx, subject, proof);
    if (claim === undefined) {
      throw unknownDomain(project, domain);
    }
    const action = proof === undefined ? "trustDomain" : "checkDomain";
    await record(tx, project, action, { domain, state: claim.state });
  });
}

function unknownDomain(project: Project, domain: string): CommandProblem {
  const add = ownCommand(`project domain add ${project.domain} ${domain}`);
  return new CommandProblem(`The project doesn't have the domain ${domain}; add it with: ${add}.`, 2);
}

function record(tx: Transaction, project: Project, action: string, details: Record<string, string>): Promise<void> {
  const subject = { organizationIds: [project.organizationId], projectId: project.id };
  return recordCommand(tx, { ...subject, action, details });
}
