import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { Notification } from "../../../src/contract/notification-operations.ts";
import { StatusDot, type StatusTone } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { useReadNotifications } from "./use-read-notifications.tsx";

const tones: Readonly<Record<Notification["tone"], StatusTone>> = { good: "ok", bad: "bad", neutral: "idle" };

interface NotificationRowsProps {
  organizationId: string;
  notifications: readonly Notification[];
  onOpen?: () => void;
}

/** Opening a notification marks it as read. */
export function NotificationRows({ organizationId, notifications, onOpen }: NotificationRowsProps) {
  const navigate = useNavigate();
  const read = useReadNotifications(organizationId);
  const open = (event: MouseEvent, { id, path, isRead }: Notification) => {
    if (!isRead) read.mutate({ id, withOlder: false });
    // With a modifier key, the browser opens a new tab, so this page stays.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen?.();
    void navigate({ href: path });
  };
  return (
    <ul className="divide-y divide-line">
      {notifications.map((notification) => {
        const { id, title, text, tone, projectName, path, at, isRead } = notification;
        return (
          <li key={id}>
            <a
              href={path}
              onClick={(event) => open(event, notification)}
              className="flex gap-3 px-4 py-3 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="flex h-[22px] flex-none items-center">
                <StatusDot tone={tones[tone]} />
              </span>
              <span className="min-w-0 flex-1">
                <span className={`block truncate ${isRead ? "text-ink-soft" : "font-medium"}`}>{title}</span>
                {text !== "" && (
                  <span className="line-clamp-2 whitespace-pre-line text-[13px] leading-5 text-ink-soft">{text}</span>
                )}
                <span className="block truncate text-[13px] leading-5 text-ink-faint">
                  {projectName} · <Time at={at} />
                </span>
              </span>
              <span className="flex h-[22px] w-2 flex-none items-center">
                {!isRead && <span role="img" className="size-2 rounded-full bg-accent" aria-label="Unread" />}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
