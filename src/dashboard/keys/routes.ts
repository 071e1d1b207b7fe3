import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { DashboardKey } from "../../contract/dashboard-schemas.ts";
import type { Handlers } from "../../http/call.ts";
import { createKey } from "../../keys/create-key.ts";
import { type Key, listKeys, revokeKey } from "../../keys/store.ts";
import { type Clock, isoTime, isoTimeOrNull } from "../../platform/clock.ts";
import type { Connection, Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { getProject } from "../../projects/get-project.ts";

type KeyOperations = Pick<DashboardOperations, "listKeys" | "createKey" | "revokeKey">;

export function keyRoutes(deps: { database: Database; clock: Clock }): Handlers<KeyOperations> {
  const { database, clock } = deps;
  return {
    async listKeys({ principal, params }) {
      const keys = await keysOf(database.query, principal.organizationId, params.projectId);
      return { keys: keys.map(presentKey).reverse() };
    },

    createKey: ({ principal: { organizationId }, params, body, change, note }) =>
      change(async (tx) => {
        const project = await getProject(tx, organizationId, params.projectId);
        const projectId = body.kind === "assistant" ? project.id : null;
        const { key, secret } = await createKey(deps, tx, { ...body, organizationId, projectId });
        note({ keyId: key.id, name: key.name, kind: key.kind });
        return { key: presentKey(key), secret };
      }),

    revokeKey: ({ principal, params, change, note }) =>
      change(async (tx) => {
        const keys = await keysOf(tx, principal.organizationId, params.projectId);
        const key = keys.find(({ id }) => id === params.keyId);
        if (key === undefined) {
          throw new AppError("not_found", "Key not found in this project.");
        }
        await revokeKey(tx, key.id, clock.now());
        note({ name: key.name, kind: key.kind });
        return undefined;
      }),
  };
}

/** The organization's admin keys, which work for all its projects, and this project's assistant keys. */
async function keysOf(connection: Connection, organizationId: string, projectId: string): Promise<Key[]> {
  const project = await getProject(connection, organizationId, projectId);
  const keys = await listKeys(connection, organizationId);
  return keys.filter((key) => key.projectId === null || key.projectId === project.id);
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
