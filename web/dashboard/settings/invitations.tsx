import { useQuery } from "@tanstack/react-query";
import { Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { api } from "../api/client.ts";
import { invitationsQuery } from "../api/queries.ts";
import type { Role } from "../api/role.ts";
import { useOrganization } from "../shell/current-project.ts";
import { useOpenByHash } from "../shell/use-open-by-hash.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, RowButton } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { DoneDialog } from "../ui/done-dialog.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Cell, mainColumn, Row, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

const columns = [
  { title: "Email", className: mainColumn },
  { title: "Role" },
  { title: "Works until", className: "hidden sm:table-cell" },
  { title: "Actions", isQuiet: true },
];

/** Pending invitations. */
export function Invitations() {
  const { organization } = useOrganization();
  const [isOpen, setOpen] = useState(false);
  useOpenByHash("invite", () => setOpen(true));
  const { data, error } = useQuery(invitationsQuery(organization.id));
  const withdraw = useAction(
    (invitationId: string) => api.withdrawInvitation({ organizationId: organization.id, invitationId }),
    { rereads: [invitationsQuery(organization.id)], message: "Invitation withdrawn. Its link no longer works." },
  );
  return (
    <Section
      title="Invitations"
      description="An invitation is a link that works once."
      action={
        <Button icon={<UserPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
          Invite
        </Button>
      }
    >
      {error !== null && <Problem error={error} />}
      {data?.invitations.length === 0 && (
        <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft">No open invitations.</p>
      )}
      {data !== undefined && data.invitations.length > 0 && (
        <Table label="Invitations" columns={columns}>
          {data.invitations.map(({ id, email, role, expiresAt }) => (
            <Row key={id}>
              <Cell className={mainColumn}>
                <span className="block truncate">{email ?? "Anyone with the link"}</span>
                <Beneath>
                  Expires <Time at={expiresAt} />
                </Beneath>
              </Cell>
              <Cell>
                <Badge>{role}</Badge>
              </Cell>
              <TimeCell at={expiresAt} />
              <Cell className="text-right">
                <RowButton
                  label={`Withdraw the invitation for ${email ?? "anyone with the link"}`}
                  icon={<Trash2 size={16} />}
                  onClick={() => withdraw.mutate(id)}
                >
                  Withdraw
                </RowButton>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useOrganization();
  const invite = useAction(
    (fields: { email: string; role: Role }) => api.createInvitation({ organizationId: organization.id, ...fields }),
    { rereads: [invitationsQuery(organization.id)], showsError: true },
  );
  if (invite.data !== undefined) {
    return (
      <DoneDialog title={invite.data.isMailed ? "Invitation sent" : "Invitation created"} onClose={onClose}>
        <p className="mb-3 text-ink-soft">
          {invite.data.isMailed
            ? `It’s on its way to ${invite.data.invitation.email}. If it doesn’t arrive, send this link yourself. It works once, and you won’t be able to see it again.`
            : `Send it to ${invite.data.invitation.email}. It works once, and you won’t be able to see it again.`}
        </p>
        <Command text={invite.data.link} label="Copy link" />
      </DoneDialog>
    );
  }
  return (
    <FormDialog
      title={`Invite to ${organization.name}`}
      action="Create invitation"
      change={invite}
      onSubmit={(fields) =>
        invite.mutate({ email: String(fields.get("email")).trim(), role: String(fields.get("role")) as Role })
      }
      onClose={onClose}
    >
      <TextField label="Email" name="email" type="email" required autoFocus />
      <SelectField label="Role" name="role" defaultValue="editor">
        <option value="viewer">Viewer: can read</option>
        <option value="editor">Editor: can also change the docs</option>
        <option value="admin">Admin: can also manage keys, members and settings</option>
      </SelectField>
    </FormDialog>
  );
}
