import { effectiveRole } from "../accounts/member-store.ts";
import type { EventType } from "../contract/event-schemas.ts";
import type { Connection } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/id.ts";

export interface EventHead {
  id: string;
  projectId: string;
  type: EventType;
}

const mentioned: EventType = "comment.mentioned";

/** The events before `before`, and after `after` if given, newest first. */
export async function listEventHeads(
  connection: Connection,
  { organizationId, userId }: { organizationId: string; userId: string },
  { before, after, limit }: { before?: string | undefined; after?: string | undefined; limit: number },
): Promise<EventHead[]> {
  const rows = await connection
    .selectFrom("events")
    .select(["id", "project_id as projectId", "type"])
    .where("organization_id", "=", organizationId)
    // A mention is for one person.
    .where((event) => event.or([event("type", "!=", mentioned), event("subject", "=", userId)]))
    .$if(before !== undefined, (events) => events.where("id", "<", before ?? ""))
    .$if(after !== undefined, (events) => events.where("id", ">", after ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows as EventHead[];
}

/** Events up to this mark count as read. For a new member, that is everything from before they joined. */
export async function findReadMark(connection: Connection, userId: string, organizationId: string): Promise<string> {
  const row = await connection
    .selectFrom("members")
    .leftJoin("notification_marks", (join) =>
      join
        .onRef("notification_marks.user_id", "=", "members.user_id")
        .onRef("notification_marks.organization_id", "=", "members.organization_id"),
    )
    .select(["members.created_at as joinedAt", "notification_marks.read_through as readThrough"])
    .where("members.user_id", "=", userId)
    .where("members.organization_id", "=", organizationId)
    .executeTakeFirst();
  const joined = firstIdAt("evt", row?.joinedAt ?? 0);
  const mark = row?.readThrough ?? joined;
  return mark > joined ? mark : joined;
}

/** Which of these events the person has marked as read individually. */
export async function listReads(connection: Connection, userId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await connection
    .selectFrom("notification_reads")
    .select("event_id")
    .where("user_id", "=", userId)
    .where("event_id", "in", ids)
    .execute();
  return new Set(rows.map(({ event_id }) => event_id));
}

export async function insertRead(tx: Connection, userId: string, eventId: string): Promise<void> {
  await tx
    .insertInto("notification_reads")
    .values({ user_id: userId, event_id: eventId })
    .onConflict((conflict) => conflict.columns(["user_id", "event_id"]).doNothing())
    .execute();
}

/** The mark only moves forward, so an older window can't move it back. */
export async function moveReadMark(
  tx: Connection,
  userId: string,
  organizationId: string,
  readThrough: string,
): Promise<void> {
  await tx
    .insertInto("notification_marks")
    .values({ user_id: userId, organization_id: organizationId, read_through: readThrough })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "organization_id"])
        .doUpdateSet({ read_through: readThrough })
        .where("notification_marks.read_through", "<", readThrough),
    )
    .execute();
}

export interface MailRecipient {
  userId: string;
  email: string;
  name: string;
}

/** Which of these people can see the project now. */
export async function listRecipients(
  connection: Connection,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  userIds: readonly string[],
): Promise<MailRecipient[]> {
  if (userIds.length === 0) return [];
  const rows = await connection
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .leftJoin("project_roles", (join) =>
      join.onRef("project_roles.user_id", "=", "members.user_id").on("project_roles.project_id", "=", projectId),
    )
    .select(["users.id as userId", "users.email", "users.name", "members.role", "project_roles.role as projectRole"])
    .where("members.organization_id", "=", organizationId)
    .where("members.user_id", "in", userIds)
    .orderBy("users.id")
    .execute();
  return rows
    .filter(({ role, projectRole }) => effectiveRole(role, projectRole ?? undefined) !== "none")
    .map(({ userId, email, name }) => ({ userId, email, name }));
}
