import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Keyboard, LogOut, Monitor, Moon, Server, Sun, UserRound } from "lucide-react";
import { api } from "../api/client.ts";
import { meQuery } from "../api/queries.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Menu, MenuCaption, MenuItem, MenuLine } from "../ui/menu.tsx";
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
      <MenuCaption>{me.user.email}</MenuCaption>
      <MenuItem icon={<UserRound size={16} />} onSelect={() => void navigate({ to: "/account" })}>
        Account
      </MenuItem>
      {me.user.isServerAdmin && (
        <MenuItem icon={<Server size={16} />} onSelect={() => void navigate({ to: "/server" })}>
          Server
        </MenuItem>
      )}
      <MenuItem icon={<Keyboard size={16} />} keys="?" onSelect={onShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuLine />
      <MenuCaption>Theme</MenuCaption>
      {themes.map(({ theme: name, label, icon: Icon }) => (
        <MenuItem
          key={name}
          isCurrent={name === theme}
          icon={<Icon size={16} className={name === theme ? "text-accent" : ""} />}
          onSelect={() => setTheme(name)}
        >
          {label}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={<LogOut size={16} />} onSelect={signOut}>
        Sign out
      </MenuItem>
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
