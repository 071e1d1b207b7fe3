import {
  BookOpen,
  Bot,
  Building2,
  ExternalLink,
  FolderPlus,
  Keyboard,
  KeyRound,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  MessageCircleQuestionMark,
  Monitor,
  Moon,
  RefreshCw,
  Settings,
  Sun,
  Ticket,
  UserPlus,
  UserRound,
} from "lucide-react";
import { organizationPath } from "../api/organization-path.ts";
import type { usePlace } from "./current-project.ts";
import { projectPages } from "./project-pages.ts";
import type { Theme } from "./theme.ts";

/** The groups in their order. Server results come last, so that nothing moves when they arrive. */
export const paletteSections = [
  "Recent",
  "Projects",
  "Actions",
  "Go to",
  "Settings",
  "Pages",
  "Updates",
  "Jobs",
  "Pull requests",
  "People",
] as const;
export type PaletteSection = (typeof paletteSections)[number];

/** A line of the command palette. */
export interface PaletteTarget {
  id: string;
  section: PaletteSection;
  label: string;
  /** Shown on the right, and included in the search. */
  detail: string;
  icon: LucideIcon;
  /** The keyboard shortcut of the target. */
  keys?: string;
  /** The path in the dashboard. Paths are remembered as recent; actions are not. */
  href?: string;
  run: () => void;
}

/** Every word of the query must occur in the label or the detail. */
export function searchTargets(targets: readonly PaletteTarget[], text: string): PaletteTarget[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return targets.filter(({ label, detail }) =>
    words.every((word) => `${label} ${detail}`.toLowerCase().includes(word)),
  );
}

interface PalettePlace extends ReturnType<typeof usePlace> {
  go: (href: string) => void;
  updateNow: (project: { id: string; domain: string }) => void;
  openShortcuts: () => void;
  setTheme: (theme: Theme) => void;
  signOut: () => void;
}

/** Every page and action that can be listed without asking the server. */
export function paletteTargets(place: PalettePlace): PaletteTarget[] {
  return [...projectTargets(place), ...actionTargets(place), ...pageTargets(place), ...settingsTargets(place)];
}

function projectTargets({ organization, path, projects, go }: PalettePlace): PaletteTarget[] {
  return organization === undefined
    ? []
    : projects.map(({ name, domain }) => link(go, "Projects", BookOpen, name, domain, `/${path}/${domain}`));
}

function actionTargets(place: PalettePlace): PaletteTarget[] {
  const { organization, path, project, may, go } = place;
  const act = (label: string, detail: string, icon: LucideIcon, run: () => void, keys?: string): PaletteTarget => ({
    id: `action ${label}`,
    section: "Actions",
    label,
    detail,
    icon,
    run,
    ...(keys !== undefined && { keys }),
  });
  const base = `/${path}/${project?.domain}`;
  const isAdmin = organization?.role === "admin";
  const actions = [
    project && may("editor") && act("Update now", project.name, RefreshCw, () => place.updateNow(project)),
    project && may("editor") && act("New job", project.name, Bot, () => go(`${base}/jobs/new`), "c"),
    project && act("Open site", project.name, ExternalLink, () => window.open(project.siteUrl, "_blank", "noreferrer")),
    project && may("admin") && act("Create API key", project.name, KeyRound, () => go(`${base}/keys#create`)),
    isAdmin && act("New project", organization.name, FolderPlus, () => go(`/${path}/-/new`)),
    isAdmin && act("Invite", organization.name, UserPlus, () => go(`/${path}/-/settings?tab=members#invite`)),
    act("Create personal access token", "Account", Ticket, () => go("/account#create-token")),
    act("Theme: light", "Appearance", Sun, () => place.setTheme("light")),
    act("Theme: dark", "Appearance", Moon, () => place.setTheme("dark")),
    act("Theme: system", "Appearance", Monitor, () => place.setTheme("system")),
    act("Keyboard shortcuts", "Help", Keyboard, place.openShortcuts, "?"),
    act("Sign out", place.me.user.email, LogOut, place.signOut),
  ];
  return actions.filter((action) => action !== undefined && action !== false);
}

function pageTargets({ me, organization, path, project, may, go }: PalettePlace): PaletteTarget[] {
  const targets: PaletteTarget[] = [];
  if (organization !== undefined && project !== undefined) {
    const base = `/${path}/${project.domain}`;
    targets.push(
      ...projectPages
        .filter(({ needs }) => may(needs))
        .map(({ to, label, icon, key }) => ({
          ...link(go, "Go to", icon, label, project.name, to.replace("/$organization/$domain", base)),
          keys: `g ${key}`,
        })),
      link(
        go,
        "Go to",
        MessageCircleQuestionMark,
        "Unanswered questions",
        project.name,
        `${base}/analytics?tab=questions`,
      ),
    );
  }
  if (organization !== undefined) {
    targets.push({ ...link(go, "Go to", LayoutGrid, "All projects", organization.name, `/${path}`), keys: "g p" });
  }
  return [
    ...targets,
    ...me.organizations
      .filter(({ id }) => id !== organization?.id)
      .map((other) => {
        const href = `/${organizationPath(other, me.organizations)}`;
        return link(go, "Go to", Building2, other.name, "Organization", href);
      }),
  ];
}

const projectSettings = [
  { tab: "general", label: "General settings" },
  { tab: "members", label: "Project members" },
  { tab: "branches", label: "Branch rules" },
  { tab: "assistant", label: "Assistant settings" },
  { tab: "agent", label: "Agent settings" },
] as const;

const organizationSettings = [
  { tab: "general", label: "Organization settings" },
  { tab: "sso", label: "Single sign-on" },
  { tab: "github", label: "GitHub App" },
  { tab: "audit", label: "Organization audit log" },
] as const;

function settingsTargets({ me, organization, path, project, may, go }: PalettePlace): PaletteTarget[] {
  const targets: PaletteTarget[] = [];
  const add = (label: string, detail: string, href: string) =>
    targets.push(link(go, "Settings", Settings, label, detail, href));
  if (organization !== undefined && project !== undefined && may("admin")) {
    const base = `/${path}/${project.domain}/settings`;
    for (const { tab, label } of projectSettings) add(label, project.name, `${base}?tab=${tab}`);
    if (!project.isHosted) add("Webhooks", project.name, `${base}?tab=webhooks`);
    if (organization.role === "admin") add("Project audit log", project.name, `${base}?tab=audit`);
  }
  if (organization !== undefined) {
    add("Members", organization.name, `/${path}/-/settings`);
    if (organization.role === "admin") {
      for (const { tab, label } of organizationSettings) {
        add(label, organization.name, `/${path}/-/settings?tab=${tab}`);
      }
    }
  }
  if (me.user.isServerAdmin) {
    add("Server settings", "Server", "/server");
  }
  return [...targets, link(go, "Settings", UserRound, "Account and sessions", "Account", "/account")];
}

function link(
  go: (href: string) => void,
  section: PaletteSection,
  icon: LucideIcon,
  label: string,
  detail: string,
  href: string,
): PaletteTarget {
  return { id: href, section, icon, label, detail, href, run: () => go(href) };
}
