import { Link } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { UpdateSummary } from "../../../src/contract/schemas.ts";
import { sourceName } from "../../../src/contract/source-name.ts";
import { useProject } from "../shell/current-project.ts";
import { AuthorName } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { EmptyState } from "../ui/page.tsx";
import { shortenMiddle } from "../ui/shorten-middle.ts";
import { UpdateState } from "../ui/status.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { formatDuration, Time } from "../ui/time.tsx";

const messageLength = 54;

interface UpdateTableProps extends Pick<ComponentProps<typeof Table>, "query"> {
  updates: readonly UpdateSummary[] | undefined;
  empty?: ReactNode;
}

export function UpdateTable({ updates, query, empty = <NoUpdates /> }: UpdateTableProps) {
  return (
    <Table
      label="Updates"
      {...(query && { query })}
      rows={updates}
      keyOf={({ _id }) => _id}
      loadingRows={5}
      empty={empty}
      columns={({ main, column, time }) => [
        column("Status", (update) => <UpdateState update={update} />, { width: "w-48" }),
        main("Commit", (update) => <Commit update={update} />),
        column("Published to", (update) => <Target update={update} />, { from: "lg", width: "w-32" }),
        column("Author", ({ author }) => author?.name !== undefined && <AuthorName name={author.name} />, {
          from: "lg",
          width: "w-44",
        }),
        column("Source", sourceName, { from: "md", width: "w-32", className: "whitespace-nowrap text-ink-soft" }),
        column("Took", duration, {
          from: "sm",
          width: "w-24",
          className: "whitespace-nowrap text-ink-soft tabular-nums",
        }),
        time("When", ({ createdAt }) => createdAt, { width: "w-32" }),
      ]}
    />
  );
}

/** The site, or the branch whose preview was updated. */
function Target({ update: { subdomain, commit } }: { update: UpdateSummary }) {
  const { project } = useProject();
  if (subdomain === project.domain) return <span className="whitespace-nowrap text-ink-soft">Your site</span>;
  return (
    <code className="block max-w-32 truncate text-ink-soft" title={commit?.ref}>
      {commit?.ref}
    </code>
  );
}

function NoUpdates() {
  const { project } = useProject();
  return (
    <EmptyState
      icon={<Rocket size={20} />}
      title="No updates yet"
      command={`curl -X POST ${window.location.origin}/v1/project/update/${project.id} \\\n  -H "Authorization: Bearer YOUR_ADMIN_KEY"`}
    >
      An update builds the pages of the repository and publishes them. Every push triggers an update. You can also
      trigger one on this page or through the API.
    </EmptyState>
  );
}

function Commit({ update }: { update: UpdateSummary }) {
  const { project, params } = useProject();
  return (
    <>
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
    </>
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
