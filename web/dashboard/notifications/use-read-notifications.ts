import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client.ts";

/** Marks one notification as read, or that one and everything older. */
export function useReadNotifications(organizationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (read: { id: string; withOlder: boolean }) => api.readNotifications({ organizationId, ...read }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["notifications", organizationId] }),
  });
}
