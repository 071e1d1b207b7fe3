import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientAddress } from "../platform/address.ts";
import { AppError } from "../platform/errors.ts";
import { createFairQueue, type RunFairly } from "../platform/fair-queue.ts";
import type { Access, AccessRequest } from "./authorize-access.ts";
import type { GitService } from "./backend-command.ts";
import { toBearer } from "./basic-credentials.ts";
import { type GitReply, serveFetch } from "./git-backend.ts";
import { type PushDeps, type PushRequest, servePush } from "./serve-push.ts";

interface GitHostDeps extends PushDeps {
  /** Throws unauthenticated, forbidden or not_found. */
  authorize(request: AccessRequest): Promise<Access>;
}

type GitHostRequest = FastifyRequest<{ Params: { name: string }; Querystring: Record<string, unknown> }>;

const namePattern = /^(?<repository>[a-z0-9][a-z0-9_-]{0,99})\.git$/;
const services = ["git-upload-pack", "git-receive-pack"] as const;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const fullMessage = "Too many fetches and pushes are running on this server; try again in a minute.";
const challenge = 'Basic realm="Lectern", charset="UTF-8"';

/** Serves git clone, fetch and push under `/git/{name}.git`. */
export function gitHostRoutes(http: FastifyInstance, deps: GitHostDeps): void {
  const { requestsMax, waitingMax } = deps.limits;
  const answer = answerWith(deps, createFairQueue(requestsMax, fullMessage, waitingMax));

  http.register(async (scope) => {
    // Bodies are not parsed, because they are streamed to git.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    scope.addHook("onSend", async (_request, reply, payload) => toPlainText(reply, payload));

    const refs = "/git/:name/info/refs";
    scope.get(refs, { exposeHeadRoute: false }, (request: GitHostRequest, reply) =>
      answer(request, reply, { service: parseService(request.query.service), step: "refs" }),
    );
    refuseOthers(scope, refs, "GET");
    for (const service of services) {
      const url = `/git/:name/${service}`;
      scope.post(url, (request: GitHostRequest, reply) => answer(request, reply, { service, step: "call" }));
      refuseOthers(scope, url, "POST");
    }
  });
}

function answerWith(backend: GitHostDeps, runFairly: RunFairly) {
  return async (
    request: GitHostRequest,
    reply: FastifyReply,
    { service, step }: { service: GitService; step: "refs" | "call" },
  ): Promise<FastifyReply> => {
    const signal = disconnectSignal(reply);
    const repository = namePattern.exec(request.params.name)?.groups?.repository;
    if (repository === undefined) {
      throw new AppError("not_found", "Repository not found; its URL ends with the name of a project and .git.");
    }
    const { headers } = request;
    const address = clientAddress(request);
    const authorization = toBearer(headers.authorization);
    const write = service === "git-receive-pack";
    const authorize = () => backend.authorize({ authorization, repository, write, address });
    const { project } = await authorize();
    const {
      status,
      headers: replyHeaders,
      body,
    } = await handleGitRequest(backend, runFairly, {
      project,
      address,
      authorize,
      isGit: /^git\//.test(String(headers["user-agent"])),
      service,
      step,
      contentType: headers["content-type"],
      contentEncoding: headers["content-encoding"],
      contentLength: headers["content-length"],
      gitProtocol: String(headers["git-protocol"] ?? ""),
      body: step === "call" ? (request.body as Readable | undefined) : undefined,
      signal,
    });
    return reply.code(status).headers(replyHeaders).send(body);
  };
}

function handleGitRequest(deps: PushDeps, runFairly: RunFairly, request: PushRequest): Promise<GitReply> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deps.limits.waitSecondsMax * 1_000)]);
  const reply = Promise.withResolvers<GitReply>();
  const isPush = request.step === "call" && request.service === "git-receive-pack";
  const serve = isPush ? servePush : serveFetch;
  // A push is completed even after its client has the reply or has left.
  runFairly(request.project.organizationId, () => serve(deps, request, reply), signal).catch(reply.reject);
  return reply.promise;
}

/**
 * A signal that aborts when the client disconnects. It must be created before the first await, so that the event can't
 * be missed.
 */
function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => controller.abort());
  return controller.signal;
}

function parseService(name: unknown): GitService {
  const service = services.find((candidate) => candidate === name);
  if (service === undefined) {
    throw new AppError("forbidden", "This host only supports git's smart HTTP protocol; use a newer git.");
  }
  return service;
}

function refuseOthers(scope: FastifyInstance, url: string, method: "GET" | "POST"): void {
  scope.route({
    method: methods.filter((other) => other !== method),
    url,
    handler: async (request, reply) => {
      reply.header("allow", method);
      throw new AppError("method_not_allowed", `This path does not support ${request.method}; use ${method}.`);
    },
  });
}

/** Git shows errors only if they are plain text, and asks for a password only after a Basic challenge. */
function toPlainText(reply: FastifyReply, payload: unknown): unknown {
  if (reply.hasHeader("www-authenticate")) {
    reply.header("www-authenticate", challenge);
  }
  if (typeof payload !== "string" || !String(reply.getHeader("content-type")).startsWith("application/json")) {
    return payload;
  }
  const { error }: { error?: unknown } = JSON.parse(payload);
  reply.type("text/plain; charset=utf-8");
  return `${String(error)}\n`;
}
