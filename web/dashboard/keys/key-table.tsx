import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { keysQuery } from "../api/queries.ts";
import { useProject } from "../shell/place.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Cell, Row, RowsLoading, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { tell } from "../ui/toast.tsx";
import { expiryBadge } from "./expiry-badge.ts";

export type DashboardKey = Answer<"listKeys">["keys"][number];

const columns = (kind: DashboardKey["kind"]) => [
  { title: "Key" },
  { title: "Name" },
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
    return (
      <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft">
        No {kind} key yet. “New key” makes one.
      </p>
    );
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
      <Cell className="whitespace-nowrap">
        <code>{entry.hint}…</code>
      </Cell>
      <Cell>
        <span className="line-clamp-1 min-w-24 [overflow-wrap:anywhere]" title={entry.name}>
          {entry.name}
        </span>
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
        {entry.lastUsedAt === null ? "never" : <Time at={entry.lastUsedAt} />}
      </Cell>
      <Cell>
        <Badge tone={expiry.tone}>{expiry.text}</Badge>
      </Cell>
      <Cell className="text-right">
        {entry.revokedAt === null && (
          <Button size="small" look="danger" onClick={onRevoke} aria-label={`Revoke ${entry.name}`}>
            Revoke
          </Button>
        )}
      </Cell>
    </Row>
  );
}

function Allowed({ values }: { values: readonly string[] }) {
  if (values.length === 0) {
    return <span className="text-ink-faint">any</span>;
  }
  return (
    <span className="line-clamp-1 max-w-48 font-mono text-[12.5px]" title={values.join("\n")}>
      {values.join(", ")}
    </span>
  );
}

function RevokeDialog({ entry, onClose }: { entry: DashboardKey; onClose: () => void }) {
  const { project } = useProject();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.revokeKey({ projectId: project.id, keyId: entry.id }),
    meta: { showsError: true },
    onSuccess: async () => {
      await queries.invalidateQueries(keysQuery(project.id));
      tell(`“${entry.name}” is revoked.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Revoke the key"
      action="Revoke it"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">
        <code>{entry.hint}…</code> “{entry.name}” is refused from now on, everywhere. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
