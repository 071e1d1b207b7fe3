import * as Popover from "@radix-ui/react-popover";
import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { Suspense, useState } from "react";
import { unreadMax } from "../../../src/contract/notification-kinds.ts";
import { bellQuery } from "../api/client.ts";
import { useShownOrganization } from "../shell/current-project.ts";
import { IconButton } from "../ui/button.tsx";
import { lazyPart } from "../ui/lazy-part.ts";

const BellList = lazyPart(async () => (await import("./bell-list.tsx")).BellList);

/** The bell with the number of unread notifications, which opens the list of recent ones. */
export function Bell() {
  const organization = useShownOrganization();
  return organization === undefined ? null : <OrganizationBell organizationId={organization.id} />;
}

function OrganizationBell({ organizationId }: { organizationId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(bellQuery(organizationId));
  const unread = data?.unread ?? 0;
  const count = unread >= unreadMax ? `${unreadMax - 1}+` : String(unread);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label={unread === 0 ? "Notifications" : `Notifications, ${count} unread`} className="relative">
          <BellIcon size={18} />
          {unread > 0 && (
            <span
              className="absolute -top-1 -right-1 min-w-[18px] rounded-full bg-accent px-1 text-center text-[11px] font-semibold leading-[18px] text-on-accent tabular-nums"
              aria-hidden
            >
              {count}
            </span>
          )}
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Notifications"
          className="z-40 flex max-h-[min(75vh,560px)] w-[min(400px,calc(100vw-16px))] flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float outline-none motion-safe:animate-rise"
        >
          <Suspense>
            <BellList organizationId={organizationId} onLeave={() => setOpen(false)} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
