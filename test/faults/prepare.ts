import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Acknowledged, createModel, type ProjectModel } from "./acknowledged.ts";
import { writeProject, writeWords } from "./author-clients.ts";
import { type ClientDeps, pick } from "./calling.ts";
import { createWebhook } from "./delivery-clients.ts";
import { git, gitUrl, isDone, send } from "./send.ts";
import type { Setup } from "./setups.ts";

const seededProjects = 3;
const publishSecondsMax = 600;

/** Creates an organization with an account and a few projects, pushes their first commits and publishes their sites. */
export async function prepare(setup: Setup, random: () => number): Promise<ClientDeps> {
  const model = createModel();
  const { organizationId } = await setup.command<{ organizationId: string }>("org", "create", "--name", "Faults");
  const inOrganization = ["--organization", organizationId];
  const [{ key: adminKey }, ...projects] = await Promise.all([
    setup.command<{ key: string }>("key", "create", "--kind", "admin", ...inOrganization),
    ...Array.from({ length: seededProjects }, (_, index) => seedProject(setup, model, organizationId, index + 1)),
  ]);
  await Promise.all(setup.nodes.map((node) => node.start()));
  // Each start prints its own link, and any earlier link stops working.
  const { link } = await setup.command<{ link: string }>("account", "link", ...inOrganization);
  const cookie = await createAccount(setup, new URL(link).hash.slice(1));
  const deps = { setup, model, random, organizationId, adminKey, cookie };
  await createWebhook(deps);
  const path = `/v1/project/updates/${projects[0]?.id}?limit=1`;
  setup.reachesDatabase = async (node) => isDone(await send(setup.journal, { node, path, key: adminKey }));
  const deadline = Date.now() + publishSecondsMax * 1_000;
  for (const project of projects) {
    await firstFetch(deps, project);
    while (!project.isPublished) {
      if (Date.now() > deadline) throw new Error(`${project.domain} was not published in ${publishSecondsMax} s.`);
      const node = pick(random, setup.apis);
      const page = node && (await send(setup.journal, { node, path: "/", site: project.domain }));
      project.isPublished = page?.status === 200;
      await setTimeout(200);
    }
    setup.knownSites.push(project.domain);
  }
  return deps;
}

async function seedProject(
  setup: Setup,
  model: Acknowledged,
  organizationId: string,
  number: number,
): Promise<ProjectModel> {
  const domain = `docs-${number}`;
  const project = await newProjectModel({ setup, model }, { id: "", domain, assistantKey: "" });
  writeProject(project, `marker-first${number}`);
  writeWords(project.folder);
  const request = ["--organization", organizationId, "--from", project.folder, "--name", domain, "--domain", domain];
  const create = ["project", "create", "--public-previews"];
  const { projectId } = await setup.command<{ projectId: string }>(...create, ...request);
  const { key } = await setup.command<{ key: string }>("key", "create", "--kind", "assistant", "--project", domain);
  return Object.assign(project, { id: projectId, assistantKey: key, hasWords: true });
}

async function createAccount({ apis: [node], journal }: Setup, token: string): Promise<string> {
  if (node === undefined) throw new Error("The setup has no API node.");
  const body = JSON.stringify({ token, name: "Ada", email: "ada@example.com", password: "faults are fine 42" });
  const headers = {
    "content-type": "application/json",
    "x-lectern-dashboard": "1",
    origin: `http://127.0.0.1:${node.port}`,
  };
  const reply = await fetch(`http://127.0.0.1:${node.port}/v1/dashboard/account`, { method: "POST", headers, body });
  const [cookie = ""] = (reply.headers.get("set-cookie") ?? "").split(";");
  journal.note(`account: ${reply.status}`);
  if (cookie === "") throw new Error(`The account could not be created: ${reply.status} ${await reply.text()}`);
  return cookie;
}

async function firstFetch(
  { setup, adminKey }: Pick<ClientDeps, "setup" | "adminKey">,
  project: ProjectModel,
): Promise<void> {
  const [node] = setup.apis;
  if (node === undefined) return;
  const url = gitUrl(node, project.domain, adminKey);
  const fetched = await git(setup.journal, project.folder, ["fetch", url, "+refs/heads/main:refs/seen"], node);
  if (!fetched.isDone) throw new Error(`${project.domain} could not be fetched: ${fetched.output}`);
  const acknowledged = (await git(setup.journal, project.folder, ["rev-parse", "refs/seen"])).output;
  project.branches.set("main", { name: "main", acknowledged, unsure: new Set(), broken: new Set() });
}

/** A project of the model with an empty clone. */
export async function newProjectModel(
  { setup, model }: { setup: Setup; model: Acknowledged },
  made: Pick<ProjectModel, "id" | "domain" | "assistantKey">,
): Promise<ProjectModel> {
  const folder = join(setup.runFolder, "clones", made.domain);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await git(setup.journal, folder, ["init", "--quiet", "."]);
  const empty = {
    isBusy: false,
    isPublished: false,
    hasWords: false,
    branches: new Map(),
    siteChanges: [],
    refs: new Map(),
  };
  const project: ProjectModel = { ...made, folder, ...empty };
  model.projects.push(project);
  return project;
}
