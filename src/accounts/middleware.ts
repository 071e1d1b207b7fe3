import type { FastifyRequest } from "fastify";
import type { Operation, Role, Scope } from "../contract/operation.ts";
import type { Principal } from "../http/call.ts";
import type { AuthenticatorFor } from "../http/register-operation.ts";
import type { Clock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import { readSessionToken } from "./cookies.ts";
import type { FindRole } from "./member-store.ts";
import type { FindSession, Session } from "./session-store.ts";

export interface SessionDeps {
  clock: Clock;
  findSession: FindSession;
  findRole: FindRole;
  findOwner: FindOwner;
  /** The public address of this server. */
  url: string;
}

/** The path parameters that can name what a request is about. */
export interface SubjectParams {
  organizationId?: string;
  projectId?: string;
  statusId?: string;
  domain?: string;
}

/** Which organization, and project if known, owns what a request is about. Undefined if it doesn't exist. */
export type FindOwner = (
  params: SubjectParams,
) => Promise<{ organizationId: string; projectId: string | null } | undefined>;

/** Scripts of other websites can send this header only after a CORS preflight, which we never allow. */
const dashboardHeader = "x-lectern-dashboard";

const ranks: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2 };

/** Session → principal. Undefined if there is no session and a key would do. */
export function authenticateBySession(deps: SessionDeps): AuthenticatorFor {
  return (operation) => {
    if (operation.key === "none" || operation.key === "signature" || operation.key === "visitor") {
      return undefined;
    }
    return async (request) => {
      if (operation.key === "guest") {
        refuseOtherWebsites(deps.url, request);
        return undefined;
      }
      const session = await findCurrentSession(deps, request);
      if (session !== undefined) {
        return toPrincipal(deps, session, request, operation);
      }
      if (operation.key === "session") {
        throw new AppError("unauthenticated", "Sign in to the dashboard first; API keys are not accepted here.");
      }
      return undefined;
    };
  };
}

async function findCurrentSession(
  { findSession, clock, url }: SessionDeps,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const token = readSessionToken(request.headers.cookie, url.startsWith("https:"));
  const session = token === undefined ? undefined : await findSession(token);
  return session !== undefined && session.expiresAt > clock.now() ? session : undefined;
}

async function toPrincipal(
  { findRole, findOwner, url }: SessionDeps,
  session: Session,
  request: FastifyRequest,
  operation: Operation,
): Promise<Principal> {
  if (operation.method === "GET") {
    refuseOtherReaders(request);
  } else {
    refuseOtherWebsites(url, request);
  }
  const { id: sessionId, userId, name, email } = session;
  const user = { id: userId, name, email, sessionId };
  const kind = operation.key === "assistant" ? "assistant" : "admin";
  const params = request.params as SubjectParams;
  if ((params.organizationId ?? params.projectId ?? params.statusId ?? params.domain) === undefined) {
    return { kind, keyId: sessionId, organizationId: "", projectId: null, scopes: [], user: { ...user, role: null } };
  }
  const owner = await findOwner(params);
  const role = owner && (await findRole(owner.organizationId, userId));
  if (owner === undefined || role === undefined) {
    throw new AppError("not_found", "Not found, or it belongs to an organization you are not a member of.");
  }
  checkRole(role, operation);
  return {
    kind,
    keyId: sessionId,
    organizationId: owner.organizationId,
    projectId: kind === "assistant" ? owner.projectId : null,
    scopes: scopesOf(role),
    user: { ...user, role },
  };
}

function checkRole(role: Role, operation: Pick<Operation, "role" | "scope">): void {
  const needed = operation.role ?? (operation.scope === "write" ? "editor" : "viewer");
  if (ranks[role] < ranks[needed]) {
    throw new AppError(
      "forbidden",
      `This requires the ${needed} role, and you are ${role} in this organization; ask an admin.`,
    );
  }
}

function scopesOf(role: Role): readonly Scope[] {
  return role === "viewer" ? ["read"] : ["read", "write"];
}

/** A page on a sibling host gets the cookie attached even to an image or script tag, and could learn from how it loads. */
function refuseOtherReaders({ headers }: FastifyRequest): void {
  const site = headers["sec-fetch-site"];
  if (site === "same-site" || site === "cross-site") {
    throw new AppError("forbidden", "Only the dashboard itself may read this with a session, not another website.");
  }
}

/**
 * Browsers attach the cookie to requests that any website triggers. `SameSite` doesn't protect us from published sites, which
 * may share the dashboard's domain, so the origin must be our own.
 */
function refuseOtherWebsites(url: string, { headers }: FastifyRequest): void {
  if (headers[dashboardHeader] === undefined) {
    throw new AppError("forbidden", "Requests with a session need the header X-Lectern-Dashboard: 1.");
  }
  const { origin = "" } = headers;
  const isOwn = origin === new URL(url).origin || (URL.canParse(origin) && new URL(origin).host === headers.host);
  if (!isOwn) {
    throw new AppError("forbidden", "Only the dashboard itself may send this request, not another website.");
  }
}
