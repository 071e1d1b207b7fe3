import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { findOrganization, organizationPath } from "../api/organization-path.ts";
import { meQuery, projectsQuery } from "../api/queries.ts";
import { Logo } from "../ui/logo.tsx";
import { Menu, MenuCaption, MenuItem, MenuLine } from "../ui/menu.tsx";
import { useProject } from "./current-project.ts";

const switchClass =
  "flex h-10 w-full items-center gap-2.5 rounded-control px-2 text-left font-medium transition-colors duration-150 hover:bg-hover";

export function OrganizationSwitch() {
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const { organization: path = "" } = useParams({ strict: false });
  const current = findOrganization(path, me.organizations);
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={switchClass} title="Switch organization">
          <Logo size={22} />
          <span className="min-w-0 flex-1 truncate">{current?.name ?? "Lectern"}</span>
          <ChevronsUpDown size={16} className="text-ink-faint" />
        </button>
      }
    >
      <MenuCaption>Organizations</MenuCaption>
      {me.organizations.map((organization) => (
        <MenuItem
          key={organization.id}
          isCurrent={organization === current}
          icon={<Check size={16} className={organization === current ? "text-accent" : "invisible"} />}
          onSelect={() =>
            void navigate({
              to: "/$organization",
              params: { organization: organizationPath(organization, me.organizations) },
            })
          }
        >
          {organization.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

export function ProjectSwitch() {
  const navigate = useNavigate();
  const { organization, project, params, may } = useProject();
  const { data } = useSuspenseQuery(projectsQuery(organization.id));
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={`${switchClass} mb-1 border border-line bg-surface`} title="Switch project">
          <span className="min-w-0 flex-1 truncate pl-0.5">{project.name}</span>
          <ChevronsUpDown size={16} className="text-ink-faint" />
        </button>
      }
    >
      <MenuCaption>Projects</MenuCaption>
      {data.projects.map(({ id, name, domain }) => (
        <MenuItem
          key={id}
          isCurrent={id === project.id}
          icon={<Check size={16} className={id === project.id ? "text-accent" : "invisible"} />}
          onSelect={() => void navigate({ to: "/$organization/$domain", params: { ...params, domain } })}
        >
          {name}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={<span className="size-4" />} onSelect={() => void navigate({ to: "/$organization", params })}>
        All projects
      </MenuItem>
      {may("admin") && (
        <MenuItem icon={<Plus size={16} />} onSelect={() => void navigate({ to: "/$organization/-/new", params })}>
          New project
        </MenuItem>
      )}
    </Menu>
  );
}
