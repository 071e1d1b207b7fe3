import type { EventDataOf, EventType } from "../../contract/event-schemas.ts";

/** Which part of the data is stored; the rest depends on the server's addresses and is added by `presentEvent`. */
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
    /** The ID of what it is about. */
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
