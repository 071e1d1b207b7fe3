import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../../http/call.ts";
import type { AuditedAction } from "../../http/gates/audit/middleware.ts";
import { asAppError, statusOf } from "../../http/reply-error.ts";
import { authenticate } from "../../keys/middleware.ts";
import { hashKey } from "../../keys/store.ts";
import { canonicalAddress } from "../../platform/address.ts";
import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { findHostedProject, type Project } from "../../projects/store.ts";
import { listComments } from "../comment-store.ts";
import { type DescribeDeps, describePullRequest } from "../describe-pull-request.ts";
import { editPullRequest } from "../edit-pull-request.ts";
import type { InTransaction } from "../end-pull-request.ts";
import { mergePullRequest } from "../merge-pull-request.ts";
import type { PullRequest } from "../pull-request.ts";
import { pullRequestPath } from "../pull-request-url.ts";
import { seePullRequest } from "../see-pull-request.ts";
import type { DiffLayout } from "./diff-view.ts";
import { findVisitor, type PageVisitor, type VisitorDeps } from "./find-visitor.ts";
import { expiredKeyCookie, keyCookie } from "./key-cookie.ts";
import { pageAssets } from "./page-assets.ts";
import { messageDocument, pagePolicy, signInDocument } from "./page-document.ts";
import { pullRequestPage } from "./pull-request-page.ts";

export type PullRequestPageDeps = DescribeDeps &
  VisitorDeps & {
    /** Writes to the audit log. */
    record(tx: Transaction, deed: AuditedAction): Promise<void>;
  };

type PageRequest = FastifyRequest<{
  Params: { repository: string; number: string };
  Querystring: { view?: unknown };
  Body: URLSearchParams | undefined;
}>;

const pagePath = "/git/:repository/pull/:number";
const formBytesMax = 4_096;
const seeOther = 303;
const actions = ["merge", "squash", "close", "reopen", "ready"] as const;
type Action = (typeof actions)[number];

/** What the audit log calls them, as it calls the operations. */
const deeds: Readonly<Record<Action, string>> = {
  merge: "mergePullRequest",
  squash: "mergePullRequest",
  close: "closePullRequest",
  reopen: "reopenPullRequest",
  ready: "editPullRequest",
};

/** `/git/{name}/pull/{number}`: the page that `prLink` opens. */
export function pullRequestPageRoutes(http: FastifyInstance, deps: PullRequestPageDeps): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: formBytesMax },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.setErrorHandler(replyAsPage);
    scope.addHook("onRequest", async (request, reply) => {
      reply.headers(pageHeaders);
      if (request.method === "POST") {
        refuseOtherOrigins(deps.url, request);
      }
    });

    scope.get(pagePath, (request: PageRequest, reply) => show(deps, request, reply));
    scope.post(`${pagePath}/sign-in`, (request: PageRequest, reply) => signIn(deps, request, reply));
    scope.post(`${pagePath}/sign-out`, (request: PageRequest, reply) =>
      reply.header("set-cookie", expiredKeyCookie(isSecure(deps))).redirect(pathOf(request), seeOther),
    );
    for (const action of actions) {
      scope.post(`${pagePath}/${action}`, (request: PageRequest, reply) => act(deps, action, request, reply));
    }
  });
  http.get("/git/assets/:hash/:file", async (request, reply) => {
    const asset = pageAssets().files.get(request.url.split("?", 1)[0] ?? "");
    if (asset === undefined) {
      throw new AppError("not_found", "There is no such file.");
    }
    return reply
      .type(asset.type)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("x-content-type-options", "nosniff")
      .send(asset.bytes);
  });
}

const pageHeaders = {
  "content-security-policy": pagePolicy,
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  // A form tells where it comes from only if this lets it.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

async function show(
  deps: PullRequestPageDeps,
  request: PageRequest,
  reply: FastifyReply,
  problem?: { text: string; status: number },
): Promise<FastifyReply> {
  const found = await letIn(deps, request);
  if (found === undefined) {
    return sendPage(reply, 401, signInDocument({ path: pathOf(request) }));
  }
  const { project, pullRequest, visitor } = found;
  const page = pullRequestPage({
    project,
    pullRequest,
    visitor,
    details: await describePullRequest(deps, project, pullRequest, leaving(reply)),
    comments: await listComments(deps.database.query, pullRequest.id),
    layout: layoutOf(request.query.view),
    problem: problem?.text,
  });
  return sendPage(reply, problem?.status ?? 200, page);
}

async function signIn(deps: PullRequestPageDeps, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
  const text = request.body?.get("key")?.trim() ?? "";
  const path = pathOf(request);
  try {
    const credentials = { authorization: `Bearer ${text}`, address: request.ip, origin: request.headers.origin };
    await authenticate(deps, credentials, { kind: "admin", scope: "read" });
  } catch (error) {
    const known = asAppError(error);
    if (known.code !== "unauthenticated" && known.code !== "forbidden") {
      throw error;
    }
    return sendPage(reply, statusOf(known), signInDocument({ path, problem: known.message }));
  }
  const cookie = keyCookie(deps.secrets, hashKey(text), deps.clock.now(), isSecure(deps));
  return reply.header("set-cookie", cookie).redirect(path, seeOther);
}

async function act(
  deps: PullRequestPageDeps,
  action: Action,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await letIn(deps, request);
  if (found === undefined) {
    return sendPage(reply, 401, signInDocument({ path: pathOf(request) }));
  }
  const { project, pullRequest, visitor } = found;
  if (!visitor.canWrite) {
    throw new AppError("forbidden", "You may read this pull request, but not change it.");
  }
  const deed = {
    principal: principalOf(project, visitor),
    action: deeds[action],
    params: { projectId: project.id, number: String(pullRequest.number) },
    details: {},
    address: canonicalAddress(request.ip),
  };
  const inTransaction: InTransaction = (work) =>
    deps.database.transaction(async (tx) => {
      await work(tx);
      await deps.record(tx, deed);
    });
  const sha = request.body?.get("sha") ?? undefined;
  try {
    await perform(deps, action, { project, pullRequest, by: visitor.name, sha, inTransaction });
  } catch (error) {
    const known = asAppError(error);
    if (known.code !== "conflict" && known.code !== "bad_request") {
      throw error;
    }
    return show(deps, request, reply, { text: known.message, status: statusOf(known) });
  }
  return reply.redirect(pullRequestPath(project, pullRequest.number), seeOther);
}

function principalOf({ organizationId }: Project, { name, actor }: PageVisitor): Principal {
  const principal = { kind: "admin", organizationId, projectId: null, scopes: [] } as const;
  if (actor.kind === "key") {
    return { ...principal, keyId: actor.keyId };
  }
  const { userId: id, email, sessionId } = actor;
  return { ...principal, keyId: sessionId, user: { id, name, email, sessionId, role: null } };
}

interface Performance {
  project: Project;
  pullRequest: PullRequest;
  by: string;
  /** The head that the visitor has looked at. */
  sha: string | undefined;
  inTransaction: InTransaction;
}

async function perform(
  deps: PullRequestPageDeps,
  action: Action,
  { project, pullRequest, by, sha, inTransaction }: Performance,
): Promise<void> {
  const { number } = pullRequest;
  switch (action) {
    case "merge":
    case "squash":
      await mergePullRequest(deps, project, { number, method: action, sha, by, inTransaction });
      return;
    case "close":
      await editPullRequest(deps, project, pullRequest, { state: "closed", by, inTransaction });
      return;
    case "reopen":
      await editPullRequest(deps, project, pullRequest, { state: "open", by, inTransaction });
      return;
    case "ready":
      await editPullRequest(deps, project, pullRequest, { isDraft: false, by, inTransaction });
  }
}

interface Found {
  project: Project;
  pullRequest: PullRequest;
  visitor: PageVisitor;
}

/** `undefined` where nobody is signed in: whether there is such a pull request is then not told either. */
async function letIn(deps: PullRequestPageDeps, request: PageRequest): Promise<Found | undefined> {
  const { repository, number } = request.params;
  const project = await findHostedProject(deps.database.query, repository);
  const visitor = await findVisitor(deps, { cookies: request.headers.cookie, address: request.ip }, project);
  if (visitor === "unknown") {
    return undefined;
  }
  if (visitor === "stranger" || project === undefined || !/^[1-9]\d{0,9}$/.test(number)) {
    throw new AppError("not_found", "There is no such pull request, or it is not for you.");
  }
  return { project, visitor, pullRequest: await seePullRequest(deps, project, Number(number)) };
}

/** Sites of a tenant may be under the same domain, so that a cookie came along says nothing of who made the form. */
function refuseOtherOrigins(url: string, { headers }: FastifyRequest): void {
  const { origin = "", host } = headers;
  const isOwn = origin === new URL(url).origin || (URL.canParse(origin) && new URL(origin).host === host);
  if (!isOwn) {
    throw new AppError("forbidden", "This form does not come from our own page; open the page and try again.");
  }
}

function replyAsPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error);
  if (known.code === "internal") {
    request.log.error({ requestId: request.id, error }, "request failed");
  }
  const title = known.code === "not_found" ? "Not found" : "That did not work";
  sendPage(reply, statusOf(known), messageDocument(title, known.message));
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(page);
}

function pathOf({ params }: PageRequest): string {
  return `/git/${encodeURIComponent(params.repository)}/pull/${encodeURIComponent(params.number)}`;
}

function layoutOf(view: unknown): DiffLayout {
  return view === "inline" || view === "split" ? view : "both";
}

function isSecure({ url }: PullRequestPageDeps): boolean {
  return url.startsWith("https:");
}

function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => controller.abort());
  return controller.signal;
}
