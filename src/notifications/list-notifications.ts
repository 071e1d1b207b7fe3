import { listRolesOfUser } from "../accounts/members/project-role-store.ts";
import { type PresentEventDeps, presentEvent } from "../activity/events/present-event.ts";
import { findEvents } from "../activity/events/store.ts";
import { describeEvent } from "../contract/describe-event.ts";
import { kindsOfEvents, notificationChoices, unreadMax } from "../contract/notification-kinds.ts";
import type { Notification, NotificationPage } from "../contract/notification-operations.ts";
import type { Role } from "../contract/operation.ts";
import { isoTime } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { listChoices } from "./choice-store.ts";
import { type EventHead, findReadMark, listEventHeads, listReads } from "./store.ts";

export interface Reader {
  userId: string;
  organizationId: string;
  /** The reader's role in the organization. */
  role: Role;
}

interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}

const batchSize = 200;
/** How many batches of events are read for one page if most events aren't for the reader. */
const batchesMax = 5;
const textLengthMax = 300;

/** Events in the projects that the reader can see now, filtered by the reader's choices. */
export async function listNotifications(
  deps: PresentEventDeps,
  connection: Connection,
  reader: Reader,
  { cursor, limit }: PageRequest,
): Promise<NotificationPage> {
  const isWanted = await readFilter(connection, reader);
  const mark = await findReadMark(connection, reader.userId, reader.organizationId);
  const { heads, nextCursor } = await readHeads(connection, reader, isWanted, { cursor, limit });
  const ids = heads.map(({ id }) => id);
  const read = await listReads(connection, reader.userId, ids);
  const events = await findEvents(connection, ids);
  const notifications = events.map((event): Notification => {
    const shown = presentEvent(deps, event);
    const { title, text, tone } = describeEvent(shown);
    return {
      id: event.id,
      type: event.type,
      title,
      text: text.slice(0, textLengthMax),
      tone,
      projectId: event.projectId,
      projectName: event.data.project.name,
      path: shown.data.dashboardUrl.slice(deps.url.length),
      at: isoTime(event.at),
      isRead: event.id <= mark || read.has(event.id),
    };
  });
  return { notifications, unread: await countUnread(connection, reader, isWanted, mark), nextCursor };
}

type Filter = (event: EventHead) => boolean;

/** Roles and choices are read for every list, so a change takes effect at once, even for older events. */
async function readFilter(connection: Connection, { userId, organizationId, role }: Reader): Promise<Filter> {
  const roles = role === "admin" ? new Map() : await listRolesOfUser(connection, userId);
  const choices = await listChoices(connection, userId, organizationId);
  return ({ projectId, type }) => {
    const kind = kindsOfEvents[type];
    if (kind === undefined || roles.get(projectId) === "none") return false;
    return (choices.get(projectId)?.[kind] ?? notificationChoices[kind][0]) !== "off";
  };
}

async function readHeads(
  connection: Connection,
  reader: Reader,
  isWanted: Filter,
  { cursor, limit }: PageRequest,
): Promise<{ heads: EventHead[]; nextCursor: string | null }> {
  const heads: EventHead[] = [];
  let before = cursor;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const found = await listEventHeads(connection, reader, { before, limit: batchSize });
    for (const head of found) {
      if (!isWanted(head)) continue;
      if (heads.length === limit) return { heads, nextCursor: heads.at(-1)?.id ?? null };
      heads.push(head);
    }
    if (found.length < batchSize) return { heads, nextCursor: null };
    before = found.at(-1)?.id;
  }
  return { heads, nextCursor: before ?? null };
}

async function countUnread(connection: Connection, reader: Reader, isWanted: Filter, mark: string): Promise<number> {
  const limit = batchSize * batchesMax;
  const ids = (await listEventHeads(connection, reader, { after: mark, limit })).filter(isWanted).map(({ id }) => id);
  const read = await listReads(connection, reader.userId, ids);
  return Math.min(ids.filter((id) => !read.has(id)).length, unreadMax);
}
