import type { ComponentProps } from "react";
import { type Answer, allOf, api } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { useAction } from "../ui/use-action.ts";

/** Marks one notification as read, or that one and everything older. */
export function useReadNotifications(organizationId: string) {
  return useAction((read: { id: string; withOlder: boolean }) => api.readNotifications({ organizationId, ...read }), {
    rereads: [allOf("listNotifications", { organizationId })],
  });
}

interface MarkAllButtonProps extends Pick<ComponentProps<typeof Button>, "look" | "size"> {
  organizationId: string;
  list: Answer<"listNotifications"> | undefined;
}

/** Hidden if there are no unread notifications. */
export function MarkAllButton({ organizationId, list, ...button }: MarkAllButtonProps) {
  const read = useReadNotifications(organizationId);
  const newest = list?.notifications[0]?.id;
  if (newest === undefined || list?.unread === 0) return null;
  return (
    <Button {...button} isBusy={read.isPending} onClick={() => read.mutate({ id: newest, withOlder: true })}>
      Mark all as read
    </Button>
  );
}
