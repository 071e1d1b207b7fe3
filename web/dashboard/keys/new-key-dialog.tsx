import { useState } from "react";
import { api } from "../api/client.ts";
import { keysQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { DoneDialog } from "../ui/dialog.tsx";
import { CheckField, RadioFields, SelectField, TextArea, TextField } from "../ui/field.tsx";
import { FormDialog, fieldText, fieldWords } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { CreatedKey } from "./created-key.tsx";

/** Creates a key and shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { project } = useProject();
  const create = useAction((form: FormData) => api.createKey({ projectId: project.id, ...readKeyForm(form) }), {
    rereads: [keysQuery(project.id)],
    showsError: true,
  });
  if (create.data !== undefined) {
    return (
      <DoneDialog title="Key created" onClose={onClose} width="wide">
        <CreatedKey created={create.data} />
      </DoneDialog>
    );
  }
  return (
    <FormDialog
      title="Create key"
      action="Create key"
      width="wide"
      change={create}
      onSubmit={(fields) => create.mutate(fields)}
      onClose={onClose}
    >
      <KeyFields />
    </FormDialog>
  );
}

const lifetimes = [7, 30, 60, 90];

const kinds: readonly { value: KeyKind; label: string; hint: string }[] = [
  {
    value: "admin",
    label: "Admin",
    hint: "Secret. For servers and CI: updates, agent jobs, git. Works in every project of the organization.",
  },
  {
    value: "assistant",
    label: "Assistant",
    hint: "Public. For web pages: it can only search this project and ask about it.",
  },
];

function KeyFields() {
  const { mayManageOrganization } = useProject();
  const [kind, setKind] = useState<KeyKind>(mayManageOrganization ? "admin" : "assistant");
  return (
    <div className="grid gap-5">
      <RadioFields
        legend="Kind"
        name="kind"
        choices={mayManageOrganization ? kinds : kinds.slice(1)}
        value={kind}
        onChange={setKind}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" name="name" maxLength={100} required placeholder="CI" />
        <SelectField
          label="Expires"
          name="expiry"
          defaultValue="90"
          options={[...lifetimes.map((days) => [days, `in ${days} days`] as const), ["never", "never"]]}
        />
      </div>
      {kind === "admin" ? (
        <fieldset className="flex flex-wrap gap-x-8">
          <legend className="mb-1 font-medium">Scopes</legend>
          <CheckField name="scope" value="read" defaultChecked label="Read" hint="Statuses, lists, logs" />
          <CheckField name="scope" value="write" defaultChecked label="Write" hint="Updates, jobs, git push" />
        </fieldset>
      ) : (
        <TextArea
          label="Allowed origins"
          name="origins"
          rows={2}
          isOptional
          placeholder="https://docs.example.com"
          hint="One per line. Leave empty to allow every website."
        />
      )}
      <TextArea
        label="Allowed addresses"
        name="addresses"
        rows={2}
        isOptional
        placeholder={"203.0.113.7\n10.0.0.0/8"}
        hint="IP addresses or ranges, one per line. Leave empty to allow all."
      />
    </div>
  );
}

type NewKey = Omit<Parameters<typeof api.createKey>[0], "projectId">;
type KeyKind = NewKey["kind"];

/** Reads the form for a new key, ignoring fields that only the other kind of key has. */
function readKeyForm(form: FormData): NewKey {
  const kind: KeyKind = form.get("kind") === "assistant" ? "assistant" : "admin";
  const expiry = Number(form.get("expiry"));
  const [addresses, origins] = [fieldWords(form, "addresses"), fieldWords(form, "origins")];
  return {
    kind,
    name: fieldText(form, "name"),
    ...(Number.isInteger(expiry) && { expiresInDays: expiry as NonNullable<NewKey["expiresInDays"]> }),
    ...(kind === "admin" && { scopes: form.getAll("scope").map(String) as NonNullable<NewKey["scopes"]> }),
    ...(addresses.length > 0 && { allowedAddresses: addresses }),
    ...(kind === "assistant" && origins.length > 0 && { allowedOrigins: origins }),
  };
}
