import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Acknowledged, BranchModel, ProjectModel } from "./acknowledged.ts";
import { type Call, git, gitUrl, isDone, type Reply, send } from "./send.ts";
import type { ApiNode, Setup } from "./setups.ts";

export interface ClientDeps {
  setup: Setup;
  model: Acknowledged;
  random(): number;
  organizationId: string;
  adminKey: string;
  cookie: string;
}

const pauseMillisecondsMax = 400;
const brokenShare = 0.08;
const branchesMax = 3;
const triesMax = 3;
const projectsMax = 8;
const wordsPerProject = 400;

/** Does one thing after the other, chosen at random, until it is told to stop. */
export async function runClient(deps: ClientDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const action = pickAction(deps);
    const project = pickProject(deps, action.changes);
    if (project !== undefined) {
      project.isBusy ||= action.changes;
      try {
        await action.run(deps, project);
      } finally {
        if (action.changes) project.isBusy = false;
      }
    }
    await setTimeout(deps.random() * pauseMillisecondsMax);
  }
}

interface Action {
  weight: number;
  /** Whether it needs the project for itself. */
  changes: boolean;
  run(deps: ClientDeps, project: ProjectModel): Promise<void>;
}

const actions: readonly Action[] = [
  { weight: 6, changes: true, run: (deps, project) => push(deps, project, branchOf(project, "main")) },
  { weight: 2, changes: true, run: pushTopic },
  { weight: 1, changes: true, run: raceTwoPushes },
  { weight: 3, changes: true, run: trigger },
  { weight: 1, changes: true, run: rollBack },
  { weight: 2, changes: true, run: createJob },
  { weight: 2, changes: true, run: mergePullRequest },
  { weight: 2, changes: false, run: revokeKey },
  { weight: 6, changes: false, run: ask },
  { weight: 6, changes: false, run: readPage },
  { weight: 4, changes: false, run: readStatus },
  { weight: 0.3, changes: false, run: createProject },
];

function pickAction({ random }: ClientDeps): Action {
  let left = random() * actions.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = actions.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return chosen ?? (actions[0] as Action);
}

function pickProject({ model, random }: ClientDeps, changes: boolean): ProjectModel | undefined {
  return pick(
    random,
    model.projects.filter(({ isBusy }) => !changes || !isBusy),
  );
}

function pick<Item>(random: () => number, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

function anyNode({ setup, random }: ClientDeps): ApiNode {
  return pick(random, setup.apis) as ApiNode;
}

/** To any node, as if through a load balancer. */
function call(deps: ClientDeps, request: Omit<Call, "node">): Promise<Reply> {
  return send(deps.setup.journal, { node: anyNode(deps), ...request });
}

/** The same request again, to any node, while nobody knows whether it had an effect. */
async function callUntilKnown(deps: ClientDeps, request: Omit<Call, "node">): Promise<Reply> {
  const idempotencyKey = `once-${Math.floor(deps.random() * 1e12)}`;
  let reply = await call(deps, { ...request, idempotencyKey });
  for (let tries = 1; tries < triesMax && (reply.status === 0 || reply.status >= 500); tries += 1) {
    await setTimeout(deps.random() * 2 * pauseMillisecondsMax);
    const again = await call(deps, { ...request, idempotencyKey });
    reply = { ...again, startedAt: reply.startedAt };
  }
  return reply;
}

function branchOf(project: ProjectModel, name: string): BranchModel {
  let branch = project.branches.get(name);
  if (branch === undefined) {
    branch = { name, acknowledged: "", unsure: new Set(), broken: new Set() };
    project.branches.set(name, branch);
  }
  return branch;
}

/** Fetches the branch from a node, checks that nothing acknowledged is missing, and checks it out. */
async function checkOut(deps: ClientDeps, project: ProjectModel, branch: BranchModel): Promise<boolean> {
  const { journal } = deps.setup;
  const { folder } = project;
  const node = anyNode(deps);
  const known = branch.acknowledged === "" ? "main" : branch.name;
  const url = gitUrl(node, project.domain, deps.adminKey);
  const fetched = await git(journal, folder, ["fetch", "--quiet", url, `+refs/heads/${known}:refs/seen`], node);
  if (!fetched.isDone) {
    return false;
  }
  const { acknowledged } = branch;
  if (acknowledged !== "" && !(await isAncestor(deps, folder, acknowledged, "refs/seen"))) {
    const seen = (await git(journal, folder, ["rev-parse", "refs/seen"])).output;
    const text = `${project.domain} ${branch.name}: ${node.name} shows ${seen} without ${acknowledged}`;
    journal.broken("nothing acknowledged is lost", text);
    branch.acknowledged = seen;
  }
  return (await git(journal, folder, ["checkout", "--quiet", "--force", "--detach", "refs/seen"])).isDone;
}

async function isAncestor({ setup }: ClientDeps, folder: string, earlier: string, later: string): Promise<boolean> {
  return (await git(setup.journal, folder, ["merge-base", "--is-ancestor", earlier, later])).isDone;
}

/** Writes a page with a new text, and returns the commit. */
async function commit(deps: ClientDeps, project: ProjectModel, isBroken: boolean): Promise<string> {
  const { journal } = deps.setup;
  const marker = `marker-${Math.floor(deps.random() * 1e12).toString(36)}`;
  writeProject(project, marker, isBroken);
  await git(journal, project.folder, ["add", "--all", "."]);
  await git(journal, project.folder, ["commit", "--quiet", "--allow-empty", "--message", marker]);
  return (await git(journal, project.folder, ["rev-parse", "HEAD"])).output;
}

/** The project of a test: a page with a marker, and another one that is only written if it is missing. */
export function writeProject({ folder }: Pick<ProjectModel, "folder">, marker: string, isBroken = false): void {
  const config = {
    theme: "mint",
    name: "Faults",
    colors: { primary: "#3b5bdb" },
    navigation: { pages: ["index", "guides/start"] },
    seo: { metatags: { "og:image": "https://acme.test/card.png" } },
  };
  writeIn(folder, "docs.json", isBroken ? "{ this is not JSON" : JSON.stringify(config));
  writeIn(folder, "index.mdx", `---\ntitle: Welcome\n---\n\nThis page says ${marker} and nothing else.\n`);
  if (!existsSync(join(folder, "guides/start.mdx"))) {
    writeIn(folder, "guides/start.mdx", "---\ntitle: Start\n---\n\nHow to begin.\n");
  }
}

/** Words for jobs to replace, far enough from each other that pull requests never conflict. */
export function writeWords(folder: string): void {
  const paragraphs = Array.from(
    { length: wordsPerProject },
    (_, i) => `The word here is kiwi${i}.\n\nAnd more text.\n`,
  );
  writeIn(folder, "guides/start.mdx", `---\ntitle: Start\n---\n\n${paragraphs.join("\n")}`);
}

function writeIn(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function push(deps: ClientDeps, project: ProjectModel, branch: BranchModel): Promise<void> {
  if (!(await checkOut(deps, project, branch))) {
    return;
  }
  const isBroken = deps.random() < brokenShare;
  const sha = await commit(deps, project, isBroken);
  await pushCommit(deps, project, branch, { sha, isBroken });
}

async function pushCommit(
  deps: ClientDeps,
  project: ProjectModel,
  branch: BranchModel,
  { sha, isBroken }: { sha: string; isBroken: boolean },
): Promise<boolean> {
  const { journal } = deps.setup;
  const node = anyNode(deps);
  const startedAt = Date.now();
  if (isBroken) branch.broken.add(sha);
  const url = gitUrl(node, project.domain, deps.adminKey);
  const pushed = await git(
    journal,
    project.folder,
    ["push", "--porcelain", url, `${sha}:refs/heads/${branch.name}`],
    node,
  );
  const text = `push of ${sha.slice(0, 8)}${isBroken ? " (broken)" : ""} to ${project.domain} ${branch.name} at ${node.name}`;
  journal.count(pushed.isDone ? "pushes acknowledged" : "pushes not acknowledged");
  journal.note(pushed.isDone ? `${text}: ok` : `${text}: ${pushed.output.slice(-300).replaceAll("\n", " | ")}`);
  if (pushed.isDone) {
    branch.acknowledged = sha;
    branch.unsure.clear();
  } else {
    branch.unsure.add(sha);
  }
  if (branch.name === "main") {
    project.siteChanges.push({ kind: "newest", isAcknowledged: pushed.isDone, startedAt, endedAt: Date.now() });
  }
  return pushed.isDone;
}

/** A new branch gets a preview by itself, and pushes to it update it. */
function pushTopic(deps: ClientDeps, project: ProjectModel): Promise<void> {
  return push(deps, project, branchOf(project, `topic-${Math.floor(deps.random() * branchesMax)}`));
}

/** Two authors push different commits on the same one: at most one may be told that it worked. */
async function raceTwoPushes(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const branch = branchOf(project, "main");
  if (!(await checkOut(deps, project, branch))) {
    return;
  }
  const { journal } = deps.setup;
  const base = (await git(journal, project.folder, ["rev-parse", "HEAD"])).output;
  const first = await commit(deps, project, false);
  await git(journal, project.folder, ["checkout", "--quiet", "--force", "--detach", base]);
  const second = await commit(deps, project, false);
  const wins = await Promise.all(
    [first, second].map((sha) => pushCommit(deps, project, branch, { sha, isBroken: false })),
  );
  if (wins.every(Boolean)) {
    journal.broken("nothing acknowledged is lost", `${project.domain}: ${first} and ${second} both replaced ${base}`);
  } else if (wins.some(Boolean)) {
    branch.acknowledged = wins[0] ? first : second;
    branch.unsure.clear();
  }
}

async function trigger(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const request = { method: "POST", path: `/v1/project/update/${project.id}`, key: deps.adminKey } as const;
  const reply = await callUntilKnown(deps, request);
  noteSiteChange(deps, project, reply, "trigger");
}

function noteSiteChange(
  { model, setup }: ClientDeps,
  project: ProjectModel,
  reply: Reply,
  what: "trigger" | "rollback",
  marker?: string,
): void {
  const { startedAt, endedAt } = reply;
  const isAcknowledged = isDone(reply);
  setup.journal.count(isAcknowledged ? `${what}s acknowledged` : `${what}s not acknowledged`);
  setup.journal.note(`${what} of ${project.domain}: ${reply.status} ${reply.text.slice(0, 120)}`);
  if (isAcknowledged) {
    model.updates.push({ id: JSON.parse(reply.text).statusId, project, at: endedAt, what });
  }
  if (isAcknowledged || reply.status === 0 || reply.status >= 500) {
    const kind = what === "rollback" ? "rollback" : "newest";
    const shown = marker === undefined ? {} : { marker };
    project.siteChanges.push({ kind, ...shown, isAcknowledged, startedAt, endedAt });
  }
}

async function rollBack(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const path = `/v1/project/updates/${project.id}?status=success&limit=15`;
  const listed = await call(deps, { path, key: deps.adminKey });
  if (!isDone(listed)) {
    return;
  }
  const { updates } = JSON.parse(listed.text) as { updates: ListedUpdate[] };
  const target = pick(
    deps.random,
    updates.filter(({ subdomain }) => subdomain === project.domain),
  );
  const marker = target && (await markerOf(deps, project, target.commit?.sha ?? ""));
  if (target === undefined || marker === undefined) {
    return;
  }
  const request = { method: "POST", path: `/v1/project/rollback/${project.id}`, key: deps.adminKey } as const;
  const reply = await callUntilKnown(deps, { ...request, body: { statusId: target._id } });
  noteSiteChange(deps, project, reply, "rollback", marker);
}

interface ListedUpdate {
  _id: string;
  subdomain: string;
  commit?: { sha?: string };
}

/** What the first page says at a commit that the clone already has. */
export async function markerOf(deps: ClientDeps, project: ProjectModel, sha: string): Promise<string | undefined> {
  const page = await git(deps.setup.journal, project.folder, ["show", `${sha}:index.mdx`]);
  return page.isDone ? /marker-\w+/.exec(page.output)?.[0] : undefined;
}

async function createJob(deps: ClientDeps, project: ProjectModel): Promise<void> {
  if (!project.hasWords) {
    return;
  }
  const { model, setup } = deps;
  // Each word is replaced at most once, so every job has something to change.
  const used = model.prompts.filter((each) => each.project === project).length;
  if (used >= wordsPerProject) {
    return;
  }
  const prompt = `replace "kiwi${used}." with "plum${used}."`;
  model.prompts.push({ project, prompt });
  const path = `/v2/agent/${project.id}/job`;
  const reply = await callUntilKnown(deps, { method: "POST", path, key: deps.adminKey, body: { prompt } });
  setup.journal.count(isDone(reply) ? "jobs acknowledged" : "jobs not acknowledged");
  setup.journal.note(`job ${prompt} in ${project.domain}: ${reply.status}`);
  if (isDone(reply)) {
    model.jobs.push({ id: JSON.parse(reply.text).id, project, prompt, at: reply.endedAt });
  }
}

async function mergePullRequest(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const listed = await call(deps, { path: `/v1/project/pull-requests/${project.id}?status=open`, key: deps.adminKey });
  if (!isDone(listed)) {
    return;
  }
  const { pullRequests } = JSON.parse(listed.text) as { pullRequests: { number: number; head: string }[] };
  const chosen = pick(deps.random, pullRequests);
  if (chosen === undefined) {
    return;
  }
  const path = `/v1/project/pull-requests/${project.id}/${chosen.number}/merge`;
  const reply = await call(deps, { method: "POST", path, key: deps.adminKey, body: {} });
  const { startedAt, endedAt } = reply;
  const isAcknowledged = isDone(reply);
  deps.setup.journal.count(isAcknowledged ? "merges acknowledged" : "merges not acknowledged");
  deps.setup.journal.note(
    `merge of #${chosen.number} in ${project.domain}: ${reply.status} ${reply.text.slice(0, 80)}`,
  );
  if (isAcknowledged) {
    const { headSha } = JSON.parse(reply.text) as { headSha: string };
    deps.model.merges.push({ project, number: chosen.number, head: headSha, at: endedAt });
  }
  if (isAcknowledged || reply.status === 0 || reply.status >= 500) {
    project.siteChanges.push({ kind: "newest", isAcknowledged, startedAt, endedAt });
  }
}

/** Creates a key, uses it, revokes it, and expects every node to refuse it from then on. */
async function revokeKey(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const { setup, model, cookie } = deps;
  const keys = `/v1/dashboard/project/${project.id}/keys`;
  const body = { kind: "admin", name: "Short-lived" };
  const created = await call(deps, { method: "POST", path: keys, cookie, body });
  if (!isDone(created)) {
    return;
  }
  const {
    key: { id },
    secret: key,
  } = JSON.parse(created.text);
  const path = `/v1/project/updates/${project.id}?limit=1`;
  await Promise.all(setup.apis.map((node) => send(setup.journal, { node, path, key })));
  const revoked = await call(deps, {
    method: "POST",
    path: `/v1/dashboard/project/${project.id}/key/${id}/revoke`,
    cookie,
  });
  setup.journal.count(isDone(revoked) ? "revocations acknowledged" : "revocations not acknowledged");
  if (!isDone(revoked)) {
    return;
  }
  model.revoked.push({ secret: key, at: revoked.endedAt });
  await refuses(deps, project, key);
}

/** A revoked key must not work at any node. No reply, or 503, is fine. */
export async function refuses({ setup }: ClientDeps, project: ProjectModel, key: string): Promise<void> {
  const path = `/v1/project/updates/${project.id}?limit=1`;
  for (const node of setup.apis) {
    const { status } = await send(setup.journal, { node, path, key });
    if (status >= 200 && status < 300) {
      setup.journal.broken("revoked keys are refused", `${node.name} accepts a key after its revocation`);
    }
  }
}

async function ask(deps: ClientDeps, project: ProjectModel): Promise<void> {
  if (!project.isPublished || project.assistantKey === "") {
    return;
  }
  const text = `What does the page say about question ${Math.floor(deps.random() * 1e12).toString(36)}?`;
  const node = anyNode(deps);
  const reply = await send(deps.setup.journal, {
    node,
    method: "POST",
    path: `/discovery/v2/assistant/${project.domain}/message`,
    key: project.assistantKey,
    body: { fp: "faults", messages: [{ role: "user", parts: [{ type: "text", text }] }] },
  });
  const isAnswered = isDone(reply) && reply.text.includes('"type":"finish"');
  deps.setup.journal.count(isAnswered ? "questions acknowledged" : "questions not acknowledged");
  if (isAnswered) {
    deps.model.questions.push({ text, node: node.name, at: reply.endedAt });
  }
}

async function readPage(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const { status, text } = await call(deps, { path: "/", site: project.domain });
  if (!project.isPublished) {
    project.isPublished = status === 200;
  } else if (status >= 400 && status < 500 && status !== 429) {
    const message = `the site of ${project.domain} is gone: ${status} ${text.slice(0, 100)}`;
    deps.setup.journal.broken("nothing acknowledged is lost", message);
  }
}

async function readStatus(deps: ClientDeps): Promise<void> {
  const update = pick(deps.random, deps.model.updates);
  if (update === undefined) {
    return;
  }
  const reply = await call(deps, { path: `/v1/project/update-status/${update.id}`, key: deps.adminKey });
  if (reply.status === 404) {
    deps.setup.journal.broken("nothing acknowledged is lost", `the update ${update.id} is not found`);
  }
}

/** With the starter as its content. */
async function createProject(deps: ClientDeps): Promise<void> {
  const { setup, model, cookie, organizationId } = deps;
  if (model.projects.length + model.unsureProjects.length >= projectsMax) {
    return;
  }
  const domain = `made-${Math.floor(deps.random() * 1e9).toString(36)}`;
  const path = `/v1/dashboard/organization/${organizationId}/projects`;
  const reply = await call(deps, { method: "POST", path, cookie, body: { name: domain, domain } });
  setup.journal.count(isDone(reply) ? "projects acknowledged" : "projects not acknowledged");
  setup.journal.note(`new project ${domain}: ${reply.status} ${reply.text.slice(0, 120)}`);
  if (!isDone(reply)) {
    model.unsureProjects.push(domain);
    return;
  }
  const { project, statusId } = JSON.parse(reply.text);
  const created = await newProjectModel(deps, { id: project.id, domain, assistantKey: "" });
  model.updates.push({ id: statusId, project: created, at: reply.endedAt, what: "first update" });
}

/** A project of the model with an empty clone. */
export async function newProjectModel(
  { setup, model }: Pick<ClientDeps, "setup" | "model">,
  made: Pick<ProjectModel, "id" | "domain" | "assistantKey">,
): Promise<ProjectModel> {
  const folder = join(setup.runFolder, "clones", made.domain);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await git(setup.journal, folder, ["init", "--quiet", "."]);
  const empty = { isBusy: false, isPublished: false, hasWords: false, branches: new Map(), siteChanges: [] };
  const project: ProjectModel = { ...made, folder, ...empty };
  model.projects.push(project);
  return project;
}
