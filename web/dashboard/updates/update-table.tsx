import { Link } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import type { UpdateSummary } from "../../../src/contract/schemas.ts";
import { sourceName } from "../../../src/contract/source-name.ts";
import { useProject } from "../shell/current-project.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatDuration } from "../ui/format-time.ts";
import { shortenMiddle } from "../ui/shorten-middle.ts";
import { UpdateState } from "../ui/status.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

const columns = [
  { title: "Status", className: "w-48" },
  { title: "Commit", className: mainColumn },
  { title: "Branch", className: "hidden lg:table-cell w-32" },
  { title: "Author", className: "hidden lg:table-cell w-44" },
  { title: "Source", className: "hidden md:table-cell w-32" },
  { title: "Took", className: "hidden sm:table-cell w-24" },
  { title: "When", className: "hidden sm:table-cell w-32" },
];

const messageLength = 54;

export function UpdateTable({ updates }: { updates: readonly UpdateSummary[] | undefined }) {
  const { project, params } = useProject();
  if (updates?.length === 0) {
    return (
      <EmptyState
        icon={<Rocket size={20} />}
        title="No updates yet"
        command={`curl -X POST ${window.location.origin}/v1/project/update/${project.id} \\\n  -H "Authorization: Bearer YOUR_ADMIN_KEY"`}
      >
        An update builds the pages of the repository and publishes them. Every push triggers one, and so can you, on
        this page or through the API.
      </EmptyState>
    );
  }
  return (
    <Table label="Updates" columns={columns}>
      {updates === undefined && <RowsLoading columns={columns.length} rows={5} />}
      {updates?.map((update) => (
        <Row key={update._id}>
          <Cell>
            <UpdateState update={update} />
          </Cell>
          <Cell className={mainColumn}>
            <Link
              to="/$organization/$domain/updates/$updateId"
              params={{ ...params, updateId: update._id }}
              className="flex min-w-0 items-center gap-2.5 after:absolute after:inset-0"
            >
              <CommitText update={update} />
              {update.subdomain !== project.domain && <Badge tone="accent">Preview</Badge>}
            </Link>
            {update.builtWith !== undefined && (
              <span className="block truncate text-[13px] leading-5 text-ink-soft">
                Built with <code>{update.builtWith.sha.slice(0, 7)}</code>
              </span>
            )}
            <Beneath>
              <Time at={update.createdAt} />
              {update.author?.name !== undefined && <span className="truncate">{update.author.name}</span>}
            </Beneath>
          </Cell>
          <Cell className="hidden lg:table-cell">
            <code className="block max-w-32 truncate text-ink-soft" title={update.commit?.ref}>
              {update.commit?.ref}
            </code>
          </Cell>
          <Cell className="hidden lg:table-cell">
            {update.author?.name !== undefined && (
              <span className="flex items-center gap-2 text-ink-soft">
                <Avatar name={update.author.name} />
                <span className="max-w-32 truncate">{update.author.name}</span>
              </span>
            )}
          </Cell>
          <Cell className="hidden whitespace-nowrap text-ink-soft md:table-cell">{sourceName(update)}</Cell>
          <Cell className="hidden whitespace-nowrap text-ink-soft tabular-nums sm:table-cell">{duration(update)}</Cell>
          <TimeCell at={update.createdAt} />
        </Row>
      ))}
    </Table>
  );
}

function CommitText({ update: { commit, summary } }: { update: UpdateSummary }) {
  if (commit?.sha === undefined) {
    return <span className="truncate text-ink-soft">{shortenMiddle(summary, messageLength)}</span>;
  }
  return (
    <>
      <code className="hidden text-ink-soft sm:inline">{commit.sha.slice(0, 7)}</code>
      <span className="truncate">{shortenMiddle(commit.message ?? summary, messageLength)}</span>
    </>
  );
}

function duration({ createdAt, endedAt }: UpdateSummary): string {
  return endedAt === undefined ? "–" : formatDuration(Date.parse(endedAt) - Date.parse(createdAt));
}
