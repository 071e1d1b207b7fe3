import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BookOpen, Plus } from "lucide-react";
import { projectsQuery } from "../api/queries.ts";
import { useOrganization } from "../shell/current-project.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Status } from "../ui/status.tsx";
import { Cell, Row, RowsLoading, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

const columns = [
  { title: "Last update", className: "w-40" },
  { title: "Project" },
  { title: "Site", className: "hidden md:table-cell" },
  { title: "Published", className: "hidden sm:table-cell w-36" },
];

export function ProjectsPage() {
  const { organization, params, may } = useOrganization();
  const { data, error, refetch } = useQuery(projectsQuery(organization.id));
  const create = may("admin") && (
    <Link to="/$organization/-/new" params={params} className={buttonClass("primary")}>
      <Plus size={16} aria-hidden />
      New project
    </Link>
  );
  const isEmpty = data?.projects.length === 0;
  return (
    <Page title="Projects" documentTitle={`Projects of ${organization.name}`} action={!isEmpty && create}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} className="mb-4" />}
      {isEmpty ? (
        <EmptyState
          icon={<BookOpen size={20} />}
          title="No project yet"
          action={create || undefined}
          command={`npm run lectern -- project create --organization ${organization.id} \\\n  --name Docs --domain docs --from DIR`}
        >
          A project is a folder of Markdown pages with a docs.json. Import one, begin with the starter, or connect a
          repository: the site is there a moment later.
        </EmptyState>
      ) : (
        <Table label="Projects" columns={columns}>
          {data === undefined && error === null && <RowsLoading columns={columns.length} />}
          {data?.projects.map(({ id, name, domain, siteUrl, latestUpdate, published }) => (
            <Row key={id}>
              <Cell>{latestUpdate === null ? "–" : <Status status={latestUpdate.status} />}</Cell>
              <Cell>
                <Link
                  to="/$organization/$domain"
                  params={{ ...params, domain }}
                  className="font-medium after:absolute after:inset-0 hover:text-accent"
                >
                  {name}
                </Link>
              </Cell>
              <Cell className="hidden md:table-cell">
                <a
                  href={siteUrl}
                  target="_blank"
                  rel="noreferrer"
                  className="relative z-10 text-ink-soft hover:text-accent hover:underline"
                >
                  {siteUrl.replace(/^https?:\/\//, "")}
                </a>
              </Cell>
              <Cell className="hidden text-ink-soft sm:table-cell">
                {published === null ? "not yet" : <Time at={published.at} />}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Page>
  );
}
