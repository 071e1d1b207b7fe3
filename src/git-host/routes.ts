import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import type { GitService } from "./backend-command.ts";
import { toBearer } from "./basic-credentials.ts";
import { type GitBackendDeps, handleGitRequest } from "./git-backend.ts";
import type { GitHostLimits } from "./limits.ts";
import { createPlaces } from "./places.ts";

interface GitHostDeps {
  limits: GitHostLimits;
  clock: Clock;
  log: Log;
  /** Lets the caller in and says where the repository is, or throws: unauthenticated, forbidden or not_found. */
  authorize(request: AccessRequest): Promise<{ repositoryPath: string }>;
  onPush(push: Push): Promise<void>;
}

export interface AccessRequest {
  /** As a bearer, also where git sent the key as a password. */
  authorization: string | undefined;
  /** Without ".git". */
  repository: string;
  write: boolean;
  /** Of the client. */
  address: string;
}

export interface Push {
  repository: string;
  branch: string;
  /** Where the branch is now; `undefined` when it was deleted. */
  sha: string | undefined;
  /** Whether it was not there before. */
  isNew?: boolean | undefined;
}

type GitHostRequest = FastifyRequest<{ Params: { name: string }; Querystring: Record<string, unknown> }>;

const namePattern = /^(?<repository>[a-z0-9][a-z0-9_-]{0,99})\.git$/;
const services = ["git-upload-pack", "git-receive-pack"] as const;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const challenge = 'Basic realm="Lectern", charset="UTF-8"';

/** `/git/{name}.git`: what git clone, fetch and push speak. */
export function gitHostRoutes(http: FastifyInstance, deps: GitHostDeps): void {
  const { requestsMax: placesMax, waitingMax, waitSecondsMax } = deps.limits;
  const backend: GitBackendDeps = { ...deps, places: createPlaces({ placesMax, waitingMax, waitSecondsMax }) };
  const answer = answerWith(backend, deps);

  http.register(async (scope) => {
    // A body is a stream, and git alone reads it.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    scope.addHook("onSend", async (_request, reply, payload) => speakPlainly(reply, payload));

    const refs = "/git/:name/info/refs";
    scope.get(refs, { exposeHeadRoute: false }, (request: GitHostRequest, reply) =>
      answer(request, reply, { service: askedService(request.query.service), step: "refs" }),
    );
    refuseOthers(scope, refs, "GET");
    for (const service of services) {
      const url = `/git/:name/${service}`;
      scope.post(url, (request: GitHostRequest, reply) => answer(request, reply, { service, step: "call" }));
      refuseOthers(scope, url, "POST");
    }
  });
}

function answerWith(backend: GitBackendDeps, { authorize, onPush }: GitHostDeps) {
  return async (
    request: GitHostRequest,
    reply: FastifyReply,
    { service, step }: { service: GitService; step: "refs" | "call" },
  ): Promise<FastifyReply> => {
    const signal = leaving(reply);
    const repository = namePattern.exec(request.params.name)?.groups?.repository;
    if (repository === undefined) {
      throw new AppError(
        "not_found",
        "There is no such repository; its address ends with the name of a project and .git.",
      );
    }
    const { headers, ip: address } = request;
    const authorization = toBearer(headers.authorization);
    const write = service === "git-receive-pack";
    const { repositoryPath } = await authorize({ authorization, repository, write, address });
    const {
      status,
      headers: replyHeaders,
      body,
    } = await handleGitRequest(backend, {
      gitDir: repositoryPath,
      service,
      step,
      contentType: headers["content-type"],
      contentEncoding: headers["content-encoding"],
      contentLength: headers["content-length"],
      gitProtocol: String(headers["git-protocol"] ?? ""),
      body: step === "call" ? (request.body as Readable | undefined) : undefined,
      signal,
      onPush: (moved) => onPush({ repository, ...moved }),
    });
    return reply.code(status).headers(replyHeaders).send(body);
  };
}

/** Aborts when the client is gone; attached before anything is waited for, so that it cannot be missed. */
function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => controller.abort());
  return controller.signal;
}

function askedService(asked: unknown): GitService {
  const service = services.find((candidate) => candidate === asked);
  if (service === undefined) {
    throw new AppError("forbidden", "This host speaks git's smart HTTP only; use a newer git.");
  }
  return service;
}

function refuseOthers(scope: FastifyInstance, url: string, method: "GET" | "POST"): void {
  scope.route({
    method: methods.filter((other) => other !== method),
    url,
    handler: async (request, reply) => {
      reply.header("allow", method);
      throw new AppError("method_not_allowed", `This path does not answer ${request.method}; use ${method}.`);
    },
  });
}

/** Git shows people what is wrong only when it is told in plain text, and asks for a password only when told how. */
function speakPlainly(reply: FastifyReply, payload: unknown): unknown {
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
