import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { bellQuery } from "../api/client.ts";
import { Problem } from "../ui/problem.tsx";
import { NotificationRows } from "./notification-rows.tsx";
import { MarkAllButton } from "./use-read-notifications.tsx";

/** The list that opens below the bell. `onLeave` closes the list when a link is followed. */
export function BellList({ organizationId, onLeave }: { organizationId: string; onLeave: () => void }) {
  const { data, error, refetch } = useQuery(bellQuery(organizationId));
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
        <h2 className="text-[15px]">Notifications</h2>
        <MarkAllButton organizationId={organizationId} list={data} look="ghost" size="small" />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error !== null && <Problem error={error} onRetry={refetch} />}
        {data?.notifications.length === 0 && (
          <p className="px-4 py-10 text-center text-ink-soft">
            Nothing yet. Failed updates, jobs, pull requests, questions and feedback appear here.
          </p>
        )}
        {data !== undefined && (
          <NotificationRows organizationId={organizationId} notifications={data.notifications} onOpen={onLeave} />
        )}
      </div>
      <Link
        to="/$organization/-/notifications"
        params={{ organization: organizationId }}
        onClick={onLeave}
        className="border-t border-line px-4 py-2.5 text-center font-medium text-accent hover:bg-hover focus-visible:-outline-offset-2"
      >
        View all and choose what to show
      </Link>
    </>
  );
}
