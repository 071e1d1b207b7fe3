import type { FastifyRequest } from "fastify";
import { isStream, type Operation, type Role } from "../contract/operation.ts";
import type { Principal } from "../http/call.ts";
import type { AuthenticatorFor } from "../http/register-operation.ts";
import { clientAddress } from "../platform/address.ts";
import type { Clock } from "../platform/clock.ts";
import { readSessionToken } from "../platform/cookies.ts";
import { AppError } from "../platform/errors.ts";
import type { FindRole } from "./member-store.ts";
import type { NeedsProvider } from "./provider/sign-in-store.ts";
import type { MustSetUpFactor } from "./second-factor/store.ts";
import type { FindSession, Session } from "./session-store.ts";
import { authenticateToken, type TokenDeps } from "./tokens/authenticate-token.ts";
import type { OwnedToken } from "./tokens/token-store.ts";

export interface SessionDeps {
  clock: Clock;
  findSession: FindSession;
  recordSessionUse(session: Session): Promise<void>;
  mustSetUpFactor: MustSetUpFactor;
  findRole: FindRole;
  findOwner: FindOwner;
  needsProvider: NeedsProvider;
  /** The public address of this server. */
  url: string;
}

/** The path parameters that can identify the subject of a request. */
export interface SubjectParams {
  organizationId?: string;
  projectId?: string;
  statusId?: string;
  domain?: string;
}

/** The organization, and the project if any, that owns the subject of a request. */
interface Owner {
  organizationId: string;
  /** Null for subjects that belong to the organization itself. */
  projectId: string | null;
}

/** Undefined if the subject of the request doesn't exist. */
export type FindOwner = (params: SubjectParams) => Promise<Owner | undefined>;

/** Scripts of other websites can send this header only after a CORS preflight, which we never allow. */
const dashboardHeader = "x-lectern-dashboard";

/** Sent by the dashboard when it refreshes data while nobody is using it. */
const idleHeader = "x-lectern-idle";

const ranks: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2 };

/** Turns a session into a principal. Undefined if there is no session and the operation also accepts a key. */
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
        const principal = await toPrincipal(deps, session, request, operation);
        // Neither a background refresh nor a stream that stays open is a sign of activity.
        const isUse = request.headers[idleHeader] === undefined && !isStream(operation);
        if (isUse) await deps.recordSessionUse(session);
        return principal;
      }
      if (operation.key === "session") {
        throw new AppError("unauthenticated", "Sign in to the dashboard first; API keys are not accepted here.");
      }
      return undefined;
    };
  };
}

export type MemberDeps = Pick<SessionDeps, "findRole" | "needsProvider" | "mustSetUpFactor">;

/** Turns a personal access token into a principal. */
export function authenticateByToken(deps: TokenDeps & MemberDeps & Pick<SessionDeps, "findOwner">): AuthenticatorFor {
  return (operation) => {
    const { key: kind, scope } = operation;
    if (kind !== "admin" && kind !== "assistant") {
      return undefined;
    }
    return async (request) => {
      const sender = { authorization: request.headers.authorization, address: clientAddress(request) };
      const token = await authenticateToken(deps, sender, { kind, scope });
      return toMember(deps, personOf(token), await deps.findOwner(request.params as SubjectParams), operation);
    };
  };
}

export async function findCurrentSession(
  { findSession, clock, url }: Pick<SessionDeps, "findSession" | "clock" | "url">,
  request: { headers: { cookie?: string | undefined } },
): Promise<Session | undefined> {
  const token = readSessionToken(request.headers.cookie, url);
  const session = token === undefined ? undefined : await findSession(token);
  return session !== undefined && session.expiresAt > clock.now() ? session : undefined;
}

async function toPrincipal(
  deps: SessionDeps,
  session: Session,
  request: FastifyRequest,
  operation: Operation,
): Promise<Principal> {
  if (operation.method === "GET") {
    refuseOtherReaders(deps.url, request);
  } else {
    refuseOtherWebsites(deps.url, request);
  }
  const { id: sessionId, userId, name, email } = session;
  const user = { id: userId, name, email, sessionId };
  const kind = operation.key === "assistant" ? "assistant" : "admin";
  const params = request.params as SubjectParams;
  if ((params.organizationId ?? params.projectId ?? params.statusId ?? params.domain) === undefined) {
    return { kind, keyId: sessionId, organizationId: "", projectId: null, scopes: [], user: { ...user, role: null } };
  }
  return toMember(deps, user, await deps.findOwner(params), operation);
}

/** A person whose identity was proved by a session or a token. */
type Person = Omit<NonNullable<Principal["user"]>, "role">;

export function personOf({ id, name, organizationId, userId, user }: OwnedToken): Person {
  return { ...user, id: userId, sessionId: "", token: { id, name, organizationId } };
}

/** The principal for a person. Throws if their role in the project or organization doesn't allow the operation. */
export async function toMember(
  { findRole, needsProvider, mustSetUpFactor }: MemberDeps,
  person: Person,
  owner: Owner | undefined,
  operation: Pick<Operation, "key" | "role" | "scope">,
): Promise<Principal> {
  const { sessionId, token } = person;
  const isReached = token?.organizationId == null || token.organizationId === owner?.organizationId;
  const role =
    owner === undefined || !isReached ? undefined : await findRole(owner.organizationId, person.id, owner.projectId);
  if (owner === undefined || role === undefined) {
    throw new AppError("not_found", "Not found, or it belongs to an organization you are not a member of.");
  }
  if (await needsProvider(owner.organizationId, token?.id ?? sessionId)) {
    throw new AppError(
      "forbidden",
      "This organization requires single sign-on. Sign in with your identity provider, and create your tokens in that session.",
    );
  }
  if (await mustSetUpFactor(owner.organizationId, person.id)) {
    throw new AppError("forbidden", "This organization requires a second factor. Set one up on your account page.");
  }
  checkRole(role, operation);
  const kind = operation.key === "assistant" ? "assistant" : "admin";
  return {
    kind,
    keyId: token?.id ?? sessionId,
    organizationId: owner.organizationId,
    projectId: kind === "assistant" ? owner.projectId : null,
    scopes: role === "viewer" ? ["read"] : ["read", "write"],
    user: { ...person, role },
  };
}

function checkRole(role: Role, operation: Pick<Operation, "role" | "scope">): void {
  const needed = operation.role ?? (operation.scope === "write" ? "editor" : "viewer");
  if (ranks[role] < ranks[needed]) {
    throw new AppError(
      "forbidden",
      `This requires the ${needed} role, but your role here is ${role}; ask an admin for access.`,
    );
  }
}

/**
 * Refuses reads from other websites. A page on a sibling host can load this address in an image or script tag, and
 * browsers attach the cookie. The page could learn something from whether it loads.
 */
function refuseOtherReaders(url: string, request: FastifyRequest): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  // Reads from the dashboard's own pages usually have no origin.
  if (origin !== undefined) refuseOtherOrigins(url, request);
  if (site === "same-site" || site === "cross-site") {
    throw new AppError("forbidden", "Only the dashboard itself may read this with a session, not another website.");
  }
}

/**
 * Browsers attach the cookie to requests from any website. `SameSite` doesn't protect against published sites, which
 * may share the dashboard's domain, so the origin must be the dashboard's own.
 */
function refuseOtherWebsites(url: string, request: FastifyRequest): void {
  if (request.headers[dashboardHeader] === undefined) {
    throw new AppError("forbidden", "Requests with a session need the header X-Lectern-Dashboard: 1.");
  }
  refuseOtherOrigins(url, request);
}

/** For WebSockets. Any website can make a browser open one, and browsers can't add the dashboard's header to it. */
export function refuseOtherOrigins(url: string, { headers, protocol }: FastifyRequest): void {
  // A page that was loaded without HTTPS may have been changed on its way, even if its host is the right one.
  const scheme = url.startsWith("https:") ? "https" : protocol;
  if (![new URL(url).origin, `${scheme}://${headers.host}`].includes(headers.origin ?? "")) {
    throw new AppError(
      "forbidden",
      "Only the dashboard itself may send this request, not another website. If this is the dashboard, set LECTERN_URL to the address in the browser.",
    );
  }
}
