import { type MemberDeps, personOf, toMember } from "../accounts/middleware.ts";
import { authenticateToken, type TokenDeps } from "../accounts/tokens/authenticate-token.ts";
import { hasToken } from "../keys/create-key.ts";
import { authenticate, type KeyDeps } from "../keys/middleware.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { findHostedProject, type Project } from "../projects/store.ts";

type AuthorizeDeps = KeyDeps & TokenDeps & MemberDeps & { database: Database };

export interface AccessRequest {
  /** Always a bearer token, even if git sent the key or token as a password. */
  authorization: string | undefined;
  /** The name of the repository, without ".git". */
  repository: string;
  write: boolean;
  /** The client's IP address. */
  address: string;
}

/** Access to a repository, for a fetch or a push. */
export interface Access {
  project: Project;
  /** A person or a key. */
  principal: Awaited<ReturnType<typeof toMember>>;
}

/**
 * An admin key of the project's organization may fetch and, with the scope `write`, push. With a personal access token,
 * the person's role also decides: viewers may fetch, editors may also push.
 */
export async function authorizeAccess(deps: AuthorizeDeps, request: AccessRequest): Promise<Access> {
  const { authorization, repository, write, address } = request;
  const demand = { kind: "admin", scope: write ? "write" : "read" } as const;
  if (!hasToken(authorization)) {
    const key = await authenticate(deps, { authorization, address, origin: undefined }, demand);
    const project = await findHostedProject(deps.database.query, repository);
    if (project?.organizationId !== key.organizationId) {
      throw notFound();
    }
    deps.lastUsed.note(key.id, address);
    const { kind, id: keyId, organizationId, scopes } = key;
    return { project, principal: { kind, keyId, organizationId, projectId: null, scopes } };
  }
  const token = await authenticateToken(deps, { authorization, address }, demand);
  const project = await findHostedProject(deps.database.query, repository);
  if (project === undefined) {
    throw notFound();
  }
  const owner = { organizationId: project.organizationId, projectId: project.id };
  const principal = await toMember(deps, personOf(token), owner, { key: "admin", scope: demand.scope }).catch(
    (error: unknown) => {
      // The reply is the same as for a repository that doesn't exist.
      throw error instanceof AppError && error.code === "not_found" ? notFound() : error;
    },
  );
  return { project, principal };
}

function notFound(): AppError {
  return new AppError("not_found", "Repository not found; the project's settings show its URL.");
}
