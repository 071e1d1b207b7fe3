import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { organizationPath } from "../api/organization-path.ts";
import { usePlace, useProject, useShownOrganization } from "./current-project.ts";

const linkClass = "inline-flex items-center gap-1 hover:text-ink";
const titles = { updates: "Updates", jobs: "Agent jobs", pulls: "Pull requests" };

/** Links from an item to its list. */
export function BackLink({ list }: { list: keyof typeof titles }) {
  const { params } = useProject();
  return (
    <Link to={`/$organization/$domain/${list}`} params={params} className={linkClass}>
      <ArrowLeft size={16} /> {titles[list]}
    </Link>
  );
}

/** Links from a page outside organizations, such as the account, back to the projects. */
export function BackToProjects() {
  const { me } = usePlace();
  const organization = useShownOrganization();
  return (
    organization !== undefined && (
      <Link
        to="/$organization"
        params={{ organization: organizationPath(organization, me.organizations) }}
        className={linkClass}
      >
        <ArrowLeft size={16} /> Projects of {organization.name}
      </Link>
    )
  );
}
