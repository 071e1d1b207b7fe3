import type { FastifyRequest } from "fastify";
import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../http/call.ts";
import type { AuthenticatorFor } from "../http/register-operation.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { findSubject, namesSubject, type SubjectParams } from "../projects/find-subject.ts";
import type { FindRole } from "./member-store.ts";
import { checkRole, scopesOf } from "./role.ts";
import { readSessionToken } from "./session-cookie.ts";
import type { FindSession, Session } from "./session-store.ts";

export interface SessionDeps {
  database: Database;
  clock: Clock;
  findSession: FindSession;
  findRole: FindRole;
  /** The public address of this server. */
  url: string;
}

/** A script of another website cannot send it without asking us first, and we never allow it. */
const dashboardHeader = "x-lectern-dashboard";

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
        throw new AppError("unauthenticated", "Sign in to the dashboard first; keys do not open this.");
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
  { database, findRole, url }: SessionDeps,
  session: Session,
  request: FastifyRequest,
  operation: Operation,
): Promise<Principal> {
  if (operation.method !== "GET") {
    refuseOtherWebsites(url, request);
  }
  const { id: sessionId, userId, name, email } = session;
  const user = { id: userId, name, email, sessionId };
  const kind = operation.key === "assistant" ? "assistant" : "admin";
  const params = request.params as SubjectParams;
  if (!namesSubject(params)) {
    return { kind, keyId: sessionId, organizationId: "", projectId: null, scopes: [], user: { ...user, role: null } };
  }
  const subject = await findSubject(database.query, params);
  const role = subject && (await findRole(subject.organizationId, userId));
  if (subject === undefined || role === undefined) {
    throw new AppError("not_found", "There is nothing of yours with this ID; it may be of an organization you left.");
  }
  checkRole(role, operation);
  const projectId = kind === "assistant" ? subject.projectId : null;
  const { organizationId } = subject;
  return { kind, keyId: sessionId, organizationId, projectId, scopes: scopesOf(role), user: { ...user, role } };
}

/**
 * A browser sends the cookie with whatever any website makes it send. `SameSite` does not help among sites of one domain, and
 * published sites may well be under the domain of the dashboard: so the origin must be our own.
 */
function refuseOtherWebsites(url: string, { headers }: FastifyRequest): void {
  if (headers[dashboardHeader] === undefined) {
    throw new AppError("forbidden", "What a session changes needs the header X-Lectern-Dashboard: 1.");
  }
  const { origin = "" } = headers;
  const isOwn = origin === new URL(url).origin || (URL.canParse(origin) && new URL(origin).host === headers.host);
  if (!isOwn) {
    throw new AppError("forbidden", "This may only be asked by the dashboard itself, not by another website.");
  }
}
