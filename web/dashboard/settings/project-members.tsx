import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Answer, api, read } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { PersonName } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { Select } from "../ui/field.tsx";
import { Section } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { useAction } from "../ui/use-action.ts";
import { roleOptions } from "./members.tsx";

type Member = Answer<"listProjectMembers">["members"][number];
type RoleChoice = Parameters<typeof api.setProjectRole>[0]["role"];

/** The members of a project and their roles. */
export function ProjectMembers() {
  const { project, params, mayManageOrganization } = useProject();
  const { data, error } = useQuery(read("listProjectMembers", { projectId: project.id }));
  return (
    <Section
      title="Members"
      description="Members have the role they have in the organization unless you set another one here. Members with no access can’t see the project."
      action={
        mayManageOrganization && (
          <Link
            to="/$organization/-/settings"
            params={{ organization: params.organization }}
            className="text-accent underline"
          >
            Invite and remove members
          </Link>
        )
      }
    >
      <Table
        label="Members of the project"
        query={{ error }}
        rows={data?.members}
        keyOf={({ userId }) => userId}
        columns={({ main, column }) => [
          main("Member", (member) => <PersonName person={member} />),
          column("Role in this project", showRole, { width: "w-64" }),
        ]}
      />
    </Section>
  );
}

const showRole = (member: Member) =>
  member.organizationRole === "admin" ? (
    <span className="flex flex-wrap items-center gap-2">
      <Badge>admin</Badge>
      <span className="text-[13px] text-ink-faint">Organization admin</span>
    </span>
  ) : (
    <RoleSelect member={member} />
  );

function RoleSelect({ member }: { member: Member }) {
  const { project } = useProject();
  const change = useAction(
    (role: RoleChoice) => api.setProjectRole({ projectId: project.id, userId: member.userId, role }),
    { rereads: [read("listProjectMembers", { projectId: project.id })] },
  );
  const current = member.isInherited ? "inherit" : member.role;
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      value={change.isPending ? change.variables : current}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.target.value as RoleChoice)}
      className="h-8 min-w-44"
      options={[["inherit", `Inherited (${member.organizationRole})`], ["none", "No access"], ...roleOptions]}
    />
  );
}
