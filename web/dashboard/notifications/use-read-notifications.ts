import { api } from "../api/client.ts";
import { useAction } from "../ui/use-action.ts";

/** Marks one notification as read, or that one and everything older. */
export function useReadNotifications(organizationId: string) {
  return useAction((read: { id: string; withOlder: boolean }) => api.readNotifications({ organizationId, ...read }), {
    rereads: [{ queryKey: ["notifications", organizationId] }],
  });
}
