import { Trash2 } from "lucide-react";
import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { keysQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { expiryBadge } from "../tokens/expiry-badge.ts";
import { Badge } from "../ui/badge.tsx";
import { RowButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Beneath, Cell, Row, RowsLoading, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

export type DashboardKey = Answer<"listKeys">["keys"][number];

const columns = (kind: DashboardKey["kind"]) => [
  { title: "Name", className: "max-w-0 w-full sm:max-w-none sm:w-auto" },
  { title: "Key", className: "hidden sm:table-cell" },
  { title: kind === "admin" ? "Scopes" : "Origins", className: "hidden md:table-cell" },
  { title: "Addresses", className: "hidden xl:table-cell" },
  { title: "Created", className: "hidden lg:table-cell" },
  { title: "Last used", className: "hidden sm:table-cell" },
  { title: "Expiry" },
  { title: "Actions", isQuiet: true },
];

export function KeyTable({ keys, kind }: { keys: readonly DashboardKey[] | undefined; kind: DashboardKey["kind"] }) {
  const [revoking, setRevoking] = useState<DashboardKey>();
  if (keys?.length === 0) {
    return <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft">No {kind} keys yet.</p>;
  }
  return (
    <>
      <Table label={`${kind} keys`} columns={columns(kind)}>
        {keys === undefined && <RowsLoading columns={8} rows={2} />}
        {keys?.map((key) => (
          <KeyRow key={key.id} entry={key} onRevoke={() => setRevoking(key)} />
        ))}
      </Table>
      {revoking !== undefined && <RevokeDialog entry={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function KeyRow({ entry, onRevoke }: { entry: DashboardKey; onRevoke: () => void }) {
  const expiry = expiryBadge(entry, Date.now());
  return (
    <Row className={entry.revokedAt === null ? "" : "text-ink-faint"}>
      <Cell className="w-full max-w-0 sm:w-auto sm:max-w-56">
        <span className="block truncate font-medium" title={entry.name}>
          {entry.name}
        </span>
        <Beneath>
          <code>{shownHint(entry)}</code>
        </Beneath>
      </Cell>
      <Cell className="hidden whitespace-nowrap sm:table-cell">
        <code>{shownHint(entry)}</code>
      </Cell>
      <Cell className="hidden md:table-cell">
        {entry.kind === "admin" ? (
          <span className="flex gap-1">
            {entry.scopes.map((scope) => (
              <Badge key={scope}>{scope}</Badge>
            ))}
          </span>
        ) : (
          <Allowed values={entry.allowedOrigins} />
        )}
      </Cell>
      <Cell className="hidden xl:table-cell">
        <Allowed values={entry.allowedAddresses} />
      </Cell>
      <Cell className="hidden text-ink-soft lg:table-cell">
        <Time at={entry.createdAt} />
      </Cell>
      <Cell className="hidden text-ink-soft sm:table-cell">
        {entry.lastUsedAt === null ? "Never" : <Time at={entry.lastUsedAt} />}
      </Cell>
      <Cell>
        <Badge tone={expiry.tone}>{expiry.text}</Badge>
      </Cell>
      <Cell className="text-right">
        {entry.revokedAt === null && (
          <RowButton label={`Revoke ${entry.name}`} icon={<Trash2 size={16} />} onClick={onRevoke}>
            Revoke
          </RowButton>
        )}
      </Cell>
    </Row>
  );
}

function Allowed({ values }: { values: readonly string[] }) {
  if (values.length === 0) {
    return <span className="text-ink-faint">any</span>;
  }
  const [first, ...others] = values;
  return (
    <span className="flex max-w-48 items-center gap-1.5" title={values.join("\n")}>
      <span className="truncate font-mono text-[12.5px]">{first?.replace(/^https?:\/\//, "")}</span>
      {others.length > 0 && <Badge>+{others.length}</Badge>}
    </span>
  );
}

function RevokeDialog({ entry, onClose }: { entry: DashboardKey; onClose: () => void }) {
  const { project } = useProject();
  const revoke = useAction(() => api.revokeKey({ projectId: project.id, keyId: entry.id }), {
    rereads: [keysQuery(project.id)],
    message: `Revoked “${entry.name}”.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <ConfirmDialog title="Revoke key" action="Revoke" change={revoke} onClose={onClose}>
      <p className="[overflow-wrap:anywhere]">
        <code>{shownHint(entry)}</code> “{entry.name}” stops working immediately. You can’t undo this.
      </p>
    </ConfirmDialog>
  );
}

/** The beginning and end of a key. For older keys, only the beginning is stored. */
function shownHint({ hint }: DashboardKey): string {
  return hint.includes("…") ? hint : `${hint}…`;
}
