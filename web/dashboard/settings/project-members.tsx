import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Answer, api } from "../api/client.ts";
import { readQuery } from "../api/read-query.ts";
import { useProject } from "../shell/current-project.ts";
import { Badge } from "../ui/badge.tsx";
import { Select } from "../ui/field.tsx";
import { Section } from "../ui/page.tsx";
import { PersonName } from "../ui/person-name.tsx";
import { Problem } from "../ui/problem.tsx";
import { Cell, mainColumn, Row, RowsLoading, Table } from "../ui/table.tsx";
import { useAction } from "../ui/use-action.ts";

type Member = Answer<"listProjectMembers">["members"][number];
type RoleChoice = Parameters<typeof api.setProjectRole>[0]["role"];

const columns = [
  { title: "Member", className: mainColumn },
  { title: "Role in this project", className: "w-64" },
];

const projectMembersQuery = (projectId: string) =>
  readQuery(["project-members", projectId], (options) => api.listProjectMembers({ projectId }, options));

/** The members of a project and their roles. */
export function ProjectMembers() {
  const { project, params, mayManageOrganization } = useProject();
  const { data, error } = useQuery(projectMembersQuery(project.id));
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
      {error !== null && <Problem error={error} className="mb-4" />}
      <Table label="Members of the project" columns={columns}>
        {data === undefined && error === null && <RowsLoading columns={columns.length} rows={2} />}
        {data?.members.map((member) => (
          <Row key={member.userId}>
            <Cell className={mainColumn}>
              <PersonName person={member} />
            </Cell>
            <Cell>
              {member.organizationRole === "admin" ? (
                <span className="flex flex-wrap items-center gap-2">
                  <Badge>admin</Badge>
                  <span className="text-[13px] text-ink-faint">Organization admin</span>
                </span>
              ) : (
                <RoleSelect member={member} />
              )}
            </Cell>
          </Row>
        ))}
      </Table>
    </Section>
  );
}

function RoleSelect({ member }: { member: Member }) {
  const { project } = useProject();
  const change = useAction(
    (role: RoleChoice) => api.setProjectRole({ projectId: project.id, userId: member.userId, role }),
    { rereads: [projectMembersQuery(project.id)] },
  );
  const current = member.isInherited ? "inherit" : member.role;
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      value={change.isPending ? change.variables : current}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.target.value as RoleChoice)}
      className="h-8 min-w-44"
    >
      <option value="inherit">Inherited ({member.organizationRole})</option>
      <option value="none">No access</option>
      <option value="viewer">Viewer</option>
      <option value="editor">Editor</option>
      <option value="admin">Admin</option>
    </Select>
  );
}
