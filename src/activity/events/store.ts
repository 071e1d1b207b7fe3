import { sql } from "kysely";
import type { EventType } from "../../contract/event-schemas.ts";
import { countRows } from "../../platform/db/count-rows.ts";
import type { Connection } from "../../platform/db/database.ts";
import { hasRow } from "../../platform/db/has-row.ts";
import { insertRow } from "../../platform/db/rows.ts";
import type { EventRow } from "../../platform/db/tables.ts";
import { firstIdAt } from "../../platform/id.ts";
import type { NewEvent, StoredEvent } from "./event.ts";

/**
 * Stores the event with the project's current name and subdomain. Returns the organization; undefined if the project is
 * gone.
 */
export async function insertEvent(
  tx: Connection,
  id: string,
  { type, projectId, subject, data }: NewEvent,
  { at, dispatchAt }: { at: number; dispatchAt: number },
): Promise<string | undefined> {
  const projects = tx.selectFrom("projects").select(["organizationId", "name", "domain"]);
  const project = await projects.where("id", "=", projectId).executeTakeFirst();
  if (project === undefined) return undefined;
  const { organizationId, name, domain } = project;
  const stored = JSON.stringify({ project: { id: projectId, name, subdomain: domain }, ...data });
  await insertRow(tx, "events", {
    id,
    organizationId,
    projectId,
    type,
    subject,
    data: stored,
    at,
    dispatchAt,
    dispatchedAt: null,
  });
  return organizationId;
}

/** Replaces the data of a waiting event about the same subject. Returns whether there was one. */
export async function replaceWaiting(tx: Connection, event: NewEvent, since: number): Promise<boolean> {
  const { type, projectId, subject } = event;
  const waiting = tx
    .selectFrom("events")
    .select(["id", "data"])
    .where((row) => row.and({ projectId, type, subject, dispatchedAt: null }))
    .where("at", ">=", since);
  const found = await waiting.limit(1).executeTakeFirst();
  if (found === undefined) return false;
  const data = JSON.stringify({ ...JSON.parse(found.data), ...event.data });
  const replaced = tx.updateTable("events").set({ data }).where("id", "=", found.id);
  return hasRow(replaced.where("dispatchedAt", "is", null).returning("id"));
}

export async function countEvents(tx: Connection, projectId: string, type: EventType, since: number): Promise<number> {
  const events = tx.selectFrom("events").where((row) => row.and({ projectId, type }));
  return countRows(events.where("at", ">=", since));
}

/** Oldest first. */
export async function listWaitingEvents(connection: Connection, organizationId: string, until: number, limit: number) {
  const waiting = connection
    .selectFrom("events")
    .select("id")
    .where((row) => row.and({ organizationId, dispatchedAt: null }))
    .where("dispatchAt", "<=", until);
  return (await waiting.orderBy("id").limit(limit).execute()).map(({ id }) => id);
}

/** Marks the event as dispatched in the caller's transaction. Undefined if another transaction has already done so. */
export async function takeEvent(tx: Connection, id: string, now: number): Promise<StoredEvent | undefined> {
  const taken = tx.updateTable("events").set({ dispatchedAt: now });
  const row = await taken
    .where((event) => event.and({ id, dispatchedAt: null }))
    .returningAll()
    .executeTakeFirst();
  return row && toEvent(row);
}

export async function findEvent(connection: Connection, id: string): Promise<StoredEvent | undefined> {
  const row = await connection.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toEvent(row);
}

/** In the order of the IDs; deleted events are left out. */
export async function findEvents(connection: Connection, ids: readonly string[]): Promise<StoredEvent[]> {
  if (ids.length === 0) return [];
  const rows = await connection.selectFrom("events").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [toEvent(row)];
  });
}

/** Organizations with events that should have been dispatched by now. */
export async function listOverdue(connection: Connection, since: number, until: number): Promise<string[]> {
  const rows = await connection
    .selectFrom("events")
    .select("organizationId as id")
    .distinct()
    .where("dispatchedAt", "is", null)
    .where("dispatchAt", ">=", since)
    .where("dispatchAt", "<=", until)
    .execute();
  return rows.map(({ id }) => id);
}

const sweptEventsMax = 5_000;

export async function sweepEvents(connection: Connection, before: number): Promise<void> {
  await sql`delete from events where id in (
    select id from events where id < ${firstIdAt("evt", before)} order by id limit ${sweptEventsMax})`.execute(
    connection,
  );
}

function toEvent({ dispatchAt: _dispatchAt, dispatchedAt: _dispatchedAt, ...event }: EventRow): StoredEvent {
  return { ...event, data: JSON.parse(event.data) } as StoredEvent;
}
