import { useQuery } from "@tanstack/react-query";
import { ThumbsUp } from "lucide-react";
import { ratingsQuery } from "../api/insight-queries.ts";
import { Rating } from "../assistant/questions.tsx";
import { reasonName } from "../assistant/reason-name.ts";
import { SiteLink } from "../assistant/site-link.tsx";
import { useProject } from "../shell/current-project.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

/** Readers' ratings of pages. Ratings of answers are listed with the questions. */
export function Feedback() {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(ratingsQuery(project.id));
  return (
    <Table
      label="Page feedback"
      query={{ error, refetch }}
      rows={data?.ratings}
      keyOf={({ page, createdAt }) => `${page} ${createdAt}`}
      loadingRows={5}
      empty={
        <EmptyState icon={<ThumbsUp size={20} />} title="No feedback yet" action={<SiteLink />}>
          Readers can rate every page, choose a reason and leave a comment. Their feedback appears here.
        </EmptyState>
      }
      columns={({ main, column, time }) => [
        column("Rating", ({ helpful }) => <Rating isHelpful={helpful} />, { width: "w-20" }),
        main("Page, reason and comment", ({ page, reason, comment, createdAt }) => (
          <>
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
          </>
        )),
        time("When", ({ createdAt }) => createdAt, { width: "w-32" }),
      ]}
    />
  );
}
