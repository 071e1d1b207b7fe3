import { useQuery } from "@tanstack/react-query";
import { ThumbsUp } from "lucide-react";
import { ratingsQuery } from "../api/insight-queries.ts";
import { useProject } from "../shell/current-project.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { Rating } from "./questions.tsx";
import { SiteLink } from "./site-link.tsx";

const columns = [
  { title: "Rated", className: "w-20" },
  { title: "Page and comment", className: mainColumn },
  { title: "When", className: "hidden sm:table-cell w-32" },
];

/** Ratings of pages. Ratings of answers are listed with the questions. */
export function Feedback() {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(ratingsQuery(project.id));
  if (data?.ratings.length === 0) {
    return (
      <EmptyState icon={<ThumbsUp size={20} />} title="No page was rated yet" action={<SiteLink />}>
        Readers can say under every page whether it helped; what they say comes here.
      </EmptyState>
    );
  }
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <Table label="Ratings of pages" columns={columns}>
        {data === undefined && error === null && <RowsLoading columns={3} rows={5} />}
        {data?.ratings.map(({ page, helpful, comment, createdAt }) => (
          <Row key={`${page} ${createdAt}`}>
            <Cell>
              <Rating isHelpful={helpful} />
            </Cell>
            <Cell className={mainColumn}>
              <a
                href={new URL(page, project.siteUrl).href}
                target="_blank"
                rel="noreferrer"
                className="block truncate font-mono text-[12.5px] hover:text-accent hover:underline"
              >
                {page}
              </a>
              {comment !== null && <span className="block text-ink-soft [overflow-wrap:anywhere]">{comment}</span>}
              <Beneath>
                <Time at={createdAt} />
              </Beneath>
            </Cell>
            <TimeCell at={createdAt} />
          </Row>
        ))}
      </Table>
    </>
  );
}
