import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useId, useState } from "react";
import { actionLabel, auditActions } from "../../../src/contract/audit-actions.ts";
import { type Answer, readPages } from "../api/client.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Section } from "../ui/page.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { AuditTarget } from "./audit-target.tsx";

const actions = Object.keys(auditActions)
  .map((name) => [name, actionLabel(name)] as const)
  .sort(([, one], [, other]) => one.localeCompare(other));

export function AuditLog({ organizationId, projectId }: { organizationId: string; projectId?: string }) {
  const [filter, setFilter] = useState<AuditFilter>({});
  const all = projectId === undefined ? filter : { ...filter, projectId };
  const query = useInfiniteQuery(readPages("listAuditEntries", { organizationId, limit: 50, ...toAuditQuery(all) }));
  const showActor = ({ actor }: Answer<"listAuditEntries">["entries"][number]) => (
    <span className="flex items-center gap-2">
      <button
        type="button"
        className="max-w-56 truncate hover:underline"
        title={`Show only entries by ${actor.name}`}
        onClick={() => setFilter({ ...filter, actor: actor.id || actor.name })}
      >
        {actor.name}
      </button>
      {actor.kind !== "member" && <Badge>{actorKinds[actor.kind]}</Badge>}
    </span>
  );
  return (
    <Section
      title="Audit log"
      description="Who did what, when, and from where."
      action={<ExportLinks organizationId={organizationId} filter={all} />}
    >
      <Filters filter={filter} onChange={setFilter} />
      <Table
        label="Audit log"
        query={query}
        rows={query.data?.pages.flatMap((page) => page.entries)}
        keyOf={({ id }) => id}
        loadingRows={3}
        empty={
          Object.keys(filter).length === 0
            ? "No entries yet. Changes by members, API keys, and the command line will appear here."
            : "No entries match these filters."
        }
        columns={({ main, column, time }) => [
          main("Action", (entry) => (
            <>
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <span className="flex-none">{entry.label}</span>
                <AuditTarget entry={entry} isInProject={projectId !== undefined} />
              </span>
              <Beneath>
                <Time at={entry.at} />
                <span className="truncate">{entry.actor.name}</span>
              </Beneath>
            </>
          )),
          column("Actor", showActor, { from: "sm" }),
          column("Address", ({ address }) => <code className="text-ink-soft">{address}</code>, {
            from: "md",
            width: "w-36",
          }),
          time("Time", ({ at }) => at, { width: "w-32" }),
        ]}
      />
    </Section>
  );
}

const actorKinds = { member: "Member", key: "API key", operator: "Operator", guest: "Not signed in" } as const;

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const set = (name: keyof AuditFilter, value: string) => {
    const { [name]: _, ...others } = filter;
    onChange(value === "" ? others : { ...others, [name]: value });
  };
  const field = (name: keyof AuditFilter) => ({
    value: filter[name] ?? "",
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <fieldset className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6">
      <legend className="sr-only">Filters</legend>
      <TextField label="Search" type="search" maxLength={200} {...field("text")} />
      <ActionField action={filter.action} onChange={(action) => set("action", action)} />
      <TextField label="Actor" type="search" maxLength={200} {...field("actor")} />
      <TextField label="Target" type="search" maxLength={200} {...field("target")} />
      <TextField label="From" type="date" {...field("from")} />
      <TextField label="To" type="date" {...field("to")} />
    </fieldset>
  );
}

/** Suggests actions by their label, because there are too many for a menu. */
function ActionField({ action, onChange }: { action: string | undefined; onChange: (action: string) => void }) {
  const list = useId();
  const [text, setText] = useState("");
  const typed = text.trim().toLowerCase();
  const isKnown = typed === "" || actions.some(([, label]) => label.toLowerCase().includes(typed));
  return (
    <>
      <TextField
        label="Action"
        type="search"
        list={list}
        placeholder="All actions"
        maxLength={100}
        value={text}
        error={isKnown ? undefined : "No such action."}
        onChange={({ target: { value } }) => {
          setText(value);
          const [name = ""] = actions.find(([, label]) => label.toLowerCase() === value.trim().toLowerCase()) ?? [];
          if (name !== (action ?? "")) onChange(name);
        }}
      />
      <datalist id={list}>
        {actions.map(([name, label]) => (
          <option key={name} value={label} />
        ))}
      </datalist>
    </>
  );
}

function ExportLinks({ organizationId, filter }: { organizationId: string; filter: AuditFilter }) {
  return (
    <span className="flex gap-2">
      {(["csv", "json"] as const).map((format) => (
        <a
          key={format}
          className={buttonClass("secondary", "small")}
          href={exportAddress(organizationId, filter, format)}
          download
        >
          <Download size={16} />
          Export {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}

/** The filters of the audit log. Dates are days in the browser's time zone. */
interface AuditFilter {
  projectId?: string;
  text?: string;
  action?: string;
  actor?: string;
  target?: string;
  from?: string;
  to?: string;
}

function exportAddress(organizationId: string, filter: AuditFilter, format: "csv" | "json"): string {
  const query = new URLSearchParams({ ...toAuditQuery(filter) }).toString();
  const path = `/v1/dashboard/organization/${encodeURIComponent(organizationId)}/audit.${format}`;
  return query === "" ? path : `${path}?${query}`;
}

/** The filters as API parameters. A day that is still being typed is left out. */
function toAuditQuery({ from, to, ...filter }: AuditFilter): AuditFilter {
  const start = dayStart(from, 0);
  // The last day is included, so the API gets the start of the next day.
  const end = dayStart(to, 1);
  return { ...filter, ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) };
}

function dayStart(day: string | undefined, daysLater: number): string | undefined {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) || year < 1970 || year > 9_999 ? undefined : start.toISOString();
}
