import { Link } from "@tanstack/react-router";
import {
  Bot,
  ExternalLink,
  GitPullRequest,
  History,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  MessageCircleQuestionMark,
  PanelTop,
  Search,
  Settings,
  Users,
} from "lucide-react";
import { AccountMenu } from "./account-menu.tsx";
import { useKnownLevel, useOrganization, useProject } from "./current-project.ts";
import { OrganizationSwitch, ProjectSwitch } from "./switches.tsx";

const linkClass =
  "flex h-8 items-center gap-2.5 rounded-control px-2.5 text-ink-soft transition-colors duration-150 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-strong pointer-coarse:h-10";

export function Rail({ onSearch }: { onSearch: () => void }) {
  const place = useKnownLevel();
  return (
    <div className="flex h-full flex-col gap-1 overflow-y-auto p-3">
      <OrganizationSwitch />
      <button
        type="button"
        onClick={onSearch}
        className="mt-1 mb-2 flex h-8 items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 text-ink-faint hover:text-ink pointer-coarse:h-10"
      >
        <Search size={16} aria-hidden />
        <span className="flex-1 text-left">Go to…</span>
        <kbd className="text-[11px]">⌘K</kbd>
      </button>
      <nav aria-label={place === "project" ? "Project" : "Organization"} className="grid gap-0.5">
        {place === "project" && <ProjectLinks />}
        {place === "organization" && <OrganizationLinks />}
      </nav>
      <div className="mt-auto pt-3">
        <AccountMenu />
      </div>
    </div>
  );
}

const projectPages: readonly { to: ProjectTarget; label: string; icon: LucideIcon; needs?: "admin" }[] = [
  { to: "/$organization/$domain", label: "Overview", icon: PanelTop },
  { to: "/$organization/$domain/updates", label: "Updates", icon: History },
  { to: "/$organization/$domain/jobs", label: "Agent jobs", icon: Bot },
  { to: "/$organization/$domain/pulls", label: "Pull requests", icon: GitPullRequest },
  { to: "/$organization/$domain/assistant", label: "Assistant", icon: MessageCircleQuestionMark },
  { to: "/$organization/$domain/keys", label: "API keys", icon: KeyRound, needs: "admin" },
  { to: "/$organization/$domain/settings", label: "Settings", icon: Settings, needs: "admin" },
];

type ProjectTarget =
  | "/$organization/$domain"
  | `/$organization/$domain/${"updates" | "jobs" | "pulls" | "assistant" | "keys" | "settings"}`;

function ProjectLinks() {
  const { params, project, may } = useProject();
  return (
    <>
      <ProjectSwitch />
      {projectPages
        .filter(({ needs }) => needs === undefined || may(needs))
        .map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            params={params}
            activeOptions={{ exact: to === "/$organization/$domain" }}
            className={linkClass}
          >
            <Icon size={16} aria-hidden />
            {label}
          </Link>
        ))}
      <a href={project.siteUrl} target="_blank" rel="noreferrer" className={`${linkClass} mt-2`}>
        <ExternalLink size={16} aria-hidden />
        Open the site
      </a>
    </>
  );
}

function OrganizationLinks() {
  const { params } = useOrganization();
  return (
    <>
      <Link to="/$organization" params={params} activeOptions={{ exact: true }} className={linkClass}>
        <LayoutGrid size={16} aria-hidden />
        Projects
      </Link>
      <Link to="/$organization/-/settings" params={params} className={linkClass}>
        <Users size={16} aria-hidden />
        Organization
      </Link>
    </>
  );
}
