import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { KeyRound, UserMinus } from "lucide-react";
import { useState } from "react";
import { type Answer, api, membersQuery, meQuery } from "../api/client.ts";
import type { Role } from "../api/role.ts";
import { useOrganization } from "../shell/current-project.ts";
import { PersonName } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { RowButton } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { ConfirmButton } from "../ui/confirm-dialog.tsx";
import { Select } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { useAction } from "../ui/use-action.ts";

type Member = Answer<"listMembers">["members"][number];

export const roleOptions = [
  ["viewer", "Viewer"],
  ["editor", "Editor"],
  ["admin", "Admin"],
] as const;

export function Members() {
  const { organization, may } = useOrganization();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error } = useQuery(membersQuery(organization.id));
  return (
    <Section
      title="Members"
      description="Viewers can read, comment and suggest changes. Editors can also change the docs. Admins can do everything. A project’s settings can give a member another role there."
    >
      <Table
        label="Members"
        query={{ error }}
        rows={data?.members}
        keyOf={({ userId }) => userId}
        columns={({ main, column, time, actions }) => [
          main("Member", (member) => <PersonName person={member} />),
          column("Role", (member) =>
            may("admin") && !member.isManaged ? (
              <RoleSelect member={member} />
            ) : (
              <span className="flex flex-wrap gap-1">
                <Badge>{member.role}</Badge>
                {member.isManaged && <Badge tone="accent">Managed by single sign-on</Badge>}
              </span>
            ),
          ),
          time("Joined", ({ createdAt }) => createdAt),
          actions(
            (member) =>
              may("admin") &&
              member.userId !== me.user.id && (
                <span className="flex justify-end gap-2">
                  <ResetLinkButton member={member} />
                  <ConfirmButton
                    label={`Remove ${member.name}`}
                    icon={<UserMinus size={16} />}
                    title={`Remove ${member.name}`}
                    action="Remove"
                    run={() => api.removeMember({ organizationId: organization.id, userId: member.userId })}
                    rereads={[membersQuery(organization.id)]}
                    message={`Removed ${member.name}.`}
                  >
                    <p>
                      {member.email} loses access to {organization.name} immediately, and their personal access tokens
                      stop working there. Their account stays.
                    </p>
                  </ConfirmButton>
                </span>
              ),
          ),
        ]}
      />
    </Section>
  );
}

function RoleSelect({ member }: { member: Member }) {
  const { organization } = useOrganization();
  const change = useAction(
    (role: Role) => api.changeMemberRole({ organizationId: organization.id, userId: member.userId, role }),
    { rereads: [membersQuery(organization.id), meQuery] },
  );
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      value={change.isPending ? change.variables : member.role}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.target.value as Role)}
      className="h-8 min-w-28"
      options={roleOptions}
    />
  );
}

/** Creates a link that lets a member choose a new password. */
function ResetLinkButton({ member }: { member: Member }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton label={`Reset password of ${member.name}`} icon={<KeyRound size={16} />} onClick={() => setOpen(true)}>
        Reset password
      </RowButton>
      {isOpen && <ResetLinkDialog member={member} onClose={() => setOpen(false)} />}
    </>
  );
}

function ResetLinkDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { organization } = useOrganization();
  return (
    <ActionDialog
      title={`Reset password of ${member.name}`}
      action="Create link"
      run={() => api.createResetLink({ organizationId: organization.id, userId: member.userId })}
      done={({ isMailed, email, link }) => ({
        title: isMailed ? "Reset link sent" : "Reset link created",
        content: (
          <>
            <p className="mb-3 text-ink-soft">
              {isMailed
                ? `It’s on its way to ${email}. If it doesn’t arrive, send this link yourself. It works once, expires in an hour and isn’t shown again.`
                : `Send it to ${email}. It works once, expires in an hour and isn’t shown again.`}
            </p>
            <Command text={link} label="Copy link" />
          </>
        ),
      })}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        With the link, {member.email} chooses a new password. That ends all their sessions. Their second factor stays as
        it is.
      </p>
    </ActionDialog>
  );
}
