import { Link } from "@tanstack/react-router";
import { BookOpenText, ExternalLink, LayoutGrid, Search, Users } from "lucide-react";
import type { ReactNode } from "react";
import { organizationPath } from "../api/organization-path.ts";
import { Logo } from "../ui/logo.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { usePlace, useProject, useProjects, useShownOrganization } from "./current-project.ts";
import { projectPages } from "./project-pages.ts";
import { OrganizationSwitch, ProjectSwitch } from "./switches.tsx";

/** The sample project that is created on first start is Lectern's own documentation. */
const sampleName = "Lectern docs";

const linkClass =
  "flex h-8 items-center gap-2.5 rounded-control px-2.5 text-ink-soft transition-colors duration-150 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-strong pointer-coarse:h-10";
const railClass = "flex h-full flex-col gap-1 overflow-y-auto p-3";
const searchRowClass = "mt-1 mb-2 flex flex-none items-center gap-1.5";
/** On narrow screens, the bell is in the bar on top. */
const bellClass = "hidden size-8 flex-none lg:block pointer-coarse:size-10";
const searchClass =
  "flex h-8 min-w-0 flex-1 items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 text-ink-faint hover:text-ink pointer-coarse:h-10";

interface RailProps {
  bell: ReactNode;
  onSearch: () => void;
  onShortcuts: () => void;
}

export function Rail({ bell, onSearch, onShortcuts }: RailProps) {
  // After a dead link, the rail still shows the parts of the address that exist.
  const { me, project } = usePlace();
  const organization = useShownOrganization();
  return (
    <div className={railClass}>
      <OrganizationSwitch />
      <div className={searchRowClass}>
        <button type="button" onClick={onSearch} aria-keyshortcuts="Meta+K Control+K /" className={searchClass}>
          <Search size={16} />
          <span className="flex-1 text-left">Search…</span>
          <kbd className="text-[11px]">⌘K</kbd>
        </button>
        <span className={bellClass}>{bell}</span>
      </div>
      <nav aria-label={project === undefined ? "Organization" : "Project"} className="grid gap-0.5">
        {project !== undefined && <ProjectLinks />}
        {project === undefined && organization !== undefined && (
          <OrganizationLinks path={organizationPath(organization, me.organizations)} />
        )}
      </nav>
      <div className="mt-auto grid gap-0.5 pt-3">
        <HelpLink />
        <AccountMenu onShortcuts={onShortcuts} />
      </div>
    </div>
  );
}

function HelpLink() {
  const data = useProjects(useShownOrganization()?.id);
  const docs = data?.projects.find(({ name, published }) => name === sampleName && published !== null);
  return (
    docs !== undefined && (
      <a href={docs.siteUrl} target="_blank" rel="noreferrer" className={linkClass}>
        <BookOpenText size={16} />
        Documentation
      </a>
    )
  );
}

/**
 * Reserves the space of the rail. In a project, the rail lists its pages and the link to its site; in an organization,
 * two pages.
 */
export function RailLoading() {
  const isProject = /^\/dashboard\/[^/]+\/(?!-\/)[^/]/.test(window.location.pathname);
  const rows = isProject ? projectPages.length : 2;
  return (
    <div className={railClass} aria-hidden>
      <div className="flex h-10 flex-none items-center gap-2.5 px-2">
        <Logo size={22} />
        <Bar className="w-24" />
      </div>
      <div className={searchRowClass}>
        <div className={searchClass}>
          <Search size={16} />
          <span className="flex-1">Search…</span>
        </div>
        <span className={bellClass} />
      </div>
      <div className="grid gap-0.5">
        {isProject && <div className="mb-1 h-10 rounded-control border border-line bg-surface" />}
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no ID.
          <div key={row} className="flex h-8 flex-none items-center gap-2.5 px-2.5 pointer-coarse:h-10">
            <span className="size-4 rounded bg-sunken" />
            <Bar className="w-28" />
          </div>
        ))}
      </div>
    </div>
  );
}

function Bar({ className }: { className: string }) {
  return <span className={`h-3 rounded bg-sunken motion-safe:animate-pulse-slow ${className}`} />;
}

function ProjectLinks() {
  const { params, project, may } = useProject();
  return (
    <>
      <ProjectSwitch />
      {projectPages
        .filter(({ needs }) => may(needs))
        .map(({ to, label, icon: Icon, key }) => (
          <Link
            key={to}
            to={to}
            params={params}
            activeOptions={{ exact: to === "/$organization/$domain" }}
            title={`${label} (g ${key})`}
            className={linkClass}
          >
            <Icon size={16} />
            {label}
          </Link>
        ))}
      <a href={project.siteUrl} target="_blank" rel="noreferrer" className={`${linkClass} mt-2`}>
        <ExternalLink size={16} />
        Open site
      </a>
    </>
  );
}

function OrganizationLinks({ path }: { path: string }) {
  const params = { organization: path };
  return (
    <>
      <Link
        to="/$organization"
        params={params}
        activeOptions={{ exact: true }}
        title="Projects (g p)"
        className={linkClass}
      >
        <LayoutGrid size={16} />
        Projects
      </Link>
      <Link to="/$organization/-/settings" params={params} className={linkClass}>
        <Users size={16} />
        Organization
      </Link>
    </>
  );
}
