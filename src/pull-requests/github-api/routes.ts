import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Scope } from "../../contract/operation.ts";
import type { AuditedAction } from "../../http/gates/audit/middleware.ts";
import { asAppError, statusOf } from "../../http/reply-error.ts";
import { authenticate } from "../../keys/middleware.ts";
import type { KeyDeps } from "../../keys/middleware.ts";
import type { Key } from "../../keys/store.ts";
import { canonicalAddress } from "../../platform/address.ts";
import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { findHostedProject, type Project } from "../../projects/store.ts";
import type { InTransaction } from "../end-pull-request.ts";
import { otherRoutes } from "./answer-others.ts";
import { pullRoutes } from "./answer-pulls.ts";
import type { GithubAnswer, GithubApiDeps, GithubRoute } from "./github-route.ts";
import { ownerName, presentUser } from "./present.ts";
import type { ListQuery } from "./schemas.ts";

type GithubRequest = FastifyRequest<{ Params: Record<string, string>; Querystring: ListQuery }>;

const root = "/api/v3";
const unprocessable = 422;

type GithubRouteDeps = GithubApiDeps &
  KeyDeps & {
    /** Writes to the audit log. */
    record(tx: Transaction, deed: AuditedAction): Promise<void>;
  };

/**
 * Pull requests in the shape of GitHub's API, so that its clients work with the built-in host: the base URL is
 * `{LECTERN_URL}/api/v3`, the token is an admin key, the owner is `git` and the repository is the project's.
 */
export function githubApiRoutes(http: FastifyInstance, deps: GithubRouteDeps): void {
  http.register(async (scope) => {
    scope.setErrorHandler(replyAsGithub);
    // The stock client says this of a body that is empty.
    scope.addContentTypeParser("text/plain", { parseAs: "string" }, (_request, body, done) =>
      done(body === "" ? null : new AppError("unsupported_media_type", "Send the body as application/json.")),
    );
    for (const route of [...pullRoutes, ...otherRoutes]) {
      scope.route({
        method: route.method,
        url: `${root}/repos/:owner/:repo${route.path}`,
        exposeHeadRoute: false,
        ...(route.body === undefined ? {} : { schema: { body: route.body } }),
        // Who asks is looked at before what they sent.
        onRequest: async (request) => {
          await letIn(deps, request as GithubRequest, route.scope);
        },
        // Clients send no body where none of its fields is needed.
        preValidation: async (request) => {
          request.body ??= {};
        },
        handler: (request, reply) => answer(deps, route, request as GithubRequest, reply),
      });
    }
    scope.get(`${root}/user`, async (request, reply) => {
      const key = await letIn(deps, request as GithubRequest, "read");
      return reply.send(presentUser(key.name));
    });
    // What tells clients that this is not github.com itself.
    scope.get(`${root}/meta`, async (_request, reply) => reply.send({ verifiable_password_authentication: false }));
  });
}

async function answer(
  deps: GithubRouteDeps,
  route: GithubRoute,
  request: GithubRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const leaving = new AbortController();
  reply.raw.once("close", () => leaving.abort());
  const key = await letIn(deps, request, route.scope);
  const project = await getProject(deps, request.params, key);
  const record = recorder(deps, route, project, key, request);
  const { status, json, text, link }: GithubAnswer = await route.answer(deps, {
    project,
    by: key.name,
    canWrite: key.scopes.includes("write"),
    params: request.params,
    query: request.query,
    body: request.body,
    address: new URL(request.url, deps.url),
    accept: request.headers.accept ?? "",
    signal: leaving.signal,
    inTransaction: record.inTransaction,
  });
  await record.atLast();
  if (link !== undefined) {
    reply.header("link", link);
  }
  reply.code(status).header("x-github-media-type", "github.v3; format=json");
  if (text !== undefined) {
    return reply.type("text/plain; charset=utf-8").send(text);
  }
  return json === undefined ? reply.send() : reply.type("application/json; charset=utf-8").send(JSON.stringify(json));
}

/** Writes the deed of a route to the audit log: with what it changes where that is one transaction, else when it is done. */
function recorder(
  deps: GithubRouteDeps,
  { deed: action }: GithubRoute,
  project: Project,
  { id, organizationId }: Key,
  { params, ip }: GithubRequest,
): { inTransaction: InTransaction; atLast(): Promise<void> } {
  const { owner: _owner, repo: _repo, ...named } = params;
  let isRecorded = action === undefined;
  const deed: AuditedAction = {
    principal: { kind: "admin", keyId: id, organizationId, projectId: null, scopes: [] },
    action: action ?? "",
    params: { projectId: project.id, ...named },
    details: {},
    address: canonicalAddress(ip),
  };
  const inTransaction: InTransaction = async (work) => {
    await deps.database.transaction(async (tx) => {
      await work(tx);
      if (!isRecorded) await deps.record(tx, deed);
    });
    isRecorded = true;
  };
  return {
    inTransaction,
    async atLast() {
      if (!isRecorded) await inTransaction(async () => {});
    },
  };
}

/** Clients say `token` where others say `Bearer`. */
async function letIn(deps: KeyDeps, { headers, ip }: GithubRequest, scope: Scope): Promise<Key> {
  const authorization = headers.authorization?.replace(/^token +/i, "Bearer ");
  const { origin } = headers;
  const key = await authenticate(deps, { authorization, origin, address: ip }, { kind: "admin", scope });
  deps.lastUsed.note(key.id);
  return key;
}

async function getProject(
  { database }: GithubApiDeps,
  { owner, repo = "" }: Record<string, string>,
  key: Key,
): Promise<Project> {
  const project = owner === ownerName ? await findHostedProject(database.query, repo) : undefined;
  if (project?.organizationId !== key.organizationId) {
    throw new AppError("not_found", "There is no such repository; the owner is git, and its name that of the project.");
  }
  return project;
}

/** GitHub says 422 to what is well formed and makes no sense, and has names of its own for what is wrong. */
function replyAsGithub(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error);
  if (known.code === "internal") {
    request.log.error({ requestId: request.id, error }, "request failed");
  }
  const { message, details = [] } = known;
  const status = known.code === "bad_request" ? unprocessable : statusOf(known);
  const errors = [{ resource: "PullRequest", code: "custom", message }, ...details];
  reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ message, ...(status === unprocessable ? { errors } : {}), status: String(status) }));
}
