import { appendEvent } from "../../src/agent/store.ts";
import { newId } from "../../src/platform/id.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import { appendLog } from "../../src/updates/log-store.ts";
import { validRequests } from "../contract/requests.ts";
import { payloads } from "../security/payloads.ts";
import type { Installation } from "../support/server.ts";
import type { Person } from "./people.ts";

const link = "javascript:top.hacked=1";
/** Written without spaces, because branch names can't contain any. */
export const hostileBranch = "<img/src=x/onerror=top.hacked=1>";

/** Part of every hostile text. Pages must show it as text. */
export const hostileSign = "onerror=";

/** Runs if any of this text is parsed as HTML. The content security policy would report it too. */
export const hostile = (what: string) =>
  `${what} "'> ${payloads.join(" ")} [a link](${link}) ![a picture](https://evil.test/${what}.png)`;

export interface HostileContent {
  statusId: string;
  jobId: string;
  number: string;
}

/** Puts markup and scripts into every user-written text that the dashboard shows. */
export async function fillWithHostileContent(lectern: Installation, person: Person): Promise<HostileContent> {
  const { organizationId, project } = lectern.tenant;
  const { query } = lectern.node.database;
  const content = {
    statusId: await addUpdate(lectern),
    jobId: await addJob(lectern),
    number: await addPullRequest(lectern),
  };
  await query
    .updateTable("organizations")
    .set({ name: hostile("organization") })
    .where("id", "=", organizationId)
    .execute();
  await query
    .updateTable("projects")
    .set({ name: hostile("project"), branch: hostileBranch, directory: hostile("directory") })
    .where("id", "=", project.id)
    .execute();
  await query
    .updateTable("users")
    .set({ name: hostile("person") })
    .where("id", "=", person.userId)
    .execute();
  await query
    .updateTable("sessions")
    .set({ userAgent: hostile("browser") })
    .execute();
  const names = { name: hostile("key"), allowedOrigins: JSON.stringify([hostile("origin")]) };
  await query.updateTable("keys").set(names).where("organizationId", "=", organizationId).execute();
  await addRecords(lectern);
  await addConversation(lectern);
  return content;
}

/** The pages of the dashboard that show this content. */
export function hostileAddresses(url: string, lectern: Installation, content: HostileContent): string[] {
  const { organizationId, project } = lectern.tenant;
  const organization = `${url}/dashboard/${organizationId}`;
  const projectUrl = `${organization}/${project.domain}`;
  const { statusId, jobId, number } = content;
  const tabs = ["playground", "conversations", "quality"];
  const analytics = ["traffic", "searches", "questions", "feedback"];
  return [
    `${url}/dashboard/account`,
    organization,
    `${organization}/-/settings`,
    ...["", "/updates", `/updates/${statusId}`, "/jobs", "/jobs/new", `/jobs/${jobId}`].map(
      (path) => projectUrl + path,
    ),
    ...["/pulls", `/pulls/${number}`, "/keys", "/settings"].map((path) => projectUrl + path),
    ...["members", "branches", "assistant", "agent", "webhooks", "audit"].map(
      (tab) => `${projectUrl}/settings?tab=${tab}`,
    ),
    ...tabs.map((tab) => `${projectUrl}/assistant?tab=${tab}`),
    ...analytics.map((tab) => `${projectUrl}/analytics?tab=${tab}`),
  ];
}

async function addUpdate(lectern: Installation): Promise<string> {
  const { query } = lectern.node.database;
  const { project } = lectern.tenant;
  const { body } = await validRequests.rollBack(lectern, lectern.tenant);
  const statusId = String(body?.statusId);
  await appendLog(
    query,
    statusId,
    [hostile("line"), `error: ${hostile("file")}.mdx:3: ${hostile("fault")}`, ...payloads],
    0,
  );
  await query
    .updateTable("updates")
    .set({
      summary: hostile("summary"),
      commitSha: "a".repeat(40),
      commitRef: hostileBranch,
      commitMessage: hostile("message"),
      filesChanged: JSON.stringify({ added: [hostile("added")], modified: [hostile("modified")], removed: [] }),
      authorName: hostile("author"),
      authorAvatarUrl: link,
    })
    .where("id", "=", statusId)
    .execute();
  await pointSite(query, {
    subdomain: `next--${project.domain}`,
    projectId: project.id,
    branch: hostileBranch,
    updateId: statusId,
    artifact: "a".repeat(64),
    commitSha: null,
    publishedAt: lectern.clock.now(),
  });
  return statusId;
}

async function addJob(lectern: Installation): Promise<string> {
  const { query } = lectern.node.database;
  const { params } = await validRequests.getAgentJob(lectern, lectern.tenant);
  const jobId = params.id ?? "";
  const tell = appendEvent.bind(undefined, query, jobId);
  const [text, now] = [hostile("event"), lectern.clock.now()];
  await tell("step", { step: "work", text }, now);
  for (const each of [text, ...payloads]) await tell("message", { role: "agent", text: each }, now);
  await tell("plan", { text }, now);
  await tell("tool", { name: text, input: text, result: text, ok: false }, now);
  const diff = `--- a/x.mdx\n+++ b/x.mdx\n@@ -1 +1 @@\n-${text}\n+${text}\n`;
  await tell("edit", { path: text, change: "modified", diff }, now);
  await tell("validation", { pages: 1, errors: 1, warnings: 0, problems: [text] }, now);
  await tell("end", { outcome: "failed", kind: "policy", text, help: [text] }, now);
  const changes = { prompt: hostile("prompt"), ref: hostileBranch, prLink: link, model: hostile("model") };
  await query
    .updateTable("agentJobs")
    .set({ ...changes, status: "completed" })
    .where("id", "=", jobId)
    .execute();
  return jobId;
}

async function addPullRequest(lectern: Installation): Promise<string> {
  const { query } = lectern.node.database;
  const { params } = await validRequests.getPullRequest(lectern, lectern.tenant);
  const row = await query
    .updateTable("pullRequests")
    .set({
      title: hostile("title"),
      body: hostile("body"),
      author: hostile("author"),
      labels: JSON.stringify([hostile("label")]),
    })
    .where("projectId", "=", params.projectId ?? "")
    .where("number", "=", Number(params.number))
    .returning("id")
    .executeTakeFirstOrThrow();
  const times = { createdAt: 0, updatedAt: 0 };
  await query
    .insertInto("pullRequestComments")
    .values(
      [hostile("comment"), ...payloads].map((body, index) => {
        return { pullRequestId: row.id, number: index + 1, key: null, author: hostile("commenter"), body, ...times };
      }),
    )
    .execute();
  return params.number ?? "";
}

async function addRecords(lectern: Installation): Promise<void> {
  const { organizationId, project } = lectern.tenant;
  const { query } = lectern.node.database;
  const at = lectern.clock.now();
  await query
    .insertInto("auditEntries")
    .values({
      id: newId("aud", lectern.clock),
      organizationId,
      projectId: project.id,
      actorKind: "key",
      actorId: "key_1",
      actorName: hostile("actor"),
      action: hostile("action"),
      details: JSON.stringify({ [hostile("detail")]: hostile("value") }),
      address: hostile("address"),
      at,
    })
    .execute();
  await query
    .insertInto("webhookDeliveries")
    .values({
      projectId: project.id,
      deliveryId: hostile("id"),
      host: "github",
      event: hostile("event"),
      updateId: null,
      problem: hostile("problem"),
      at,
    })
    .execute();
  await query
    .insertInto("invitations")
    .values({
      id: newId("inv", lectern.clock),
      hash: "hash",
      organizationId,
      email: hostile("email"),
      role: "viewer",
      invitedBy: null,
      createdAt: at,
      expiresAt: at + 86_400_000,
    })
    .execute();
  const day = new Date(at).toISOString().slice(0, 10);
  const counts = { projectId: project.id, day, page: hostile("page"), target: hostile("search") };
  await query
    .insertInto("analyticsActions")
    .values([
      { ...counts, action: "search", count: 3 },
      { ...counts, action: "search_empty", count: 2 },
      { ...counts, action: "search_click", count: 1 },
      { ...counts, action: "tool_read", target: "", count: 1 },
    ])
    .execute();
  await query
    .insertInto("pageRatings")
    .values(
      [hostile("opinion"), ...payloads].map((comment) => {
        const id = newId("aud", lectern.clock);
        return { id, projectId: project.id, page: hostile("page"), helpful: 0, comment, createdAt: at };
      }),
    )
    .execute();
}

async function addConversation(lectern: Installation): Promise<void> {
  const { project } = lectern.tenant;
  const { query } = lectern.node.database;
  const at = lectern.clock.now();
  const threadId = "thr_hostile";
  const thread = { projectId: project.id, fp: "fp", createdAt: at, updatedAt: at };
  await query
    .insertInto("threads")
    .values([
      { ...thread, id: threadId, name: hostile("thread") },
      ...payloads.map((name, index) => ({ ...thread, id: `thr_${index}`, name })),
    ])
    .execute();
  const message = { threadId, createdAt: at };
  await query
    .insertInto("messages")
    .values([
      { ...message, id: "msg_1", sequence: 1, role: "user", text: hostile("question") },
      { ...message, id: "msg_2", sequence: 2, role: "assistant", text: hostile("answer") },
    ])
    .execute();
  await query
    .insertInto("turns")
    .values({
      id: "msg_2",
      threadId,
      projectId: project.id,
      question: hostile("question"),
      outcome: "not_in_docs",
      sources: JSON.stringify([link]),
      page: hostile("page"),
      language: hostile("language"),
      version: hostile("version"),
      caller: "site",
      subject: hostile("page"),
      model: hostile("model"),
      durationMilliseconds: 5,
      inputTokens: 0,
      outputTokens: 0,
      helpful: 0,
      reason: hostile("reason"),
      comment: hostile("feedback"),
      createdAt: at,
    })
    .execute();
  await query
    .insertInto("evaluationQuestions")
    .values({
      id: "evq_hostile",
      projectId: project.id,
      question: hostile("judged question"),
      earlier: "[]",
      language: null,
      version: null,
      page: null,
      expected: JSON.stringify([hostile("expected")]),
      notInDocs: 0,
      must: JSON.stringify([[hostile("fact")]]),
      note: hostile("note"),
      judgment: "wrong",
      answerId: "msg_2",
      answer: hostile("answer"),
      outcome: "answered",
      cited: JSON.stringify([hostile("cited")]),
      judgedBy: hostile("judge"),
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}
