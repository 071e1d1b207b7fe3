import type { FindRole } from "../../accounts/member-store.ts";
import { scopesOf } from "../../accounts/role.ts";
import { readSessionToken } from "../../accounts/cookies.ts";
import type { FindSession } from "../../accounts/session-store.ts";
import type { FindKeyByHash } from "../../keys/store.ts";
import { isAddressIn } from "../../platform/address.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Project } from "../../projects/store.ts";
import { readKeyCookie } from "./key-cookie.ts";

export interface VisitorDeps {
  clock: Clock;
  secrets: Secrets;
  findSession: FindSession;
  findRole: FindRole;
  findKeyByHash: FindKeyByHash;
  /** The public address of this server. */
  url: string;
}

/** Who looks at a page, and may. */
export interface PageVisitor {
  name: string;
  canWrite: boolean;
  /** The account, or the key that was used to sign in here. */
  actor: { kind: "member"; userId: string; email: string; sessionId: string } | { kind: "key"; keyId: string };
}

/** `unknown`: nobody is signed in. `stranger`: somebody is, who has nothing to do with the project. */
export type FoundVisitor = PageVisitor | "unknown" | "stranger";

/** Asked anew for every request: a session that was ended, a member who left and a revoked key are refused at once. */
export async function findVisitor(
  deps: VisitorDeps,
  { cookies, address }: { cookies: string | undefined; address: string },
  project: Project | undefined,
): Promise<FoundVisitor> {
  const bySession = await findBySession(deps, cookies, project);
  if (typeof bySession === "object") {
    return bySession;
  }
  const byKey = await findByKey(deps, cookies, address, project);
  return byKey === "unknown" ? bySession : byKey;
}

async function findBySession(
  { findSession, findRole, clock, url }: VisitorDeps,
  cookies: string | undefined,
  project: Project | undefined,
): Promise<FoundVisitor> {
  const token = readSessionToken(cookies, url.startsWith("https:"));
  const session = token === undefined ? undefined : await findSession(token);
  if (session === undefined || session.expiresAt <= clock.now()) {
    return "unknown";
  }
  const role = project && (await findRole(project.organizationId, session.userId));
  return role === undefined
    ? "stranger"
    : {
        name: session.name,
        canWrite: scopesOf(role).includes("write"),
        actor: { kind: "member", userId: session.userId, email: session.email, sessionId: session.id },
      };
}

async function findByKey(
  { findKeyByHash, secrets, clock }: VisitorDeps,
  cookies: string | undefined,
  address: string,
  project: Project | undefined,
): Promise<FoundVisitor> {
  const hash = readKeyCookie(secrets, cookies, clock.now());
  const key = hash === undefined ? undefined : await findKeyByHash(hash);
  if (
    key === undefined ||
    key.revokedAt !== null ||
    (key.expiresAt !== null && key.expiresAt <= clock.now()) ||
    (key.allowedAddresses.length > 0 && !isAddressIn(address, key.allowedAddresses))
  ) {
    return "unknown";
  }
  return project?.organizationId === key.organizationId && key.scopes.includes("read")
    ? { name: key.name, canWrite: key.scopes.includes("write"), actor: { kind: "key", keyId: key.id } }
    : "stranger";
}
