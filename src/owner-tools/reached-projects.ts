import { effectiveRole, listMemberships } from "../accounts/member-store.ts";
import { listRolesOfUser } from "../accounts/members/project-role-store.ts";
import { type MemberDeps, personOf, toMember } from "../accounts/middleware.ts";
import { authenticateToken, type TokenDeps } from "../accounts/tokens/authenticate-token.ts";
import { hasToken } from "../keys/create-key.ts";
import { authenticate, type KeyDeps } from "../keys/middleware.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { listProjects, type Project } from "../projects/store.ts";

export type ReachDeps = KeyDeps & TokenDeps & MemberDeps & { database: Database };

export interface Caller {
  authorization: string | undefined;
  /** The client's IP address. */
  address: string;
}

/** Finds the projects that a key or token may read. */
export type FindReached = () => Promise<Project[]>;

const organizationsMax = 50;
const demand = { kind: "admin", scope: "read" } as const;

/** Throws if the key or token is missing, wrong or may not read. */
export async function openReach(deps: ReachDeps, { authorization, address }: Caller): Promise<FindReached> {
  const { query } = deps.database;
  if (!hasToken(authorization)) {
    const key = await authenticate(deps, { authorization, address, origin: undefined }, demand);
    deps.lastUsed.note(key.id, address);
    return () => listProjects(query, key.organizationId);
  }
  const token = await authenticateToken(deps, { authorization, address }, demand);
  return async () => {
    const memberships = (await listMemberships(query, token.userId)).slice(0, organizationsMax);
    const projectRoles = await listRolesOfUser(query, token.userId);
    const reached: Project[] = [];
    for (const { id: organizationId } of memberships) {
      const member = await toMember(
        deps,
        personOf(token),
        { organizationId, projectId: null },
        {
          key: "admin",
          scope: "read",
        },
      ).catch((error: unknown) => {
        // The token doesn't work in this organization, for example because it requires single sign-on.
        if (error instanceof AppError) return undefined;
        throw error;
      });
      const role = member?.user?.role ?? undefined;
      if (role === undefined || role === null) continue;
      const projects = await listProjects(query, organizationId);
      reached.push(...projects.filter(({ id }) => effectiveRole(role, projectRoles.get(id)) !== "none"));
    }
    return reached;
  };
}
