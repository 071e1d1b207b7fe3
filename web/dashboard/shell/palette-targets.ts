import type { Answer } from "../api/client.ts";
import { organizationPath } from "../api/organization-path.ts";
import { mayAct, type Organization, type Role } from "../api/role.ts";
import type { Theme } from "./theme.ts";

export interface PaletteTarget {
  id: string;
  label: string;
  /** Shown on the right and included in the search. */
  group: string;
  go: () => void;
}

interface PalettePlace {
  me: Answer<"getMe">;
  organization: Organization | undefined;
  /** Path segment of the organization. */
  path: string;
  projects: readonly { name: string; domain: string; siteUrl: string }[];
  domain: string | undefined;
  go: (to: string) => void;
  setTheme: (theme: Theme) => void;
  signOut: () => void;
}

const projectPages: readonly { path: string; label: string; needs: Role }[] = [
  { path: "", label: "Overview", needs: "viewer" },
  { path: "/updates", label: "Updates", needs: "viewer" },
  { path: "/jobs", label: "Agent jobs", needs: "viewer" },
  { path: "/jobs/new", label: "New agent job", needs: "editor" },
  { path: "/pulls", label: "Pull requests", needs: "viewer" },
  { path: "/assistant", label: "Assistant", needs: "viewer" },
  { path: "/assistant?tab=figures", label: "What readers look for", needs: "viewer" },
  { path: "/assistant?tab=questions", label: "Questions without an answer", needs: "viewer" },
  { path: "/keys", label: "API keys", needs: "admin" },
  { path: "/settings", label: "Settings", needs: "admin" },
  { path: "/settings?tab=webhooks", label: "Webhooks", needs: "admin" },
  { path: "/settings?tab=audit", label: "Audit log", needs: "admin" },
];

/** All reachable pages, nearest first. */
export function paletteTargets(place: PalettePlace): PaletteTarget[] {
  const { me, organization, path, projects, domain, go } = place;
  const to = (label: string, group: string, address: string): PaletteTarget => ({
    id: `${address} ${label}`,
    label,
    group,
    go: () => go(address),
  });
  const targets: PaletteTarget[] = [];
  if (organization !== undefined) {
    const current = projects.find((project) => project.domain === domain);
    if (current !== undefined) {
      targets.push(
        ...projectPages
          .filter(({ needs }) => mayAct(organization.role, needs))
          .map((page) => to(page.label, current.name, `/${path}/${current.domain}${page.path}`)),
        {
          id: "open-site",
          label: "Open the site",
          group: current.name,
          go: () => window.open(current.siteUrl, "_blank", "noreferrer"),
        },
      );
    }
    targets.push(...projects.map((project) => to(project.name, "Project", `/${path}/${project.domain}`)));
    targets.push(to("All projects", organization.name, `/${path}`));
    if (mayAct(organization.role, "admin")) {
      targets.push(to("New project", organization.name, `/${path}/-/new`));
    }
    targets.push(to("Organization", organization.name, `/${path}/-/settings`));
  }
  targets.push(
    ...me.organizations
      .filter(({ id }) => id !== organization?.id)
      .map((other) => to(other.name, "Organization", `/${organizationPath(other, me.organizations)}`)),
    to("Account and sessions", "You", "/account"),
    ...(["light", "dark", "system"] as const).map((theme) => ({
      id: `theme ${theme}`,
      label: `Theme: ${theme}`,
      group: "You",
      go: () => place.setTheme(theme),
    })),
    { id: "sign-out", label: "Sign out", group: "You", go: place.signOut },
  );
  return targets;
}

/** Every word of the query must occur in the label or its group. */
export function searchTargets(targets: readonly PaletteTarget[], text: string): PaletteTarget[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return targets.filter(({ label, group }) => words.every((word) => `${label} ${group}`.toLowerCase().includes(word)));
}
