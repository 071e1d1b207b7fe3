import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { keysQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { DoneDialog } from "../ui/done-dialog.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { CreatedKey } from "./created-key.tsx";

/** Creates a key and shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { project } = useProject();
  const [created, setCreated] = useState<Answer<"createKey">>();
  const create = useAction((form: FormData) => api.createKey({ projectId: project.id, ...readKeyForm(form) }), {
    rereads: [keysQuery(project.id)],
    onDone: setCreated,
    showsError: true,
  });
  if (created !== undefined) {
    return (
      <DoneDialog title="Key created" onClose={onClose} width="wide">
        <CreatedKey created={created} />
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

function KeyFields() {
  const { mayManageOrganization } = useProject();
  const [kind, setKind] = useState<KeyKind>(mayManageOrganization ? "admin" : "assistant");
  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">Kind</legend>
        {mayManageOrganization && (
          <CheckField
            type="radio"
            name="kind"
            value="admin"
            checked={kind === "admin"}
            onChange={() => setKind("admin")}
            label="Admin"
            hint="Secret. For servers and CI: updates, agent jobs, git. Works in every project of the organization."
          />
        )}
        <CheckField
          type="radio"
          name="kind"
          value="assistant"
          checked={kind === "assistant"}
          onChange={() => setKind("assistant")}
          label="Assistant"
          hint="Public. For web pages: it can only search this project and ask about it."
        />
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" name="name" maxLength={100} required placeholder="CI" />
        <SelectField label="Expires" name="expiry" defaultValue="90">
          <option value="7">in 7 days</option>
          <option value="30">in 30 days</option>
          <option value="60">in 60 days</option>
          <option value="90">in 90 days</option>
          <option value="never">never</option>
        </SelectField>
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
  const addresses = lines(form.get("addresses"));
  const origins = lines(form.get("origins"));
  return {
    kind,
    name: String(form.get("name") ?? "").trim(),
    ...(Number.isInteger(expiry) && { expiresInDays: expiry as NonNullable<NewKey["expiresInDays"]> }),
    ...(kind === "admin" && { scopes: form.getAll("scope").map(String) as NonNullable<NewKey["scopes"]> }),
    ...(addresses.length > 0 && { allowedAddresses: addresses }),
    ...(kind === "assistant" && origins.length > 0 && { allowedOrigins: origins }),
  };
}

function lines(value: FormDataEntryValue | null): string[] {
  return String(value ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);
}
