import { join } from "node:path";
import { createJob } from "../../src/agent/create-job.ts";
import { moveAgentJob } from "../../src/agent/store.ts";
import { insertTurn, openThread } from "../../src/assistant/store.ts";
import { insertAutomation } from "../../src/automations/store.ts";
import type { Operations } from "../../src/contract/operations.ts";
import { insertEvaluation } from "../../src/evaluate/evaluation-store.ts";
import { addQuestion } from "../../src/evaluate/judge-answer.ts";
import { newEvaluation } from "../../src/evaluate/run-evaluation.ts";
import { makeRepository, plainGit } from "../../src/git/git-test-support.ts";
import { putPageRating } from "../../src/insight/rating-store.ts";
import { publishArtifact } from "../../src/platform/artifacts/publish-artifact.ts";
import { newId } from "../../src/platform/id.ts";
import { changeRepository } from "../../src/projects/repositories/change-repository.ts";
import { insertRepository } from "../../src/projects/repositories/store.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import { putComment } from "../../src/pull-requests/comment-store.ts";
import { findPullRequest, insertPullRequest } from "../../src/pull-requests/store.ts";
import { moveUpdate, recordArtifact } from "../../src/updates/store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { never } from "../support/artifact-store.ts";
import type { Installation, Tenant } from "../support/server.ts";

/** The parts of a well-formed request. */
export interface ValidRequest {
  params: Record<string, string>;
  body?: Record<string, unknown>;
}

type Prepare = (lectern: Installation, tenant: Tenant) => Promise<ValidRequest>;

const noParams: Prepare = async () => ({ params: {} });
const projectOnly: Prepare = async (_lectern, tenant) => ({ params: { projectId: tenant.project.id } });

// Created without HTTP, because preparing a request must not count against its limit.
const anUpdate: Prepare = async ({ node, clock }, { project }) => {
  const { queue, database } = node;
  const update = await database.transaction((tx) => triggerUpdate({ queue, clock }, tx, { project, source: "api" }));
  return { params: { statusId: update.id } };
};

const aJob: Prepare = async ({ node, clock }, { project }) => {
  const { queue, database } = node;
  const prompt = "Fix the typo.";
  const job = await database.transaction((tx) => createJob({ queue, clock }, tx, project, { prompt }));
  return { params: { projectId: project.id, id: job.id } };
};

// Streams stay open until their subject has ended.
const anEndedUpdate: Prepare = async (lectern, tenant) => {
  const request = await anUpdate(lectern, tenant);
  const { query } = lectern.node.database;
  await moveUpdate(query, request.params.statusId ?? "", "failure", "It was cancelled.", lectern.clock.now());
  return request;
};

const anEndedJob: Prepare = async (lectern, tenant) => {
  const request = await aJob(lectern, tenant);
  const { query } = lectern.node.database;
  await moveAgentJob(query, request.params.id ?? "", "failed", "The agent could not go on.", lectern.clock.now());
  return request;
};

// An update in the state it has after its build, with its artifact still kept.
const aPublishedUpdate: Prepare = async (lectern, tenant) => {
  const { params } = await anUpdate(lectern, tenant);
  const { query } = lectern.node.database;
  const statusId = params.statusId ?? "";
  await moveUpdate(query, statusId, "in_progress", "The update is running.", lectern.clock.now());
  await recordArtifact(query, statusId, "a".repeat(64));
  await moveUpdate(query, statusId, "success", "Published.", lectern.clock.now());
  return { params: { projectId: tenant.project.id }, body: { statusId } };
};

const aQuestion: Prepare = async (_lectern, { project }) => ({
  params: { domain: project.domain },
  body: { fp: "anonymous", messages: [{ id: "m1", role: "user", content: "How do I install it?" }] },
});

// An answer in the state it has after it was given, so that visitors can rate it.
const anAnswer: Prepare = async ({ node, clock }, { project }) => {
  const threadId = newId("thr", clock);
  const messageId = newId("msg", clock);
  const { query } = node.database;
  const thread = { id: threadId, projectId: project.id, fp: "anonymous", name: threadId };
  await openThread(query, thread, clock.now());
  await insertTurn(query, {
    id: messageId,
    threadId,
    projectId: project.id,
    question: "How do I install it?",
    outcome: "answered",
    sources: [],
    page: undefined,
    language: undefined,
    model: "builtin/extract",
    durationMilliseconds: 5,
    usage: { inputTokens: 0, outputTokens: 0 },
    createdAt: clock.now(),
  });
  return { params: { domain: project.domain }, body: { threadId, messageId, helpful: true } };
};

const aConversation: Prepare = async (lectern, tenant) => {
  const { body } = await anAnswer(lectern, tenant);
  return { params: { projectId: tenant.project.id, id: String(body?.threadId) } };
};

// The state after an update that published one page.
const aPage: Prepare = async (lectern, { project }) => {
  const { database, objects } = lectern.node;
  const page = { path: "start.md", type: "text/markdown; charset=utf-8", bytes: Buffer.from("# Start\n") };
  const { digest } = await publishArtifact(
    objects,
    {
      namespace: project.id,
      files: [page],
      filesMax: 10,
      bytesMax: 1_000,
      extra: { redirects: [], notFound: "404.html", unlisted: [] },
    },
    never,
  );
  await pointSite(database.query, {
    subdomain: project.domain,
    projectId: project.id,
    branch: "main",
    updateId: "upd_none",
    artifact: digest,
    commitSha: null,
    publishedAt: lectern.clock.now(),
  });
  return { params: { domain: project.domain }, body: { path: "/start" } };
};

// The state after a member has added the question.
const aJudgedQuestion: Prepare = async ({ node, clock }, { project }) => {
  const judging = { clock, projectId: project.id, judgedBy: "Ada", hasPage: () => true };
  const question = { question: "How do I install it?", notInDocs: true };
  const { id } = await addQuestion(judging, node.database.query, question);
  return { params: { projectId: project.id, id } };
};

export const weekly = { name: "Broken links", when: { schedule: "0 6 * * 1" }, do: { task: { name: "fix-links" } } };

// The state after somebody has created it. The earlier ones are removed, because a project can have only so many.
const anAutomation: Prepare = async ({ node, clock }, { project }) => {
  const { query } = node.database;
  await query.deleteFrom("automations").where("projectId", "=", project.id).execute();
  const now = clock.now();
  const id = newId("atm", clock);
  const definition = JSON.stringify(weekly);
  const row = { file: null, isOn: 1, nextAt: null, hookHash: null, createdAt: now, updatedAt: now };
  await insertAutomation(query, { id, projectId: project.id, definition, ...row });
  return { params: { projectId: project.id, id } };
};

const aRating: Prepare = async ({ node, clock }, { project }) => {
  const id = `rating-of-${project.id}`;
  const rating = { id, projectId: project.id, page: "/", helpful: false, comment: "Why?", reason: undefined };
  await putPageRating(node.database.query, { ...rating, contact: undefined, createdAt: clock.now() });
  return { params: { projectId: project.id, id } };
};

let pullRequests = 0;
/** Changes of a repository start so many programs that making branches one by one would take half the time of a suite. */
const branchesMadeAtOnce = 24;

// The state after a branch was pushed and its pull request was opened. Numbers are unique across tenants.
const aPullRequest: Prepare = async (lectern, tenant) => {
  const { takeBranch, first, next } = await repositoryOf(lectern, tenant);
  // Leaves room for the numbers that openPullRequest assigns next.
  pullRequests += 1_000;
  const base = await takeBranch("base");
  const now = lectern.clock.now();
  await insertPullRequest(lectern.node.database.query, {
    id: newId("pul", lectern.clock),
    projectId: tenant.project.id,
    number: pullRequests,
    status: "open",
    title: "Say it better",
    body: "",
    head: "next",
    base,
    headSha: next,
    baseSha: first,
    mergeSha: null,
    isDraft: false,
    labels: [],
    author: "Ada",
    authorId: null,
    endedBy: null,
    createdAt: now,
    updatedAt: now,
    endedAt: null,
  });
  return { params: { projectId: tenant.project.id, number: String(pullRequests) } };
};

/** Creates a comment with the same number as its pull request, so that comment numbers are unique across tests. */
const aComment: Prepare = async (lectern, tenant) => {
  const { params } = await aPullRequest(lectern, tenant);
  const { query } = lectern.node.database;
  const pullRequest = await findPullRequest(query, tenant.project.id, pullRequests);
  const comment = {
    number: pullRequests,
    key: null,
    author: "Ada",
    authorId: null,
    body: "Why?",
    place: null,
    replyTo: null,
  };
  const now = lectern.clock.now();
  await putComment(query, pullRequest?.id ?? "", { ...comment, createdAt: now, updatedAt: now });
  return { params: { ...params, comment: String(pullRequests) } };
};

interface TenantRepository {
  /** The name of a branch that no request has used: at the first commit as a base, at the next one as a head. */
  takeBranch(kind: "base" | "head"): Promise<string>;
  first: string;
  /** The commit after `head`. */
  next: string;
}

const repositories = new Map<string, Promise<TenantRepository>>();

/** A tenant's repository in the built-in git host, created once. */
function repositoryOf({ storage, node, clock }: Installation, { project }: Tenant): Promise<TenantRepository> {
  const make = async (): Promise<TenantRepository> => {
    const { database, objects } = node;
    const made = await makeRepository(join(storage.dataFolder, "made"), project.domain, { "start.mdx": "# Start\n" });
    const first = await made.git("rev-parse", "main");
    await made.git("switch", "--quiet", "-c", "next");
    const next = await made.commit({ "start.mdx": "# Begin\n" });
    const hosted = { id: project.id, hostedRepository: project.domain };
    await database.transaction(async (tx) => {
      await tx
        .updateTable("projects")
        .set({ hostedRepository: hosted.hostedRepository })
        .where("id", "=", hosted.id)
        .execute();
      await insertRepository(tx, { projectId: hosted.id, head: "main", createdAt: clock.now() });
    });
    const deps = { database, objects, clock, repositoriesFolder: join(storage.dataFolder, "repositories") };
    const git = (args: readonly string[], input = "") =>
      changeRepository(deps, hosted, { work: ({ gitDir }) => plainGit([`--git-dir=${gitDir}`, ...args], { input }) });
    await git(["fetch", "--quiet", made.gitDir, "refs/heads/*:refs/heads/*"]);
    const taken = { base: 0, head: 0 };
    let makes: Promise<unknown> = Promise.resolve();
    const takeBranch = async (kind: "base" | "head") => {
      const number = taken[kind];
      taken[kind] += 1;
      if (number % branchesMadeAtOnce === 0) {
        const names = Array.from({ length: branchesMadeAtOnce }, (_, index) => `${kind}-${number + index}`);
        const commit = kind === "base" ? first : next;
        const commands = names.map((name) => `create refs/heads/${name} ${commit}\n`).join("");
        makes = makes.then(() => git(["update-ref", "--stdin"], commands));
      }
      await makes;
      return `${kind}-${number}`;
    };
    return { takeBranch, first, next };
  };
  const known = repositories.get(project.id) ?? make();
  repositories.set(project.id, known);
  return known;
}

/** A successful request for each operation. The suite fails until a new operation is added here. */
export const validRequests: Readonly<Record<keyof Operations, Prepare>> = {
  getAgentJob: aJob,
  createAgentJob: async (_lectern, { project }) => ({
    params: { projectId: project.id },
    body: { prompt: "Fix the typo.", ref: "main", model: "builtin/rules" },
  }),
  listAgentJobs: projectOnly,
  streamAgentJobEvents: anEndedJob,
  sendAgentMessage: async (lectern, tenant) => ({
    ...(await anEndedJob(lectern, tenant)),
    body: { prompt: "And the other one." },
  }),
  archiveAgentJob: aJob,
  getUpdateStatus: anUpdate,
  triggerUpdate: projectOnly,
  createPreview: async (_lectern, { project }) => ({
    params: { projectId: project.id },
    body: { branch: "next" },
  }),
  rollBack: aPublishedUpdate,
  listUpdates: projectOnly,
  listUpdateProblems: anEndedUpdate,
  streamUpdateEvents: anEndedUpdate,
  sendMessageV1: aQuestion,
  sendMessageV2: aQuestion,
  searchPages: async (_lectern, { project }) => ({ params: { domain: project.domain }, body: { query: "install" } }),
  readPage: aPage,
  sendFeedback: anAnswer,
  listPullRequests: projectOnly,
  openPullRequest: async (lectern, tenant) => {
    const { takeBranch } = await repositoryOf(lectern, tenant);
    const head = await takeBranch("head");
    return { params: { projectId: tenant.project.id }, body: { head, title: "Say it better" } };
  },
  getPullRequest: aPullRequest,
  changePullRequest: async (lectern, tenant) => ({
    ...(await aPullRequest(lectern, tenant)),
    body: { title: "Say it well", status: "closed" },
  }),
  commentPullRequest: async (lectern, tenant) => ({
    ...(await aPullRequest(lectern, tenant)),
    body: { body: "Looks good." },
  }),
  changePullRequestComment: async (lectern, tenant) => ({
    ...(await aComment(lectern, tenant)),
    body: { resolved: true },
  }),
  deletePullRequestComment: aComment,
  reviewPullRequest: async (lectern, tenant) => ({
    ...(await aPullRequest(lectern, tenant)),
    body: { verdict: "comment", body: "One question." },
  }),
  mergePullRequest: async (lectern, tenant) => ({
    ...(await aPullRequest(lectern, tenant)),
    body: { method: "merge" },
  }),
  closePullRequest: aPullRequest,
  getInsightOverview: projectOnly,
  listInsightSearches: projectOnly,
  listInsightPages: projectOnly,
  listInsightQuestions: projectOnly,
  listInsightRatings: projectOnly,
  listInsightConversations: projectOnly,
  getInsightConversation: aConversation,
  getAnalyticsSeries: projectOnly,
  listAnalyticsRanking: projectOnly,
  listAnalyticsActions: projectOnly,
  listAnalyticsViews: projectOnly,
  listAnalyticsVisitors: projectOnly,
  listFeedback: projectOnly,
  listFeedbackByPage: projectOnly,
  listQuestionSubjects: projectOnly,
  getAnalyticsCallers: projectOnly,
  changeFeedback: async (lectern, tenant) => ({ ...(await aRating(lectern, tenant)), body: { status: "done" } }),
  deleteAnalytics: async (_lectern, tenant) => ({
    params: { projectId: tenant.project.id },
    body: { before: "2020-01-01" },
  }),
  listEvaluationQuestions: projectOnly,
  addEvaluationQuestion: async (_lectern, { project }) => ({
    params: { projectId: project.id },
    body: { question: "How do I install it?", notInDocs: true },
  }),
  judgeAnswer: async (lectern, tenant) => {
    const { body } = await anAnswer(lectern, tenant);
    return { params: { projectId: tenant.project.id }, body: { answerId: body?.messageId, judgment: "wrong" } };
  },
  changeEvaluationQuestion: async (lectern, tenant) => ({
    ...(await aJudgedQuestion(lectern, tenant)),
    body: { notInDocs: true, note: "We don't support it." },
  }),
  removeEvaluationQuestion: aJudgedQuestion,
  runEvaluation: async (lectern, tenant) => {
    await aPage(lectern, tenant);
    await aJudgedQuestion(lectern, tenant);
    // The previous evaluation must have ended.
    await lectern.node.database.query.updateTable("evaluations").set({ status: "completed" }).execute();
    return { params: { projectId: tenant.project.id } };
  },
  printSite: async (lectern, tenant) => {
    await aPage(lectern, tenant);
    // The previous PDF must have ended.
    await lectern.node.database.query.updateTable("pdfs").set({ status: "failed" }).execute();
    return { params: { projectId: tenant.project.id }, body: { group: "Guides" } };
  },
  listPdfs: projectOnly,
  listAutomations: projectOnly,
  createAutomation: async (_lectern, { project }) => ({ params: { projectId: project.id }, body: weekly }),
  changeAutomation: async (lectern, tenant) => ({
    ...(await anAutomation(lectern, tenant)),
    body: { enabled: false },
  }),
  removeAutomation: anAutomation,
  runAutomation: anAutomation,
  listAutomationRuns: anAutomation,
  createAutomationHook: anAutomation,
  listGaps: projectOnly,
  createGap: async (lectern, tenant) => {
    await repositoryOf(lectern, tenant);
    const { body } = await anAnswer(lectern, tenant);
    const { query } = lectern.node.database;
    const id = String(body?.messageId);
    await query.updateTable("turns").set({ outcome: "not_in_docs" }).where("id", "=", id).execute();
    return { params: { projectId: tenant.project.id }, body: { questions: [id], as: "draft" } };
  },
  listEvaluations: projectOnly,
  getEvaluation: async ({ node, clock }, { project }) => {
    const evaluation = newEvaluation(clock, project.id, null);
    await insertEvaluation(node.database.query, evaluation);
    return { params: { projectId: project.id, id: evaluation.id } };
  },
  getOpenApi: noParams,
  getHealth: noParams,
  getReadiness: noParams,
  getMetrics: noParams,
};

/** For each stream, a subject that has not ended, so that the stream stays open. */
export const endlessRequests: Partial<Record<keyof Operations, Prepare>> = {
  streamAgentJobEvents: aJob,
  streamUpdateEvents: anUpdate,
};
