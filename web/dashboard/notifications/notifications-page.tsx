import { useInfiniteQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { readPages } from "../api/client.ts";
import { useOrganization } from "../shell/current-project.ts";
import { ContentLoading } from "../shell/page-states.tsx";
import { Card, EmptyState, Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { MoreButton } from "../ui/table.tsx";
import { NotificationChoices } from "./notification-choices.tsx";
import { NotificationRows } from "./notification-rows.tsx";
import { MarkAllButton } from "./use-read-notifications.tsx";

/** The notifications of the last 30 days, and the person's notification settings. */
export function NotificationsPage() {
  const { organization } = useOrganization();
  const query = useInfiniteQuery(readPages("listNotifications", { organizationId: organization.id, limit: 20 }));
  const notifications = query.data?.pages.flatMap((page) => page.notifications) ?? [];
  return (
    <Page
      title="Notifications"
      description="What happened in your projects in the last 30 days."
      action={<MarkAllButton organizationId={organization.id} list={query.data?.pages[0]} />}
    >
      <div className="mb-10">
        <Problem error={query.error} onRetry={query.refetch} />
        {query.isPending && <ContentLoading />}
        {query.isSuccess && notifications.length === 0 && (
          <EmptyState icon={<Bell size={20} />} title="Nothing yet">
            Failed updates, finished jobs, pull requests, unanswered questions and feedback appear here.
          </EmptyState>
        )}
        {notifications.length > 0 && (
          <Card className="overflow-hidden">
            <NotificationRows organizationId={organization.id} notifications={notifications} />
          </Card>
        )}
        <MoreButton query={query} />
      </div>
      <NotificationChoices organizationId={organization.id} />
    </Page>
  );
}
