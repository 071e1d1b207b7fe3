import { sql } from "kysely";
import type { FindOwner } from "../accounts/middleware.ts";
import type { Connection } from "../platform/db/database.ts";
import { findProjectById, findProjectByName } from "../projects/store.ts";
import { findUpdateOwner } from "../updates/store.ts";

export async function findOwner(
  connection: Connection,
  { organizationId, projectId, domain, statusId = "" }: Parameters<FindOwner>[0],
): ReturnType<FindOwner> {
  if (organizationId !== undefined) {
    return { organizationId, projectId: null };
  }
  if (projectId !== undefined || domain !== undefined) {
    const project =
      projectId === undefined
        ? await findProjectByName(connection, domain ?? "")
        : await findProjectById(connection, projectId);
    return project && { organizationId: project.organizationId, projectId: project.id };
  }
  return findUpdateOwner(connection, statusId);
}

/** The organization of a group of jobs: a project, an agent job, a webhook, or the organization itself. */
export async function findJobOwner(tx: Connection, group: string): Promise<string> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id from projects where id = ${group}
    union all select organization_id from agent_jobs where id = ${group}
    union all select organization_id from outgoing_webhooks where id = ${group}`.execute(tx);
  return rows[0]?.organizationId ?? group;
}
