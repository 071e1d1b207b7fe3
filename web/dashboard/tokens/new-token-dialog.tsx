import { TriangleAlert } from "lucide-react";
import { api } from "../api/client.ts";
import type { Organization } from "../api/role.ts";
import { Command } from "../ui/command.tsx";
import { DoneDialog } from "../ui/done-dialog.tsx";
import { CheckField, SelectField, TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { tokensQuery } from "./token-queries.ts";

const lifetimes = [7, 30, 90, 180, 365];
const defaultDays = 90;

interface NewTokenProps {
  organizations: readonly Organization[];
  onClose: () => void;
}

/** Creates a token and shows it once. */
export function NewTokenDialog({ organizations, onClose }: NewTokenProps) {
  const create = useAction((form: FormData) => api.createToken(readForm(form)), {
    rereads: [tokensQuery],
    showsError: true,
  });
  if (create.data !== undefined) {
    return (
      <DoneDialog title="Token created" onClose={onClose} width="wide">
        <div className="grid gap-5">
          <p className="flex gap-3 rounded-card bg-warn-soft px-4 py-3">
            <TriangleAlert size={20} className="mt-px text-warn" aria-hidden />
            <span>Copy the token now. You won’t be able to see it again.</span>
          </p>
          <Command text={create.data.secret} label="Copy token" />
          <p className="text-ink-soft">
            When git asks for a password, paste the token. Any user name works. Scripts send it in the header{" "}
            <code>Authorization: Bearer …</code>
          </p>
        </div>
      </DoneDialog>
    );
  }
  return (
    <FormDialog
      title="Create token"
      action="Create token"
      width="wide"
      change={create}
      onSubmit={(fields) => create.mutate(fields)}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" name="name" maxLength={100} required autoFocus placeholder="My laptop" />
        <SelectField label="Expires" name="expiry" defaultValue={defaultDays}>
          {lifetimes.map((days) => (
            <option key={days} value={days}>
              in {days === 365 ? "one year" : `${days} days`}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset className="flex flex-wrap gap-x-8">
        <legend className="mb-1 font-medium">Scopes</legend>
        <CheckField name="scope" value="read" defaultChecked label="Read" hint="View everything you can, git clone" />
        <CheckField name="scope" value="write" defaultChecked label="Write" hint="Change what you can, git push" />
      </fieldset>
      <SelectField label="Organization" name="organization" hint="Where the token works.">
        <option value="">All your organizations</option>
        {organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

type NewToken = Parameters<typeof api.createToken>[0];

function readForm(form: FormData): NewToken {
  return {
    name: String(form.get("name") ?? "").trim(),
    scopes: form.getAll("scope").map(String) as NewToken["scopes"],
    expiresInDays: Number(form.get("expiry")),
    organizationId: String(form.get("organization") ?? "") || null,
  };
}
