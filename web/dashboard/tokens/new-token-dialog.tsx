import { api, tokensQuery } from "../api/client.ts";
import type { Organization } from "../api/role.ts";
import { Command } from "../ui/command.tsx";
import { CheckFields, SelectField, TextField } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";

const lifetimes = [7, 30, 90, 180, 365];
const defaultDays = 90;

interface NewTokenProps {
  organizations: readonly Organization[];
  onClose: () => void;
}

/** Creates a token and shows it once. */
export function NewTokenDialog({ organizations, onClose }: NewTokenProps) {
  return (
    <ActionDialog
      title="Create token"
      action="Create token"
      width="wide"
      of="createToken"
      run={(body) => api.createToken(body)}
      rereads={[tokensQuery]}
      done={({ secret }) => ({ title: "Token created", content: <CreatedToken secret={secret} /> })}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" name="name" autoFocus placeholder="My laptop" />
        <SelectField
          label="Expires"
          name="expiresInDays"
          defaultValue={defaultDays}
          options={lifetimes.map((days) => [days, days === 365 ? "in one year" : `in ${days} days`])}
        />
      </div>
      <CheckFields
        legend="Scopes"
        name="scopes"
        chosen={["read", "write"]}
        options={[
          ["read", "Read", "Everything you can view; git clone"],
          ["write", "Write", "Changes you can make; git push"],
        ]}
      />
      <SelectField
        label="Organization"
        name="organizationId"
        hint="Where the token works."
        options={[["", "All your organizations"], ...organizations.map(({ id, name }) => [id, name] as const)]}
      />
    </ActionDialog>
  );
}

function CreatedToken({ secret }: { secret: string }) {
  return (
    <div className="grid gap-5">
      <Notice>Copy the token now. You won’t be able to see it again.</Notice>
      <Command text={secret} label="Copy token" />
      <p className="text-ink-soft">
        When git asks for a password, paste the token. Any user name works. Scripts send it in the header{" "}
        <code>Authorization: Bearer …</code>
      </p>
    </div>
  );
}
