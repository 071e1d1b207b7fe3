import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, Check, RotateCcw, SquarePen, ThumbsUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Answer, allOf, api, feedbackQuery } from "../api/client.ts";
import { Rating, reasonName } from "../assistant/questions.tsx";
import { SiteLink } from "../assistant/site-link.tsx";
import { CsvButton, fieldsCsv } from "../shell/csv-button.tsx";
import { useProject } from "../shell/current-project.ts";
import { IconButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/page.tsx";
import { FilterButtons } from "../ui/status-filter.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import { promptForFeedback } from "./prompts.ts";
import { filterBy, useAnalytics } from "./use-analytics.ts";

type Opinion = Answer<"listFeedback">["feedback"][number];
type FeedbackStatus = Opinion["status"];

const statuses: readonly (readonly [FeedbackStatus | undefined, string])[] = [
  ["open", "Open"],
  ["done", "Done"],
  [undefined, "All"],
];

const csvColumns = {
  created_at: "createdAt",
  page: "page",
  helpful: "helpful",
  reason: "reason",
  comment: "comment",
  contact: "contact",
  status: "status",
} as const;

/** Readers' ratings of pages, to be dealt with one by one. Ratings of answers are listed with the questions. */
export function Feedback() {
  const { project, period } = useAnalytics();
  const [status, setStatus] = useState<FeedbackStatus | undefined>("open");
  const query = useInfiniteQuery(feedbackQuery(project.id, { ...period, status }));
  const rows = query.data?.pages.flatMap(({ feedback }) => feedback);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <FilterButtons legend="Filter by status" choices={statuses} value={status} onChange={setStatus} />
        <CsvButton name="feedback" disabled={!rows?.length} csv={() => fieldsCsv(csvColumns, rows)}>
          Download CSV
        </CsvButton>
      </div>
      <FeedbackTable
        query={query}
        rows={rows}
        empty={
          <EmptyState
            icon={<ThumbsUp size={20} />}
            title={status === "open" ? "No open feedback in this period" : "No feedback in this period"}
            action={<SiteLink />}
          >
            Readers can rate every page, choose a reason and leave a comment. Their feedback appears here.
          </EmptyState>
        }
      />
    </>
  );
}

/** The feedback on one page. */
export function FeedbackOnPage({ page }: { page: string }) {
  const { project, period } = useAnalytics();
  const query = useInfiniteQuery(feedbackQuery(project.id, { ...period, page }));
  const rows = query.data?.pages.flatMap(({ feedback }) => feedback);
  return <FeedbackTable query={query} rows={rows} empty="No feedback on this page in this period." isOnPage />;
}

interface FeedbackTableProps {
  query: NonNullable<Parameters<typeof Table<Opinion>>[0]["query"]>;
  empty: ReactNode;
  rows: readonly Opinion[] | undefined;
  /** Whether all rows are about one page, which needn't be named. */
  isOnPage?: boolean;
}

function FeedbackTable({ query, rows, empty, isOnPage = false }: FeedbackTableProps) {
  const { may } = useProject();
  return (
    <Table
      label="Page feedback"
      query={query}
      rows={rows}
      keyOf={({ id }) => id}
      loadingRows={5}
      empty={empty}
      rowClass={({ status }) => (status === "done" ? "text-ink-soft" : "")}
      columns={({ main, column, actions }) => [
        column("Rating", ({ helpful }) => <Rating isHelpful={helpful} />, { width: "w-16", className: "pr-0" }),
        main("Feedback", (opinion) => <OpinionText opinion={opinion} isOnPage={isOnPage} />),
        ...(may("editor") ? [actions((opinion) => <OpinionActions opinion={opinion} />, "pl-0")] : []),
      ]}
    />
  );
}

function OpinionText({ opinion, isOnPage }: { opinion: Opinion; isOnPage: boolean }) {
  const { link } = useAnalytics();
  const { page, reason, comment, contact, status, createdAt } = opinion;
  return (
    <>
      {!isOnPage && (
        <Link
          {...link({ tab: undefined, ...filterBy("page", page) })}
          className="block truncate font-mono text-[12.5px] hover:text-accent hover:underline"
        >
          {page}
        </Link>
      )}
      {comment !== null && <span className="block [overflow-wrap:anywhere]">{comment}</span>}
      <span className="flex flex-wrap items-center gap-x-2 text-[13px] text-ink-faint">
        {status === "done" && <span>Done</span>}
        {reason !== null && <span>{reasonName(reason)}</span>}
        <Time at={createdAt} />
        {contact !== null && (
          <a href={`mailto:${encodeURIComponent(contact)}`} className="truncate text-accent hover:underline">
            {contact}
          </a>
        )}
      </span>
    </>
  );
}

const actionClass =
  "inline-flex size-8 items-center justify-center rounded-control text-ink-faint hover:bg-hover hover:text-ink pointer-coarse:size-10";

/** Leads to the editor or a job, and marks the feedback as done. */
function OpinionActions({ opinion: { id, page, reason, comment, status } }: { opinion: Opinion }) {
  const { project, params } = useProject();
  const change = useAction(
    () => api.changeFeedback({ projectId: project.id, id, status: status === "open" ? "done" : "open" }),
    { rereads: [allOf("listFeedback", { projectId: project.id })] },
  );
  const opinion = [reason === null ? undefined : reasonName(reason), comment ?? undefined].filter(Boolean).join(": ");
  return (
    <span className="inline-flex">
      {opinion !== "" && (
        <Link
          to="/$organization/$domain/jobs/new"
          params={params}
          search={{ prompt: promptForFeedback(page, opinion) }}
          aria-label={`Create a job from the feedback on ${page}`}
          title="Create a job"
          className={actionClass}
        >
          <Bot size={16} />
        </Link>
      )}
      <Link
        to="/$organization/$domain/editor"
        params={params}
        search={{ page }}
        aria-label={`Edit ${page}`}
        title="Edit page"
        className={actionClass}
      >
        <SquarePen size={16} />
      </Link>
      <IconButton
        label={status === "open" ? "Mark as done" : "Open again"}
        disabled={change.isPending}
        onClick={() => change.mutate()}
      >
        {status === "open" ? <Check size={16} /> : <RotateCcw size={16} />}
      </IconButton>
    </span>
  );
}
