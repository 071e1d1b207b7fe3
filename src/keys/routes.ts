import type { DashboardKey, DashboardOperations } from "../contract/dashboard-operations.ts";
import type { Role } from "../contract/operation.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { createKey } from "./create-key.ts";
import { type Key, listKeys, revokeKey } from "./store.ts";

interface KeyRouteDeps extends Pick<Services, "clock" | "database"> {
  /** Undefined for people who aren't members. */
  findRole(organizationId: string, userId: string): Promise<Role | undefined>;
  getProject: GetProject;
}

/** Throws "not found" if the organization has no such project. */
type GetProject = (connection: Connection, organizationId: string, projectId: string) => Promise<{ id: string }>;

export function keyRoutes(deps: KeyRouteDeps) {
  const { database, clock } = deps;
  /** Admin keys reach every project, so an admin of one project neither sees nor creates them. */
  const managesAdminKeys = async ({ organizationId, user }: Principal) =>
    user !== undefined && (await deps.findRole(organizationId, user.id)) === "admin";
  return {
    async listKeys({ principal, params }) {
      const keys = await keysOf(
        deps.getProject,
        database.query,
        principal,
        params.projectId,
        await managesAdminKeys(principal),
      );
      return { keys: keys.map(presentKey).reverse() };
    },

    createKey: async ({ principal, params, body, change, note }) => {
      const { organizationId } = principal;
      if (body.kind === "admin" && !(await managesAdminKeys(principal))) {
        throw new AppError("forbidden", "Only admins of the organization can create admin keys.");
      }
      return change(async (tx) => {
        const project = await deps.getProject(tx, organizationId, params.projectId);
        const projectId = body.kind === "assistant" ? project.id : null;
        const { key, secret } = await createKey(deps, tx, { ...body, organizationId, projectId });
        note({ keyId: key.id, name: key.name, kind: key.kind });
        return { key: presentKey(key), secret };
      });
    },

    revokeKey: async ({ principal, params, change, note }) => {
      const withAdminKeys = await managesAdminKeys(principal);
      return change(async (tx) => {
        const keys = await keysOf(deps.getProject, tx, principal, params.projectId, withAdminKeys);
        const key = keys.find(({ id }) => id === params.keyId);
        if (key === undefined) {
          throw new AppError("not_found", "Key not found in this project.");
        }
        await revokeKey(tx, key.id, clock.now());
        note({ name: key.name, kind: key.kind });
      });
    },
  } satisfies Partial<Handlers<DashboardOperations>>;
}

/** This project's assistant keys, and the organization's admin keys, which work for all its projects. */
async function keysOf(
  getProject: GetProject,
  connection: Connection,
  { organizationId }: Principal,
  projectId: string,
  withAdminKeys: boolean,
): Promise<Key[]> {
  const project = await getProject(connection, organizationId, projectId);
  const keys = await listKeys(connection, organizationId);
  return keys.filter((key) => (key.projectId === null ? withAdminKeys : key.projectId === project.id));
}

function presentKey(key: Key): DashboardKey {
  return {
    id: key.id,
    kind: key.kind,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes,
    allowedAddresses: key.allowedAddresses,
    allowedOrigins: key.allowedOrigins,
    createdAt: isoTime(key.createdAt),
    lastUsedAt: isoTimeOrNull(key.lastUsedAt),
    expiresAt: isoTimeOrNull(key.expiresAt),
    revokedAt: isoTimeOrNull(key.revokedAt),
  };
}
