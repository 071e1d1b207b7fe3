import type { ReactNode } from "react";
import type { Answer } from "../api/client.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { type ConfirmActionProps, ConfirmButton } from "../ui/confirm-dialog.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

type Token = Answer<"listTokens">["tokens"][number];

interface TokenTableProps<Listed extends Token> {
  tokens: readonly Listed[] | undefined;
  error: Error | null;
  /** Shown if there are no tokens. */
  empty: string;
  /** The title and content of the second column. */
  middle: { title: string; of: (token: Listed) => ReactNode };
  /** How a token is revoked, and what that means. */
  revoke: (token: Listed) => Pick<ConfirmActionProps<unknown>, "run" | "rereads" | "message" | "children">;
}

/** Personal access tokens, with their last use. */
export function TokenTable<Listed extends Token>({ tokens, error, empty, middle, revoke }: TokenTableProps<Listed>) {
  return (
    <Table
      label="Personal access tokens"
      query={{ error }}
      rows={tokens}
      keyOf={({ id }) => id}
      empty={empty}
      columns={({ main, column, actions }) => [
        main("Name", (token) => (
          <>
            <span className="block truncate font-medium" title={token.name}>
              {token.name}
            </span>
            <code className="block truncate text-[13px] text-ink-faint">{token.hint}</code>
            <Beneath>
              <LastUse token={token} />
            </Beneath>
          </>
        )),
        column(middle.title, middle.of, { from: "md", className: "max-w-56 truncate" }),
        column("Scopes", ({ scopes }) => <Scopes scopes={scopes} />, { from: "sm" }),
        column("Last used", (token) => <LastUse token={token} />, {
          from: "sm",
          className: "whitespace-nowrap text-ink-soft",
        }),
        column("Expires", ({ expiresAt }) => <Expiry of={{ expiresAt, revokedAt: null }} />),
        actions((token) => (
          <ConfirmButton label={`Revoke ${token.name}`} title="Revoke token" action="Revoke" {...revoke(token)} />
        )),
      ]}
    />
  );
}

function LastUse({ token: { lastUsedAt, lastUsedAddress } }: { token: Token }) {
  if (lastUsedAt === null) {
    return "Never used";
  }
  return (
    <span className="inline-grid">
      <Time at={lastUsedAt} />
      {lastUsedAddress !== null && <code className="text-[13px] text-ink-faint">{lastUsedAddress}</code>}
    </span>
  );
}

export function Expiry({ of }: { of: Parameters<typeof expiryBadge>[0] }) {
  const { text, tone } = expiryBadge(of, Date.now());
  return <Badge tone={tone}>{text}</Badge>;
}

export function Scopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <span className="flex gap-1">
      {scopes.map((scope) => (
        <Badge key={scope}>{scope}</Badge>
      ))}
    </span>
  );
}

const day = 86_400_000;
const soonDays = 7;

/** Says when a key expires, and how urgent that is. */
export function expiryBadge(
  { expiresAt, revokedAt }: { expiresAt: string | null; revokedAt: string | null },
  now: number,
): { text: string; tone: BadgeTone } {
  if (revokedAt !== null) {
    return { text: "Revoked", tone: "danger" };
  }
  if (expiresAt === null) {
    return { text: "Never", tone: "plain" };
  }
  const days = Math.ceil((Date.parse(expiresAt) - now) / day);
  if (days <= 0) {
    return { text: "Expired", tone: "danger" };
  }
  return { text: days === 1 ? "1 day left" : `${days} days left`, tone: days <= soonDays ? "warn" : "ok" };
}
