import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "../api/client.ts";
import { useOrganization } from "../shell/current-project.ts";
import { RowButton } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { DoneDialog } from "../ui/dialog.tsx";
import { FormDialog } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";

type Member = { userId: string; name: string; email: string };

/** Creates a link that lets a member choose a new password. */
export function ResetLinkButton({ member }: { member: Member }) {
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
  const create = useAction(() => api.createResetLink({ organizationId: organization.id, userId: member.userId }), {
    showsError: true,
  });
  if (create.data !== undefined) {
    return (
      <DoneDialog title={create.data.isMailed ? "Reset link sent" : "Reset link created"} onClose={onClose}>
        <p className="mb-3 text-left text-ink-soft">
          {create.data.isMailed
            ? `It’s on its way to ${create.data.email}. If it doesn’t arrive, send this link yourself. It works once, expires in an hour and isn’t shown again.`
            : `Send it to ${create.data.email}. It works once, expires in an hour and isn’t shown again.`}
        </p>
        <Command text={create.data.link} label="Copy link" />
      </DoneDialog>
    );
  }
  return (
    <FormDialog
      title={`Reset password of ${member.name}`}
      action="Create link"
      change={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <p className="text-left text-ink-soft">
        With the link, {member.email} chooses a new password. That ends all their sessions. Their second factor stays as
        it is.
      </p>
    </FormDialog>
  );
}
