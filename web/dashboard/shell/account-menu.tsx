import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Keyboard, LogOut, Monitor, Moon, Server, Sun, UserRound } from "lucide-react";
import { api, meQuery } from "../api/client.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Menu } from "../ui/menu.tsx";
import { MenuItems } from "../ui/menu-items.tsx";
import { showError } from "../ui/toast.tsx";
import { forgetRecents } from "./palette-recents.ts";
import { type Theme, useTheme } from "./theme.ts";

const themes = [
  { theme: "system", label: "System", icon: Monitor },
  { theme: "light", label: "Light", icon: Sun },
  { theme: "dark", label: "Dark", icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; icon: unknown }[];

/** The signed-in person, the theme, and the button to sign out. */
export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { data: me } = useSuspenseQuery(meQuery);
  const [theme, setTheme] = useTheme();
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-10 w-full items-center gap-2.5 rounded-control px-2 text-left hover:bg-hover"
          title="Account"
        >
          <Avatar name={me.user.name} />
          <span className="min-w-0 flex-1 truncate">{me.user.name}</span>
        </button>
      }
    >
      <MenuItems
        entries={[
          { caption: me.user.email },
          { label: "Account", icon: UserRound, run: () => void navigate({ to: "/account" }) },
          me.user.isServerAdmin && { label: "Server", icon: Server, run: () => void navigate({ to: "/server" }) },
          { label: "Keyboard shortcuts", icon: Keyboard, keys: "?", run: onShortcuts },
          "line",
          { caption: "Theme" },
          ...themes.map((each) => ({ ...each, isCurrent: each.theme === theme, run: () => setTheme(each.theme) })),
          "line",
          { label: "Sign out", icon: LogOut, run: signOut },
        ]}
      />
    </Menu>
  );
}

export function useSignOut(): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    void api.signOut({}).then(() => {
      // The next person to sign in must not see cached data.
      queries.clear();
      forgetRecents();
      void navigate({ to: "/sign-in" });
    }, showError);
  };
}
