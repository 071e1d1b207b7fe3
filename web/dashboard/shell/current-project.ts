import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type Answer, meQuery, projectsQuery } from "../api/client.ts";
import { findOrganization } from "../api/organization-path.ts";
import { mayAct, type Organization, type Role } from "../api/role.ts";

/** The organization and project in the address, if they exist. */
export function usePlace() {
  const { organization: path = "", domain } = useParams({ strict: false });
  const { data: me } = useSuspenseQuery(meQuery);
  const organization = findOrganization(path, me.organizations);
  const projects = useProjects(organization?.id)?.projects ?? [];
  const project = projects.find((candidate) => candidate.domain === domain);
  const role = project?.role ?? organization?.role;
  /** Whether the role in the project or organization is sufficient. Always false outside an organization. */
  const may = (needed: Role) => role !== undefined && mayAct(role, needed);
  /** The path is the segment of the organization. */
  return { me, path, organization, projects, project, may };
}

export function useProjects(organizationId: string | undefined): Answer<"listProjects"> | undefined {
  return useQuery({ ...projectsQuery(organizationId ?? ""), enabled: organizationId !== undefined }).data;
}

/** The organization in the address, or the first one that the person can use. */
export function useShownOrganization(): Organization | undefined {
  const { organization: path = "" } = useParams({ strict: false });
  const { data: me } = useSuspenseQuery(meQuery);
  return findOrganization(path, me.organizations) ?? me.organizations.find((each) => !each.needsSecondFactor);
}

/** The organization in the address. Use it only below its route. */
export function useOrganization() {
  const { organization: path = "" } = useParams({ strict: false });
  const { data: me } = useSuspenseQuery(meQuery);
  const organization = findOrganization(path, me.organizations);
  if (organization === undefined) {
    throw new Error("You are no longer a member of this organization.");
  }
  const may = (needed: Role) => mayAct(organization.role, needed);
  /** The parameters are those of the route. */
  return { organization, params: { organization: path }, may };
}

/** The project in the address. Use it only below its route. */
export function useProject() {
  const { domain = "" } = useParams({ strict: false });
  const place = useOrganization();
  const { data } = useSuspenseQuery(projectsQuery(place.organization.id));
  const project = data.projects.find((candidate) => candidate.domain === domain);
  if (project === undefined) {
    throw new Error(`${place.organization.name} has no project ${domain}.`);
  }
  return {
    ...place,
    project,
    params: { ...place.params, domain },
    may: (needed: Role) => mayAct(project.role, needed),
    /** Whether the person is an admin of the organization; `may` checks the role in the project. */
    mayManageOrganization: place.may("admin"),
  };
}
