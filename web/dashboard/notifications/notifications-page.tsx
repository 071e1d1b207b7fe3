import { useInfiniteQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useOrganization } from "../shell/current-project.ts";
import { ContentLoading } from "../shell/page-states.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { NotificationChoices } from "./notification-choices.tsx";
import { notificationsQuery } from "./notification-queries.ts";
import { NotificationRows } from "./notification-rows.tsx";
import { useReadNotifications } from "./use-read-notifications.ts";

/** The notifications of the last 30 days, and the person's notification settings. */
export function NotificationsPage() {
  const { organization } = useOrganization();
  const query = useInfiniteQuery(notificationsQuery(organization.id));
  const read = useReadNotifications(organization.id);
  const notifications = query.data?.pages.flatMap((page) => page.notifications) ?? [];
  const unread = query.data?.pages[0]?.unread ?? 0;
  const newest = notifications[0]?.id;
  return (
    <Page
      title="Notifications"
      description="What happened in your projects in the last 30 days."
      action={
        unread > 0 &&
        newest !== undefined && (
          <Button isBusy={read.isPending} onClick={() => read.mutate({ id: newest, withOlder: true })}>
            Mark all as read
          </Button>
        )
      }
    >
      <div className="mb-10">
        {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
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
