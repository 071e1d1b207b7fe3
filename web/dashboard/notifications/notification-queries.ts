import { api } from "../api/client.ts";
import { pollUnlessLive } from "../api/live-state.ts";
import { listQuery, readQuery } from "../api/read-query.ts";

const shownInBell = 10;

/** The newest notifications and the unread count. */
export const bellQuery = (organizationId: string) =>
  readQuery(
    ["notifications", organizationId, "bell"],
    (options) => api.listNotifications({ organizationId, limit: shownInBell }, options),
    { refetchInterval: pollUnlessLive },
  );

export const notificationsQuery = (organizationId: string) =>
  listQuery(["notifications", organizationId, "all"], (page, options) =>
    api.listNotifications({ organizationId, limit: 20, ...page }, options),
  );

export const choicesQuery = (projectId: string) =>
  readQuery(["notification-choices", projectId], (options) => api.getNotificationChoices({ projectId }, options));
