import { type IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import { refuseOtherOrigins } from "../../accounts/middleware.ts";
import { beatMilliseconds } from "../../contract/live-messages.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Principal } from "../../http/call.ts";
import type { Authenticate, Gates } from "../../http/register-operation.ts";
import { AppError } from "../../platform/errors.ts";
import { inOperation } from "../../platform/operation-context.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { type DraftParams, getOpenDraft } from "../get-draft.ts";
import { liveLimits } from "./live-limits.ts";
import { countClosed } from "./live-metrics.ts";
import { colorOf } from "./presence.ts";

export const liveOperation = "editDraftLive";
const path = "/v1/dashboard/project/{projectId}/drafts/{draftId}/live";
const pattern = /^\/v1\/dashboard\/project\/[^/?]+\/drafts\/[^/?]+\/live(?:\?|$)/;

/** The operation for the permission checks: a stream that only people in the dashboard open. */
const operation: Operation = {
  method: "GET",
  path,
  key: "session",
  role: "viewer",
  reply: { status: 200, contentType: "text/event-stream", events: {} },
};

interface Upgrade {
  socket: Duplex;
  head: Buffer;
}

/**
 * The WebSocket of live editing. An upgrade goes through the server like any other request, so the same code checks the
 * host and the permissions, and refusals look the same. A request without an upgrade is answered with whether an
 * upgrade would be accepted, because browsers don't tell a page why a WebSocket was refused.
 */
export function editorLiveRoutes(http: FastifyInstance, gates: Gates, deps: EditorDeps): void {
  // Loaded when the first person opens a draft.
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const [{ LiveDrafts }, { WebSocketServer }] = await Promise.all([import("./live-drafts.ts"), import("ws")]);
    const maxPayload = liveLimits.messageBytesMax;
    const sockets = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload });
    return { drafts: new LiveDrafts(deps), sockets };
  };
  const authenticate = gates.authenticatorFor(operation);
  const upgrades = acceptUpgrades(http);
  http.route({
    method: "GET",
    url: path.replace(/\{(\w+)\}/g, ":$1"),
    exposeHeadRoute: false,
    config: { operation: liveOperation },
    async onRequest(request, reply) {
      if (upgrades.has(request.raw)) refuseOtherOrigins(deps.url, request);
      request.principal = await authenticate?.(request);
      reply.header("cache-control", "no-store");
    },
    async handler(request, reply) {
      const principal = personOf(request.principal);
      const params = request.params as DraftParams;
      const found = await getOpenDraft(deps, { principal, params, signal: deps.stopping });
      loading ??= load();
      const { drafts, sockets } = await loading;
      drafts.checkRoom(found.draft);
      const upgrade = upgrades.get(request.raw);
      if (upgrade === undefined) return reply.code(204).send();
      reply.hijack();
      const { socket, head } = upgrade;
      reply.raw.detachSocket(request.raw.socket);
      reply.raw.emit("close");
      sockets.handleUpgrade(request.raw, socket, head, (accepted) => {
        const { id, name, role } = principal.user;
        const person = { id, name, color: colorOf(id), canWrite: role !== "viewer" };
        const { organizationId } = found.draft;
        const inDraft = <Value>(work: () => Value) => inOperation(liveOperation, organizationId, work);
        const client = inDraft(() => drafts.connect(accepted, found, person));
        accepted.on("message", (data) => inDraft(() => client.receive(data as Buffer)));
        accepted.on("close", () => drafts.disconnect(client));
        const recheck = setInterval(
          () => void isRefused(authenticate, request, principal).then((is) => is && client.close("refused", "")),
          liveLimits.recheckMilliseconds,
        );
        keepAlive(accepted, () => client.send({ kind: "beat" }));
        accepted.on("close", () => clearInterval(recheck));
      });
    },
  });
  gates.draining.addEventListener("abort", () => void loading?.then(({ drafts }) => drafts.drain()));
  http.addHook("onClose", async () => (await loading)?.drafts.settle());
}

/** Handles WebSocket upgrades to live editing as requests. Every other upgrade is ignored, as HTTP allows. */
function acceptUpgrades(http: FastifyInstance): WeakMap<IncomingMessage, Upgrade> {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  Object.assign(http.server, {
    shouldUpgradeCallback: ({ headers, url = "" }: IncomingMessage) =>
      headers.upgrade?.toLowerCase() === "websocket" && pattern.test(url),
  });
  http.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // After an upgrade, Node no longer listens for errors of this connection.
    socket.on("error", () => socket.destroy());
    upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(request.socket);
    response.on("finish", () => socket.end());
    http.server.emit("request", request, response);
  });
  return upgrades;
}

type SignedIn = Principal & { user: NonNullable<Principal["user"]> };

function personOf(principal: Principal | undefined): SignedIn {
  if (principal?.user === undefined) throw new AppError("unauthenticated", "Sign in to the dashboard first.");
  return { ...principal, user: principal.user };
}

/** Whether the session has ended or the role has changed. An unreachable database is not a refusal. */
async function isRefused(
  authenticate: Authenticate | undefined,
  request: FastifyRequest,
  { user }: SignedIn,
): Promise<boolean> {
  try {
    return (await authenticate?.(request))?.user?.role !== user.role;
  } catch (error) {
    return error instanceof AppError && error.code !== "unavailable";
  }
}

/** Ends connections whose browser has disappeared without closing them. */
function keepAlive(socket: WebSocket, beat: () => void): void {
  let isAlive = true;
  const timer = setInterval(() => {
    if (!isAlive) {
      countClosed("dead");
      return socket.terminate();
    }
    isAlive = false;
    socket.ping();
    beat();
  }, beatMilliseconds);
  socket.on("pong", () => {
    isAlive = true;
  });
  // Errors such as a message that is too large are ignored, because the connection is closed anyway.
  socket.on("error", () => {});
  socket.on("close", () => clearInterval(timer));
}
