import { useQuery } from "@tanstack/react-query";
import { ThumbsUp } from "lucide-react";
import { ratingsQuery } from "../api/insight-queries.ts";
import { useProject } from "../shell/current-project.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { Rating } from "./questions.tsx";
import { reasonName } from "./reason-name.ts";
import { SiteLink } from "./site-link.tsx";

const columns = [
  { title: "Rating", className: "w-20" },
  { title: "Page, reason and comment", className: mainColumn },
  { title: "When", className: "hidden sm:table-cell w-32" },
];

/** Readers' ratings of pages. Ratings of answers are listed with the questions. */
export function Feedback() {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(ratingsQuery(project.id));
  if (data?.ratings.length === 0) {
    return (
      <EmptyState icon={<ThumbsUp size={20} />} title="No feedback yet" action={<SiteLink />}>
        Readers can rate every page, choose a reason and leave a comment. Their feedback appears here.
      </EmptyState>
    );
  }
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <Table label="Page feedback" columns={columns}>
        {data === undefined && error === null && <RowsLoading columns={3} rows={5} />}
        {data?.ratings.map(({ page, helpful, reason, comment, createdAt }) => (
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
              {reason !== null && <span className="block text-ink-soft">{reasonName(reason)}</span>}
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
