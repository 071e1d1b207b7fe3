import type { PublicEvent } from "../../contract/event-schemas.ts";
import { isoTime } from "../../platform/clock.ts";
import type { StoredEvent } from "./event.ts";

export interface PresentEventDeps {
  /** The server's public address, without a trailing slash. */
  url: string;
  siteUrl(subdomain: string): string;
}

/** The event in the form that receivers get, with full addresses. */
export function presentEvent({ url, siteUrl }: PresentEventDeps, event: StoredEvent): PublicEvent {
  const { id, organizationId, type, subject, data, at } = event;
  const page = `${url}/dashboard/${organizationId}/${data.project.subdomain}`;
  const dashboardUrl = `${page}${dashboardPath(event, subject)}`;
  const addresses = {
    dashboardUrl,
    ...("update" in data && { update: { ...data.update, siteUrl: siteUrl(data.update.subdomain) } }),
    ...("pullRequest" in data && { pullRequest: { ...data.pullRequest, url: data.pullRequest.url ?? dashboardUrl } }),
  };
  // `type` determines the shape of the data, but TypeScript can't follow this through the union.
  return { id, type, timestamp: isoTime(at), data: { ...data, ...addresses } } as PublicEvent;
}

function dashboardPath(event: StoredEvent, subject: string): string {
  switch (event.type) {
    case "update.succeeded":
    case "update.failed":
      return `/updates/${subject}`;
    case "job.completed":
    case "job.failed":
      return `/jobs/${subject}`;
    case "pull_request.opened":
    case "pull_request.merged":
    case "pull_request.closed":
      return event.data.pullRequest.host === "lectern" ? `/pulls/${subject}` : "";
    case "question.unanswered":
      return "/assistant?tab=questions";
    case "feedback.received":
      return "/assistant?tab=feedback";
    case "comment.mentioned": {
      const { draft, page } = event.data.comment;
      return `/editor?${new URLSearchParams({ draft: draft.id, page, comments: "shown" })}`;
    }
  }
}
