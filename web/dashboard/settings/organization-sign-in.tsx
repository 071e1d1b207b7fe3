import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { type Answer, api, read } from "../api/client.ts";
import type { Role } from "../api/role.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CheckField, Select, SelectField, TextField } from "../ui/field.tsx";
import { FormCard } from "../ui/form.tsx";
import { EmptyNote, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

type SignIn = Answer<"getOrganizationSignIn">;
const roles: readonly Role[] = ["viewer", "editor", "admin"];

type Mapping = SignIn["mappings"][number] & { key: number };

/** Whether single sign-on is required, and which roles it assigns. */
export function OrganizationSignIn({ organizationId }: { organizationId: string }) {
  const { data, error } = useQuery(read("getOrganizationSignIn", { organizationId }));
  return (
    <Section title="Single sign-on" description="Choose how members sign in, and who joins automatically.">
      <Problem error={error} />
      {data?.provider === null && (
        <EmptyNote>Single sign-on isn't set up. A server admin can set it up under Server, Sign-in.</EmptyNote>
      )}
      {data !== undefined && data.provider !== null && (
        <SignInForm key={data.setAt} organizationId={organizationId} signIn={data} />
      )}
    </Section>
  );
}

function SignInForm({ organizationId, signIn }: { organizationId: string; signIn: SignIn }) {
  const [mappings, setMappings] = useState<Mapping[]>(signIn.mappings.map((mapping, key) => ({ ...mapping, key })));
  const save = useAction(
    (given: Partial<BodyOf<"changeOrganizationSignIn">>) => {
      // Disabled fields aren't part of the form's data; they keep their values.
      const { requiresProvider, defaultRole, emailDomains } = { ...signIn, ...given };
      const named = mappings.map(({ value, role }) => ({ value: value.trim(), role }));
      return api.changeOrganizationSignIn({
        organizationId,
        requiresProvider,
        defaultRole,
        emailDomains,
        mappings: named,
      });
    },
    { message: "Single sign-on saved.", cachesAs: read("getOrganizationSignIn", { organizationId }) },
  );
  const canRequire = signIn.requiresProvider || signIn.hasSignedInWithProvider;
  return (
    <FormCard
      className="gap-5"
      of="changeOrganizationSignIn"
      values={signIn}
      change={save}
      onSubmit={(body) => save.mutate(body)}
    >
      <CheckField
        name="requiresProvider"
        disabled={!canRequire}
        label={`Require ${signIn.provider}`}
        hint={
          canRequire
            ? "Members can open this organization only after signing in with the provider. If the provider fails, lectern account link on the server's command line creates a link that still works."
            : `To turn this on, sign in with ${signIn.provider} first, so that you don't lock yourself out. Link it on your account page if you use a password.`
        }
      />
      <fieldset className="grid gap-2" disabled={!signIn.canMap}>
        <legend className="mb-1 font-medium">Role mapping</legend>
        <p className="text-[13px] leading-5 text-ink-faint">
          Sets roles at each sign-in by the values of the claim <code>{signIn.rolesClaim}</code>. The highest role wins.
          People who were added this way and no longer match are removed.
          {!signIn.canMap && " Only server admins can change this."}
        </p>
        {mappings.map(({ key, value, role }) => (
          <MappingRow
            key={key}
            value={value}
            role={role}
            onChange={(change) =>
              setMappings(mappings.map((each) => (each.key === key ? { ...each, ...change } : each)))
            }
            onRemove={() => setMappings(mappings.filter((each) => each.key !== key))}
          />
        ))}
        <div>
          <Button
            size="small"
            icon={<Plus size={16} />}
            onClick={() =>
              setMappings([
                ...mappings,
                { value: "", role: "viewer", key: Math.max(0, ...mappings.map(({ key }) => key + 1)) },
              ])
            }
          >
            Add mapping
          </Button>
        </div>
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!signIn.canMap}>
        <SelectField
          label="Everyone else"
          name="defaultRole"
          options={[["", "Needs an invitation"], ...roles.map((role) => [role, `Joins as ${role}`] as const)]}
        />
        <TextField label="With a verified email at" name="emailDomains" placeholder="acme.com, acme.dev" />
      </fieldset>
      {signIn.setAt !== null && (
        <p className="text-[13px] text-ink-faint">
          Set by {signIn.setBy} <Time at={signIn.setAt} />
        </p>
      )}
    </FormCard>
  );
}

interface MappingRowProps {
  value: string;
  role: Role;
  onChange: (change: { value?: string; role?: Role }) => void;
  onRemove: () => void;
}

function MappingRow({ value, role, onChange, onRemove }: MappingRowProps) {
  return (
    <div className="flex items-center gap-2">
      <input
        aria-label="Claim value"
        className="h-9 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-faint disabled:opacity-60 pointer-coarse:text-base"
        required
        maxLength={300}
        placeholder="docs-team"
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <Select
        aria-label={`Role for ${value}`}
        className="h-9 min-w-28"
        value={role}
        onChange={(event) => onChange({ role: event.target.value as Role })}
        options={roles.map((name) => [name, name])}
      />
      <IconButton label={`Remove the mapping of ${value}`} onClick={onRemove}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
