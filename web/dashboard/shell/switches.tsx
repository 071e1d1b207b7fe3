import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ChevronsUpDown, Plus } from "lucide-react";
import { meQuery, projectsQuery } from "../api/client.ts";
import { findOrganization, organizationPath } from "../api/organization-path.ts";
import { Logo } from "../ui/logo.tsx";
import { Menu } from "../ui/menu.tsx";
import { MenuItems } from "../ui/menu-items.tsx";
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
      <MenuItems
        entries={[
          { caption: "Organizations" },
          ...me.organizations.map((organization) => {
            const params = { organization: organizationPath(organization, me.organizations) };
            const run = () => void navigate({ to: "/$organization", params });
            return { label: organization.name, isChosen: organization === current, run };
          }),
        ]}
      />
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
      <MenuItems
        entries={[
          { caption: "Projects" },
          ...data.projects.map(({ id, name, domain }) => {
            const run = () => void navigate({ to: "/$organization/$domain", params: { ...params, domain } });
            return { label: name, isChosen: id === project.id, run };
          }),
          "line",
          { label: "All projects", isChosen: false, run: () => void navigate({ to: "/$organization", params }) },
          may("admin") && {
            label: "New project",
            icon: Plus,
            run: () => void navigate({ to: "/$organization/-/new", params }),
          },
        ]}
      />
    </Menu>
  );
}
