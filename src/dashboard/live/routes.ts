import type { FindRole } from "../../accounts/member-store.ts";
import { isShownTo } from "../../activity/changes/change.ts";
import { findRange, readChanges, readMissedChanges } from "../../activity/changes/store.ts";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { Role } from "../../contract/operation.ts";
import type { Handlers } from "../../http/call.ts";
import type { Services } from "../../platform/services.ts";
import { ChangeFeed, type ChangeSource, type FeedEvent } from "./change-feed.ts";

export interface ChangeRouteDeps extends Pick<Services, "clock" | "database"> {
  findRole: FindRole;
  onError(error: unknown): void;
}

/** A page may have fetched its data this long before it opened the stream. */
const overlapMilliseconds = 10_000;

export function changeRoutes(deps: ChangeRouteDeps): Handlers<Pick<DashboardOperations, "streamChanges">> {
  const feed = new ChangeFeed(changeSource(deps), deps.onError);
  return {
    streamChanges: async ({ principal: { user }, params, lastEventId, signal }) =>
      presentChanges(feed.follow(params.organizationId, lastEventId, signal), (projectId) =>
        // A member who has just been removed must still be notified that the organization changed.
        projectId === null || user.role === "admin"
          ? (user.role ?? "viewer")
          : deps.findRole(params.organizationId, user.id, projectId),
      ),
  };
}

function changeSource({ database: { query }, clock }: ChangeRouteDeps): ChangeSource {
  return {
    read: (after, limit) => readChanges(query, after, limit),
    findLast: async () => (await findRange(query)).last,
    async readMissed(organizationId, after, limit) {
      const since = clock.now() - overlapMilliseconds;
      const { first, last } = await findRange(query);
      if (after !== 0 && (after < first - 1 || after > last)) {
        return undefined;
      }
      // A new client has just fetched everything.
      return readMissedChanges(query, organizationId, { after: after === 0 ? last : after, since, limit });
    },
  };
}

type RoleIn = (projectId: string | null) => Role | undefined | Promise<Role | undefined>;

/** Looks up the role in a project for each change, because the role may have changed since the stream began. */
async function* presentChanges(events: AsyncIterable<FeedEvent>, roleIn: RoleIn) {
  for await (const event of events) {
    if (event.event === "ready") {
      yield { id: event.id, event: "ready" as const, data: { isComplete: event.isComplete } };
      continue;
    }
    const { kind, projectId, subject } = event.change;
    // An admin of one project can't read the audit log.
    const role = await roleIn(kind === "audit" ? null : projectId);
    if (role !== undefined && isShownTo(role, event.change)) {
      yield { id: event.id, event: "change" as const, data: { kind, projectId, id: subject } };
    }
  }
}
