import type { ProjectModel } from "./acknowledged.ts";
import { type ClientDeps, call } from "./calling.ts";
import { listAll } from "./reading.ts";
import { isDone } from "./send.ts";

/** Subscribes the stand-in to everything that authors cause. */
export async function createWebhook(deps: ClientDeps): Promise<void> {
  const events = ["update.succeeded", "update.failed", "job.completed", "job.failed", "pull_request.merged"];
  const path = `/v1/organization/${deps.organizationId}/webhooks`;
  const body = { url: deps.setup.receivers.webhookUrl, events };
  const reply = await call(deps, { method: "POST", path, key: deps.adminKey, body });
  if (!isDone(reply)) throw new Error(`The webhook could not be created: ${reply.status} ${reply.text}`);
  // Updates that ended before, or at the same time, may not be heard of.
  for (const project of deps.model.projects)
    for (const event of await listDue(deps, project)) deps.model.unheard.add(event);
}

/** Invites a new person, who gets a mail. */
export async function invite(deps: ClientDeps): Promise<void> {
  const email = `${Math.floor(deps.random() * 1e12).toString(36)}@example.com`;
  const path = `/v1/dashboard/organization/${deps.organizationId}/invitations`;
  const reply = await call(deps, { method: "POST", path, cookie: deps.cookie, body: { email, role: "viewer" } });
  if (isDone(reply)) deps.model.invited.push(email);
  deps.setup.journal.count(isDone(reply) ? "invitations acknowledged" : "invitations not acknowledged");
}

/** The events and mails that are due but haven't arrived. */
export async function listMissing(deps: ClientDeps): Promise<string[]> {
  const { model, setup } = deps;
  const arrived = new Set([...setup.receivers.events.values()].map(({ type, subject }) => `${type} ${subject}`));
  const mailed = new Set([...setup.receivers.mails.values()].map(({ to }) => to));
  const due = (await Promise.all(model.projects.map((project) => listDue(deps, project)))).flat();
  for (const { project, number } of model.merges) due.push(`pull_request.merged ${project.id} #${number}`);
  return [
    ...due
      .filter((event) => !arrived.has(event) && !model.unheard.has(event))
      .map((event) => `the event ${event} has not arrived`),
    ...model.invited.filter((email) => !mailed.has(email)).map((email) => `the mail to ${email} has not arrived`),
  ];
}

/** Checks that nothing is missing, and that everything that arrived repeatedly has the same ID each time. */
export async function checkDeliveries(deps: ClientDeps): Promise<void> {
  const { journal, receivers } = deps.setup;
  for (const text of await listMissing(deps)) journal.broken("nothing acknowledged is lost", text);
  const events = [...receivers.events.values()].map(({ type, subject, times }) => ({
    name: `${type} ${subject}`,
    times,
  }));
  // The author of the commits also gets a mail for each one that can't be built.
  const invitations = [...receivers.mails.values()].filter(({ to }) => deps.model.invited.includes(to));
  const mails = invitations.map(({ to, times }) => ({ name: `the mail to ${to}`, times }));
  for (const [what, items] of Object.entries({ events, mails })) {
    for (const { times } of items) journal.count(times === 1 ? `${what} delivered once` : `${what} delivered again`);
    for (const [name, same] of Map.groupBy(items, (item) => item.name)) {
      if (same.length > 1) journal.broken("nothing is done twice", `${name} has ${same.length} IDs`);
    }
  }
}

async function listDue(deps: ClientDeps, project: ProjectModel): Promise<string[]> {
  const updates = await listAll<{ _id: string; status: string; summary: string }>(deps, project, "updates", "");
  const jobs = await listAll<{ id: string; status: string }>(deps, project, "jobs", "");
  const types: Record<string, string> = { success: "update.succeeded", failure: "update.failed" };
  return [
    // Nobody hears about a canceled update.
    ...updates
      .filter(({ status, summary }) => status in types && !summary.includes("canceled"))
      .map(({ _id, status }) => `${types[status]} ${_id}`),
    ...jobs
      .filter(({ status }) => status === "completed" || status === "failed")
      .map(({ id, status }) => `job.${status} ${id}`),
  ];
}
