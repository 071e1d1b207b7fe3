import { useQuery } from "@tanstack/react-query";
import { Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { api, invitationsQuery } from "../api/client.ts";
import { useOrganization } from "../shell/current-project.ts";
import { useOpenByHash } from "../shell/use-open-by-hash.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, RowButton } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

const roles = [
  ["viewer", "Viewer: can read"],
  ["editor", "Editor: can also change the docs"],
  ["admin", "Admin: can also manage keys, members and settings"],
] as const;

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
        <Button icon={<UserPlus size={16} />} onClick={() => setOpen(true)}>
          Invite
        </Button>
      }
    >
      <Table
        label="Invitations"
        query={{ error }}
        rows={data?.invitations}
        keyOf={({ id }) => id}
        empty="No open invitations."
        columns={({ main, column, time, actions }) => [
          main("Email", ({ email, expiresAt }) => (
            <>
              <span className="block truncate">{email ?? "Anyone with the link"}</span>
              <Beneath>
                Expires <Time at={expiresAt} />
              </Beneath>
            </>
          )),
          column("Role", ({ role }) => <Badge>{role}</Badge>),
          time("Works until", ({ expiresAt }) => expiresAt),
          actions(({ id, email }) => (
            <RowButton
              label={`Withdraw the invitation for ${email ?? "anyone with the link"}`}
              icon={<Trash2 size={16} />}
              onClick={() => withdraw.mutate(id)}
            >
              Withdraw
            </RowButton>
          )),
        ]}
      />
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useOrganization();
  return (
    <ActionDialog
      title={`Invite to ${organization.name}`}
      action="Create invitation"
      of="createInvitation"
      run={(body) => api.createInvitation({ organizationId: organization.id, ...body })}
      rereads={[invitationsQuery(organization.id)]}
      done={({ isMailed, invitation, link }) => ({
        title: isMailed ? "Invitation sent" : "Invitation created",
        content: (
          <>
            <p className="mb-3 text-ink-soft">
              {isMailed
                ? `It’s on its way to ${invitation.email}. If it doesn’t arrive, send this link yourself. It works once, and you won’t be able to see it again.`
                : `Send it to ${invitation.email}. It works once, and you won’t be able to see it again.`}
            </p>
            <Command text={link} label="Copy link" />
          </>
        ),
      })}
      onClose={onClose}
    >
      <TextField label="Email" name="email" autoFocus />
      <SelectField label="Role" name="role" defaultValue="editor" options={roles} />
    </ActionDialog>
  );
}
