import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { type Answer, api, jobsQuery, keysQuery, updatesQuery } from "../api/client.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { useProject } from "../shell/current-project.ts";
import { Command } from "../ui/command.tsx";
import { CheckFields, RadioFields, SelectField, TextArea, TextField } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { adminCommands, assistantCommands, type CurlCommand } from "./curl-commands.ts";

/** Creates a key and shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { project } = useProject();
  return (
    <ActionDialog
      title="Create key"
      action="Create key"
      width="wide"
      of="createKey"
      run={(body) => api.createKey({ projectId: project.id, ...body })}
      rereads={[keysQuery(project.id)]}
      done={(created) => ({ title: "Key created", content: <CreatedKey created={created} /> })}
      onClose={onClose}
    >
      <KeyFields />
    </ActionDialog>
  );
}

const lifetimes = [7, 30, 60, 90];

type KeyKind = BodyOf<"createKey">["kind"];

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
        <TextField label="Name" name="name" placeholder="CI" />
        <SelectField
          label="Expires"
          name="expiresInDays"
          defaultValue="90"
          options={[...lifetimes.map((days) => [days, `in ${days} days`] as const), ["", "never"]]}
        />
      </div>
      {kind === "admin" ? (
        <CheckFields
          legend="Scopes"
          name="scopes"
          chosen={["read", "write"]}
          options={[
            ["read", "Read", "Statuses, lists, logs"],
            ["write", "Write", "Updates, jobs, git push"],
          ]}
        />
      ) : (
        <TextArea
          label="Allowed origins"
          name="allowedOrigins"
          rows={2}
          placeholder="https://docs.example.com"
          hint="One per line. Leave empty to allow every website."
        />
      )}
      <TextArea
        label="Allowed addresses"
        name="allowedAddresses"
        rows={2}
        placeholder={"203.0.113.7\n10.0.0.0/8"}
        hint="IP addresses or ranges, one per line. Leave empty to allow all."
      />
    </div>
  );
}

/** The number of example calls that are shown at first. The most common calls are at the start of the list. */
const shownMax = 2;

/** The new key with ready-made example calls. */
function CreatedKey({ created: { key, secret } }: { created: Answer<"createKey"> }) {
  const { project } = useProject();
  const updates = useInfiniteQuery(updatesQuery(project.id));
  const jobs = useInfiniteQuery(jobsQuery(project.id));
  const place = {
    origin: window.location.origin,
    projectId: project.id,
    domain: project.domain,
    secret,
    statusId: updates.data?.pages[0]?.updates[0]?._id,
    jobId: jobs.data?.pages[0]?.jobs[0]?.id,
    canWrite: key.scopes.includes("write"),
  };
  const commands = key.kind === "admin" ? adminCommands(place) : assistantCommands(place);
  return (
    <div className="grid gap-5">
      <Notice>Copy the key now. You won’t be able to see it again.</Notice>
      <Command text={secret} label="Copy key" />
      <div className="grid gap-4">
        <h3>Try it</h3>
        <Commands commands={commands.slice(0, shownMax)} />
        {commands.length > shownMax && (
          <details className="group">
            <summary className="flex items-center gap-1.5 py-1 text-accent">
              <ChevronRight size={16} className="group-open:rotate-90" />
              {commands.length - shownMax} more calls
            </summary>
            <div className="mt-3 grid gap-4">
              <Commands commands={commands.slice(shownMax)} />
            </div>
          </details>
        )}
      </div>
    </div>
  );
}

function Commands({ commands }: { commands: readonly CurlCommand[] }) {
  return commands.map(({ title, command, note }) => (
    <div key={title} className="grid gap-1.5">
      <p className="text-ink-soft">{title}</p>
      <Command text={command} />
      {note !== undefined && <p className="text-[13px] text-ink-faint">{note}</p>}
    </div>
  ));
}
