import type { FindRole } from "../accounts/member-store.ts";
import { listMembers } from "../accounts/member-store.ts";
import { rulesModel } from "../agent/agent-job.ts";
import type { ChatPlace } from "../agent/requests/agent-request.ts";
import { findNewestWork, updateRequest } from "../agent/requests/request-store.ts";
import { type ChatRequest, startWork, type TakeRequestDeps } from "../agent/requests/take-request.ts";
import { refusePrompt } from "../agent/rules/refuse-prompt.ts";
import { findAgentJobById } from "../agent/store.ts";
import { type AnswerDeps, type AskedSite, answer, threadOwner } from "../assistant/answer.ts";
import type { AnswerEvent } from "../assistant/answer-event.ts";
import { readQuestion } from "../assistant/read-question.ts";
import { findThreadName } from "../assistant/store.ts";
import { AppError } from "../platform/errors.ts";
import type { RunningJob } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import { newToken } from "../platform/tokens.ts";
import type { Project } from "../projects/store.ts";
import { callSlack, openSlackApp, type SlackDeps } from "./slack-app.ts";

export interface TakeMessageDeps
  extends SlackDeps,
    Pick<Services, "clock" | "database" | "queue">,
    Pick<TakeRequestDeps, "modelName"> {
  findRole: FindRole;
  /** The published site, with what a person may see. Throws an `AppError` if that is nothing. */
  openSite(project: Project, isMember: boolean): Promise<AskedSite>;
  answering: AnswerDeps;
  /** The page of the dashboard that shows a job. */
  jobUrl(project: Project, jobId: string): string;
}

const textCharactersMax = 11_000;
/** Sentences that ask for work begin like this. Anything else is a question. */
const order =
  /^(?:(?:please|can you|could you|bitte)\s+)*(?:add|change|correct|create|delete|describe|document|explain in the docs|extend|fix|improve|mention|move|remove|rename|replace|rewrite|shorten|translate|update|write)\b/i;

/** Answers a message from the docs, or starts the work that it asks for. */
export async function takeMessage(
  deps: TakeMessageDeps,
  project: Project,
  request: ChatRequest,
  { signal, attempt, finish }: RunningJob,
): Promise<void> {
  const { query } = deps.database;
  const { place, id } = request;
  const text = request.text.replaceAll(/<@[\w|.-]+>/g, "").trim();
  const post = (message: string, key = id) =>
    postMessage(deps, project, place, { key: key.replace("_", "-"), text: message, isRepeat: attempt > 1 }, signal);
  const end = () => finish((tx) => updateRequest(tx, id, { status: "answered" }));
  if (text === "") {
    await post("Ask me anything about the docs, or tell me what to change in them.");
    return end();
  }
  const person = await findPerson(deps, project, place, signal);
  const earlier = await findNewestWork(query, project.id, `slack/${place.channel}/${place.thread}/`);
  const job = earlier?.jobId == null ? undefined : await findAgentJobById(query, earlier.jobId);
  const model = await deps.database.transaction((tx) => deps.modelName(tx));
  if (job?.outcome !== "question" && !asksForWork(text, model)) {
    await post(
      await answerFromDocs(deps, project, { place, text: withoutKind(text), isMember: person !== undefined }, signal),
    );
    return end();
  }
  if (person?.role !== "admin" && person?.role !== "editor") {
    await post(
      "Only editors of this project can change the docs. Your Slack account's email must be that of your account there.",
    );
    return end();
  }
  let jobId = job?.id;
  await finish(async (tx) => {
    const prompt = withoutKind(text);
    const work = { jobId, prompt: () => prompt };
    jobId = await startWork(deps, tx, project, { ...request, promptedBy: person.userId }, work);
  });
  if (jobId !== undefined) await post(`I'm on it: ${deps.jobUrl(project, jobId)}`, `${id}-start`);
}

/** Posts a message in a thread. After a failed attempt, it looks first whether the message is there already. */
export async function postMessage(
  deps: SlackDeps,
  project: Project,
  { channel, thread }: ChatPlace,
  { key, text, isRepeat }: { key: string; text: string; isRepeat: boolean },
  signal: AbortSignal,
): Promise<void> {
  const app = openSlackApp(deps, project);
  if (app === undefined) return;
  if (isRepeat) {
    const read = { channel, ts: thread, limit: 200, include_all_metadata: true };
    const { messages } = await callSlack(deps, app, "conversations.replies", read, signal);
    if (JSON.stringify(messages ?? []).includes(`"key":"${key}"`)) return;
  }
  // Angle brackets would be mentions of everybody, or links.
  const safe = text.replaceAll(/<(?=[!@#])/g, "‹").slice(0, textCharactersMax);
  const metadata = { event_type: "lectern", event_payload: { key } };
  const blocks = [{ type: "markdown", text: safe }];
  const fallback = safe.replaceAll("<", "&lt;").slice(0, textCharactersMax);
  const message = { channel, thread_ts: thread, text: fallback, blocks, metadata, unfurl_links: false };
  await callSlack(deps, app, "chat.postMessage", message, signal);
}

/** The member of the organization with the email of a Slack account, if the account belongs to the app's workspace. */
async function findPerson(deps: TakeMessageDeps, project: Project, { user, team }: ChatPlace, signal: AbortSignal) {
  const app = openSlackApp(deps, project);
  if (app === undefined) return undefined;
  const found = (await callSlack(deps, app, "users.info", { user }, signal)).user as
    | Record<string, unknown>
    | undefined;
  const email = (found?.profile as Record<string, unknown> | undefined)?.email;
  const isStranger = found?.team_id !== team || found?.deleted === true || found?.is_restricted === true;
  if (isStranger || typeof email !== "string") return undefined;
  const members = await listMembers(deps.database.query, project.organizationId);
  const member = members.find((one) => one.email.toLowerCase() === email.toLowerCase());
  const role = member && (await deps.findRole(project.organizationId, member.userId, project.id));
  return member && role && { userId: member.userId, role };
}

/** `job:` and `ask:` decide. Otherwise, tasks and orders are work, and everything else is a question. */
function asksForWork(text: string, model: string): boolean {
  const [, kind] = kindOf(text) ?? [];
  if (kind !== undefined) return kind.toLowerCase() === "job";
  if (model === "" || model === rulesModel) {
    const refusal = refusePrompt(text);
    return refusal === undefined || (refusal.offers.length > 0 && order.test(text));
  }
  return order.test(text);
}

function kindOf(text: string): RegExpExecArray | null {
  return /^(job|ask):\s*/i.exec(text);
}

function withoutKind(text: string): string {
  return text.slice(kindOf(text)?.[0].length ?? 0) || text;
}

async function answerFromDocs(
  deps: TakeMessageDeps,
  project: Project,
  { place, text, isMember }: { place: ChatPlace; text: string; isMember: boolean },
  signal: AbortSignal,
): Promise<string> {
  const { channel, thread, team } = place;
  let written = "";
  const sources = new Map<string, string>();
  const encode = (event: AnswerEvent): string => {
    if (event.type === "text") written += event.text;
    if (event.type === "texts") written += event.texts.join("");
    if (event.type === "error") written += event.sentence;
    if (event.type === "sources") for (const { url, metadata } of event.pages) sources.set(url, metadata.title);
    return "";
  };
  try {
    const site = await deps.openSite(project, isMember);
    const asker = { site, caller: "slack", address: `slack:${team}`, signal } as const;
    // Team, channel and time are in every permalink, so they only find the name of the conversation, which is random.
    const fp = JSON.stringify([team, channel, thread]);
    const known = await findThreadName(deps.database.query, project.id, threadOwner(asker, fp));
    const question = readQuestion({ fp, threadId: known ?? newToken(), messages: [{ role: "user", content: text }] });
    const { chunks } = await answer(deps.answering, asker, question, () => encode);
    if (typeof chunks !== "string") for await (const _chunk of chunks) signal.throwIfAborted();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
  const list = [...sources].map(([url, title]) => `- [${title.replaceAll(/[[\]]/g, "")}](${url})`);
  return [written.trim(), ...(list.length === 0 ? [] : [list.join("\n")])].join("\n\n");
}
