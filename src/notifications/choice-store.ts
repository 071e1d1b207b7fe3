import {
  type NotificationChoice,
  type NotificationChoices,
  type NotificationKind,
  notificationChoices,
  notificationKinds,
} from "../contract/notification-kinds.ts";
import type { Connection } from "../platform/db/database.ts";
import { putRow } from "../platform/db/rows.ts";

const recipientsMax = 500;

/** A person's choices by project. Projects without choices are left out. */
export async function listChoices(
  connection: Connection,
  userId: string,
  organizationId: string,
): Promise<Map<string, NotificationChoices>> {
  const rows = await connection
    .selectFrom("notificationChoices")
    .innerJoin("projects", "projects.id", "notificationChoices.projectId")
    .select(["notificationChoices.projectId", "notificationChoices.kind", "notificationChoices.choice"])
    .where("notificationChoices.userId", "=", userId)
    .where("projects.organizationId", "=", organizationId)
    .execute();
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
  return new Map([...byProject].map(([projectId, chosen]) => [projectId, toChoices(chosen)]));
}

export async function readChoices(
  connection: Connection,
  userId: string,
  projectId: string,
): Promise<NotificationChoices> {
  const rows = await connection
    .selectFrom("notificationChoices")
    .select(["kind", "choice"])
    .where("userId", "=", userId)
    .where("projectId", "=", projectId)
    .execute();
  return toChoices(rows);
}

/** `week` is the current week, so that the first weekly summary is sent next week. */
export async function saveChoices(
  tx: Connection,
  { userId, projectId, week }: { userId: string; projectId: string; week: number },
  choices: Partial<Record<NotificationKind, NotificationChoice>>,
): Promise<void> {
  for (const kind of notificationKinds) {
    const choice = choices[kind];
    if (choice === undefined) continue;
    await putRow(tx, "notificationChoices", ["userId", "projectId", "kind"], { userId, projectId, kind, choice, week });
  }
}

/** People who chose this explicitly; defaults have no rows. */
export async function listChoosers(
  connection: Connection,
  projectId: string,
  kind: NotificationKind,
  choice: NotificationChoice,
): Promise<string[]> {
  const rows = await connection
    .selectFrom("notificationChoices")
    .select("userId")
    .where("projectId", "=", projectId)
    .where("kind", "=", kind)
    .where("choice", "=", choice)
    .orderBy("userId")
    .limit(recipientsMax)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** The people and projects whose weekly summary hasn't been written this week. */
export async function listDueSummaries(
  connection: Connection,
  week: number,
  limit: number,
): Promise<{ userId: string; projectId: string; organizationId: string; projectName: string; domain: string }[]> {
  return connection
    .selectFrom("notificationChoices")
    .innerJoin("projects", "projects.id", "notificationChoices.projectId")
    .select([
      "notificationChoices.userId",
      "notificationChoices.projectId",
      "projects.organizationId",
      "projects.name as projectName",
      "projects.domain",
    ])
    .where("kind", "=", "weeklySummary" satisfies NotificationKind)
    .where("choice", "=", "mail" satisfies NotificationChoice)
    .where("week", "<", week)
    .orderBy("notificationChoices.userId")
    .limit(limit)
    .execute();
}

/** Claims a summary. Returns false if another worker has already claimed it. */
export async function takeSummary(
  tx: Connection,
  { userId, projectId, week }: { userId: string; projectId: string; week: number },
): Promise<boolean> {
  const row = await tx
    .updateTable("notificationChoices")
    .set({ week })
    .where("userId", "=", userId)
    .where("projectId", "=", projectId)
    .where("kind", "=", "weeklySummary" satisfies NotificationKind)
    .where("choice", "=", "mail" satisfies NotificationChoice)
    .where("week", "<", week)
    .returning("userId")
    .executeTakeFirst();
  return row !== undefined;
}

/** An unknown choice counts as the default. */
function toChoices(rows: readonly { kind: string; choice: string }[]): NotificationChoices {
  const choose = (kind: NotificationKind) => {
    const chosen = rows.find((row) => row.kind === kind)?.choice;
    const known: readonly NotificationChoice[] = notificationChoices[kind];
    return [kind, known.find((choice) => choice === chosen) ?? notificationChoices[kind][0]];
  };
  return Object.fromEntries(notificationKinds.map(choose));
}
