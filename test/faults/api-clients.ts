import type { ProjectModel } from "./acknowledged.ts";
import { markerOf, wordsPerProject } from "./author-clients.ts";
import { anyNode, type ClientDeps, call, callUntilKnown, pick } from "./calling.ts";
import { newProjectModel } from "./prepare.ts";
import { isDone, type Reply, send } from "./send.ts";

const projectsMax = 8;

export async function trigger(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const request = { method: "POST", path: `/v1/project/update/${project.id}`, key: deps.adminKey } as const;
  const reply = await callUntilKnown(deps, request);
  noteSiteChange(deps, project, reply, "trigger");
}

export async function rollBack(deps: ClientDeps, project: ProjectModel): Promise<void> {
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

export async function createJob(deps: ClientDeps, project: ProjectModel): Promise<void> {
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

export async function mergePullRequest(deps: ClientDeps, project: ProjectModel): Promise<void> {
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
export async function revokeKey(deps: ClientDeps, project: ProjectModel): Promise<void> {
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

/** A revoked key must be refused by every node. No reply, or a 503, is allowed. */
export async function refuses({ setup }: ClientDeps, project: ProjectModel, key: string): Promise<void> {
  const path = `/v1/project/updates/${project.id}?limit=1`;
  for (const node of setup.apis) {
    const { status } = await send(setup.journal, { node, path, key });
    if (status >= 200 && status < 300) {
      setup.journal.broken("revoked keys are refused", `${node.name} accepts a key after its revocation`);
    }
  }
}

export async function ask(deps: ClientDeps, project: ProjectModel): Promise<void> {
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

export async function readPage(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const { status, text } = await call(deps, { path: "/", site: project.domain });
  if (!project.isPublished) {
    project.isPublished = status === 200;
  } else if (status >= 400 && status < 500 && status !== 429) {
    const message = `the site of ${project.domain} is gone: ${status} ${text.slice(0, 100)}`;
    deps.setup.journal.broken("nothing acknowledged is lost", message);
  }
}

export async function readStatus(deps: ClientDeps): Promise<void> {
  const update = pick(deps.random, deps.model.updates);
  if (update === undefined) {
    return;
  }
  const reply = await call(deps, { path: `/v1/project/update-status/${update.id}`, key: deps.adminKey });
  if (reply.status === 404) {
    deps.setup.journal.broken("nothing acknowledged is lost", `the update ${update.id} is not found`);
  }
}

/** Creates a project with the starter as its content. */
export async function createProject(deps: ClientDeps): Promise<void> {
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
