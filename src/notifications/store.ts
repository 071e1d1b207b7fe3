import { effectiveRole } from "../accounts/member-store.ts";
import type { EventType } from "../contract/event-schemas.ts";
import type { Connection } from "../platform/db/database.ts";
import { insertOnce } from "../platform/db/rows.ts";
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
    .select(["id", "projectId", "type"])
    .where("organizationId", "=", organizationId)
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
    .leftJoin("notificationMarks", (join) =>
      join
        .onRef("notificationMarks.userId", "=", "members.userId")
        .onRef("notificationMarks.organizationId", "=", "members.organizationId"),
    )
    .select(["members.createdAt as joinedAt", "notificationMarks.readThrough"])
    .where("members.userId", "=", userId)
    .where("members.organizationId", "=", organizationId)
    .executeTakeFirst();
  const joined = firstIdAt("evt", row?.joinedAt ?? 0);
  const mark = row?.readThrough ?? joined;
  return mark > joined ? mark : joined;
}

/** Which of these events the person has marked as read individually. */
export async function listReads(connection: Connection, userId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await connection
    .selectFrom("notificationReads")
    .select("eventId")
    .where("userId", "=", userId)
    .where("eventId", "in", ids)
    .execute();
  return new Set(rows.map(({ eventId }) => eventId));
}

export async function insertRead(tx: Connection, userId: string, eventId: string): Promise<void> {
  await insertOnce(tx, "notificationReads", ["userId", "eventId"], { userId, eventId });
}

/** The mark only moves forward, so a browser window with an older list can't move it back. */
export async function moveReadMark(
  tx: Connection,
  userId: string,
  organizationId: string,
  readThrough: string,
): Promise<void> {
  await tx
    .insertInto("notificationMarks")
    .values({ userId, organizationId, readThrough })
    .onConflict((conflict) =>
      conflict
        .columns(["userId", "organizationId"])
        .doUpdateSet({ readThrough })
        .where("notificationMarks.readThrough", "<", readThrough),
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
    .innerJoin("users", "users.id", "members.userId")
    .leftJoin("projectRoles", (join) =>
      join.onRef("projectRoles.userId", "=", "members.userId").on("projectRoles.projectId", "=", projectId),
    )
    .select(["users.id as userId", "users.email", "users.name", "members.role", "projectRoles.role as projectRole"])
    .where("members.organizationId", "=", organizationId)
    .where("members.userId", "in", userIds)
    .orderBy("users.id")
    .execute();
  return rows
    .filter(({ role, projectRole }) => effectiveRole(role, projectRole ?? undefined) !== "none")
    .map(({ userId, email, name }) => ({ userId, email, name }));
}
