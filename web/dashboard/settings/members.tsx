import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { membersQuery, meQuery } from "../api/queries.ts";
import type { Role } from "../api/role.ts";
import { useOrganization } from "../shell/current-project.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { RowButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Select } from "../ui/field.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { showMessage } from "../ui/toast.tsx";

type Member = Answer<"listMembers">["members"][number];

const columns = [
  { title: "Member", className: mainColumn },
  { title: "Role" },
  { title: "Joined", className: "hidden sm:table-cell" },
  { title: "Actions", isQuiet: true },
];

export function Members() {
  const { organization, may } = useOrganization();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error } = useQuery(membersQuery(organization.id));
  const [leaving, setLeaving] = useState<Member>();
  return (
    <Section title="Members" description="A viewer reads, an editor also changes the docs, an admin does everything.">
      {error !== null && <Problem error={error} className="mb-4" />}
      <Table label="Members" columns={columns}>
        {data === undefined && error === null && <RowsLoading columns={columns.length} rows={2} />}
        {data?.members.map((member) => (
          <Row key={member.userId}>
            <Cell className={mainColumn}>
              <span className="flex items-center gap-3">
                <span className="hidden sm:inline-flex">
                  <Avatar name={member.name} />
                </span>
                <span className="min-w-0">
                  <span className="block truncate font-medium">{member.name}</span>
                  <span className="block truncate text-[13px] text-ink-faint">{member.email}</span>
                </span>
              </span>
            </Cell>
            <Cell>{may("admin") ? <RoleSelect member={member} /> : <Badge>{member.role}</Badge>}</Cell>
            <TimeCell at={member.createdAt} />
            <Cell className="text-right">
              {may("admin") && member.userId !== me.user.id && (
                <RowButton
                  label={`Remove ${member.name}`}
                  icon={<UserMinus size={16} />}
                  onClick={() => setLeaving(member)}
                >
                  Remove
                </RowButton>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
      {leaving !== undefined && <RemoveDialog member={leaving} onClose={() => setLeaving(undefined)} />}
    </Section>
  );
}

function RoleSelect({ member }: { member: Member }) {
  const { organization } = useOrganization();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) => api.changeMemberRole({ organizationId: organization.id, userId: member.userId, role }),
    onSettled: async () => {
      await queries.invalidateQueries(membersQuery(organization.id));
      await queries.invalidateQueries(meQuery);
    },
  });
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      value={change.isPending ? change.variables : member.role}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.target.value as Role)}
      className="h-8 min-w-28"
    >
      <option value="viewer">viewer</option>
      <option value="editor">editor</option>
      <option value="admin">admin</option>
    </Select>
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { organization } = useOrganization();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.removeMember({ organizationId: organization.id, userId: member.userId }),
    meta: { showsError: true },
    onSuccess: async () => {
      await queries.invalidateQueries(membersQuery(organization.id));
      showMessage(`${member.name} is not a member any more.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog title={`Remove ${member.name}`} action="Remove" change={remove} onClose={onClose}>
      <p>
        {member.email} sees nothing of {organization.name} from now on. Their account stays.
      </p>
    </ConfirmDialog>
  );
}
