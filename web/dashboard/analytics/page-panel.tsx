import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ExternalLink, SquarePen } from "lucide-react";
import { questionsQuery } from "../api/client.ts";
import { Rating } from "../assistant/questions.tsx";
import { useProject } from "../shell/current-project.ts";
import { buttonClass } from "../ui/button.tsx";
import { Section } from "../ui/page.tsx";
import { Status } from "../ui/status.tsx";
import { Table } from "../ui/table.tsx";
import { ActionsList } from "./actions-list.tsx";
import { FeedbackOnPage } from "./feedback.tsx";
import { useAnalytics } from "./use-analytics.ts";

/** What readers of one page search, ask and do next. Who they are is in the lists that are filtered by the page. */
export function PagePanel({ page }: { page: string }) {
  const { project, params } = useProject();
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 truncate font-mono">{page}</h2>
        <div className="flex gap-2">
          <a
            href={new URL(page, project.siteUrl).href}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("secondary", "small")}
          >
            <ExternalLink size={16} />
            Open page
          </a>
          <Link
            to="/$organization/$domain/editor"
            params={params}
            search={{ page }}
            className={buttonClass("secondary", "small")}
          >
            <SquarePen size={16} />
            Edit page
          </Link>
        </div>
      </div>
      <CitedBy page={page} />
      <Section title="Feedback">
        <FeedbackOnPage page={page} />
      </Section>
      <div className="grid items-start gap-x-8 lg:grid-cols-2">
        <ActionsList title="What readers search next" actions={["search", "search_empty"]} page={page} />
        <ActionsList title="Links and code" actions={["outbound", "open_in", "code_copy", "page_copy"]} page={page} />
      </div>
    </>
  );
}

function CitedBy({ page }: { page: string }) {
  const { project, period } = useAnalytics();
  const query = useInfiniteQuery(questionsQuery(project.id, { ...period, source: page }));
  return (
    <Section title="Questions answered from this page">
      <Table
        label="Questions answered from this page"
        query={query}
        rows={query.data?.pages.flatMap(({ questions }) => questions)}
        keyOf={({ id }) => id}
        empty="No answer in this period cites this page."
        columns={({ main, column, time }) => [
          main("Question", ({ question }) => <span className="line-clamp-2 [overflow-wrap:anywhere]">{question}</span>),
          column("Outcome", ({ outcome }) => <Status status={outcome} />, { from: "sm", width: "w-40" }),
          column("Rating", ({ helpful }) => <Rating isHelpful={helpful} />, { width: "w-20" }),
          time("When", ({ createdAt }) => createdAt, { width: "w-32" }),
        ]}
      />
    </Section>
  );
}
