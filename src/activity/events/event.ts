import type { EventDataOf, EventType } from "../../contract/event-schemas.ts";

/** The stored part of the data. `presentEvent` adds the rest, which depends on the server's addresses. */
type Stored<Data> = Data extends { update: infer Update }
  ? { update: Omit<Update, "siteUrl"> }
  : Data extends { pullRequest: infer PullRequest }
    ? // Null for those of the built-in host.
      { pullRequest: Omit<PullRequest, "url"> & { url: string | null } }
    : Omit<Data, "project" | "dashboardUrl">;

export type NewEvent = {
  [Kind in EventType]: {
    type: Kind;
    projectId: string;
    /** The ID of the thing the event is about. */
    subject: string;
    data: Stored<EventDataOf<Kind>>;
  };
}[EventType];

export type StoredEvent = {
  [Kind in EventType]: {
    id: string;
    organizationId: string;
    projectId: string;
    type: Kind;
    subject: string;
    data: Stored<EventDataOf<Kind>> & Pick<EventDataOf<Kind>, "project">;
    at: number;
  };
}[EventType];
