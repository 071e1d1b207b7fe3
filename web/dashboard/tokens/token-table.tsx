import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Answer } from "../api/client.ts";
import { Badge } from "../ui/badge.tsx";
import { RowButton } from "../ui/button.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { expiryBadge } from "./expiry-badge.ts";

export type Token = Answer<"listTokens">["tokens"][number];

interface TokenTableProps<Listed extends Token> {
  tokens: readonly Listed[] | undefined;
  /** The title and content of the second column. */
  middle: { title: string; of: (token: Listed) => ReactNode };
  onRevoke: (token: Listed) => void;
}

/** Personal access tokens, with their last use. */
export function TokenTable<Listed extends Token>({ tokens, middle, onRevoke }: TokenTableProps<Listed>) {
  const columns = [
    { title: "Name", className: mainColumn },
    { title: middle.title, className: "hidden md:table-cell" },
    { title: "Scopes", className: "hidden sm:table-cell" },
    { title: "Last used", className: "hidden sm:table-cell" },
    { title: "Expires" },
    { title: "Actions", isQuiet: true },
  ];
  return (
    <Table label="Personal access tokens" columns={columns}>
      {tokens === undefined && <RowsLoading columns={columns.length} rows={2} />}
      {tokens?.map((token) => (
        <Row key={token.id}>
          <Cell className={mainColumn}>
            <span className="block truncate font-medium" title={token.name}>
              {token.name}
            </span>
            <code className="block truncate text-[13px] text-ink-faint">{token.hint}</code>
            <Beneath>
              <LastUse token={token} />
            </Beneath>
          </Cell>
          <Cell className="hidden max-w-56 truncate md:table-cell">{middle.of(token)}</Cell>
          <Cell className="hidden sm:table-cell">
            <span className="flex gap-1">
              {token.scopes.map((scope) => (
                <Badge key={scope}>{scope}</Badge>
              ))}
            </span>
          </Cell>
          <Cell className="hidden whitespace-nowrap text-ink-soft sm:table-cell">
            <LastUse token={token} />
          </Cell>
          <Cell>
            <Expiry token={token} />
          </Cell>
          <Cell className="text-right">
            <RowButton label={`Revoke ${token.name}`} icon={<Trash2 size={16} />} onClick={() => onRevoke(token)}>
              Revoke
            </RowButton>
          </Cell>
        </Row>
      ))}
    </Table>
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

function Expiry({ token: { expiresAt } }: { token: Token }) {
  const { text, tone } = expiryBadge({ expiresAt, revokedAt: null }, Date.now());
  return <Badge tone={tone}>{text}</Badge>;
}
