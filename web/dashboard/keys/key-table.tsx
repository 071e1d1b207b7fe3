import { type Answer, api, keysQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Expiry, Scopes } from "../tokens/token-table.tsx";
import { Badge } from "../ui/badge.tsx";
import { ConfirmButton } from "../ui/confirm-dialog.tsx";
import { Beneath, Table } from "../ui/table.tsx";

export type DashboardKey = Answer<"listKeys">["keys"][number];

export function KeyTable({ keys, kind }: { keys: readonly DashboardKey[] | undefined; kind: DashboardKey["kind"] }) {
  const { project } = useProject();
  return (
    <Table
      label={`${kind} keys`}
      rows={keys}
      keyOf={({ id }) => id}
      rowClass={({ revokedAt }) => (revokedAt === null ? "" : "text-ink-faint")}
      empty={`No ${kind} keys yet.`}
      columns={({ column, time, actions }) => [
        column(
          "Name",
          (key) => (
            <>
              <span className="block truncate font-medium" title={key.name}>
                {key.name}
              </span>
              <Beneath>
                <code>{shownHint(key)}</code>
              </Beneath>
            </>
          ),
          { width: "max-w-0 w-full sm:max-w-none sm:w-auto", className: "w-full max-w-0 sm:w-auto sm:max-w-56" },
        ),
        column("Key", (key) => <code>{shownHint(key)}</code>, { from: "sm", className: "whitespace-nowrap" }),
        kind === "admin"
          ? column("Scopes", ({ scopes }) => <Scopes scopes={scopes} />, { from: "md" })
          : column("Origins", ({ allowedOrigins }) => <Allowed values={allowedOrigins} />, { from: "md" }),
        column("Addresses", ({ allowedAddresses }) => <Allowed values={allowedAddresses} />, { from: "xl" }),
        time("Created", ({ createdAt }) => createdAt, { from: "lg" }),
        time("Last used", ({ lastUsedAt }) => lastUsedAt),
        column("Expiry", (key) => <Expiry of={key} />),
        actions(
          (key) =>
            key.revokedAt === null && (
              <ConfirmButton
                label={`Revoke ${key.name}`}
                title="Revoke key"
                action="Revoke"
                run={() => api.revokeKey({ projectId: project.id, keyId: key.id })}
                rereads={[keysQuery(project.id)]}
                message={`Revoked “${key.name}”.`}
              >
                <p className="[overflow-wrap:anywhere]">
                  <code>{shownHint(key)}</code> “{key.name}” stops working immediately. You can’t undo this.
                </p>
              </ConfirmButton>
            ),
        ),
      ]}
    />
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

/** The beginning and end of a key. For older keys, only the beginning is stored. */
function shownHint({ hint }: DashboardKey): string {
  return hint.includes("…") ? hint : `${hint}…`;
}
