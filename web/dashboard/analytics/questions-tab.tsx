import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { overviewQuery, read, readPages } from "../api/client.ts";
import { Questions } from "../assistant/questions.tsx";
import { CsvButton, fieldsCsv } from "../shell/csv-button.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";
import { DayPlots } from "./day-plots.tsx";
import { filterBy, useAnalytics } from "./use-analytics.ts";

const plots = [
  { count: "questions", title: "Questions" },
  { count: "suggested", title: "Answered with suggestions" },
  { count: "notInDocs", title: "Unanswered questions" },
] as const;

/** What readers ask, by day and by subject, and every question with its outcome. */
export function QuestionsTab() {
  const { project, period } = useAnalytics();
  const { data, error, refetch } = useQuery(overviewQuery(project.id, period));
  const isSilent = data !== undefined && data.totals.questions === 0;
  return (
    <>
      <Problem error={error} onRetry={refetch} className="mb-4" />
      {!isSilent && <DayPlots name="questions" plots={plots} />}
      {!isSilent && <Subjects />}
      <Section title="All questions" description={<Callers />}>
        <Questions days={period} />
      </Section>
    </>
  );
}

/** Who asks, in a sentence: the tools of agents aren't in the list, because their questions aren't kept. */
function Callers() {
  const { project, period } = useAnalytics();
  const { data } = useQuery(read("getAnalyticsCallers", { projectId: project.id, ...period }));
  if (data === undefined || data.total === 0) return null;
  const asked = [
    [data.site, "on the site"],
    [data.api, "through the API"],
    [data.slack, "in Slack"],
    [data.tools, "by AI tools, which aren’t listed"],
  ] as const;
  const parts = asked.filter(([number]) => number > 0).map(([number, how]) => `${number.toLocaleString("en")} ${how}`);
  return `Asked in this period: ${new Intl.ListFormat("en").format(parts)}.`;
}

const csvColumns = {
  page: "page",
  questions: "questions",
  answered: "answered",
  suggested: "suggested",
  unanswered: "unanswered",
  not_helpful: "notHelpful",
} as const;

function Subjects() {
  const { project, period, link } = useAnalytics();
  const query = useInfiniteQuery(readPages("listQuestionSubjects", { projectId: project.id, limit: 10, ...period }));
  const subjects = query.data?.pages.flatMap((page) => page.subjects);
  return (
    <Section
      title="By subject"
      description="The page that a question is about is the first one that the answer cites, otherwise the one that the reader was on."
      action={
        <CsvButton
          label="Download CSV: questions by subject"
          name={`questions-by-subject-${period.from}-${period.to}`}
          disabled={subjects === undefined}
          csv={() => fieldsCsv(csvColumns, subjects)}
        />
      }
    >
      <Table
        label="Questions by subject"
        query={query}
        rows={subjects}
        keyOf={({ page }) => page ?? ""}
        loadingRows={4}
        empty="No questions yet."
        columns={({ main, number }) => [
          main("Page", ({ page }) =>
            page === null ? (
              <span className="text-ink-soft">Without a page</span>
            ) : (
              <Link
                {...link({ tab: undefined, ...filterBy("page", page) })}
                className="block truncate font-mono text-[12.5px] hover:text-accent hover:underline"
              >
                {page}
              </Link>
            ),
          ),
          number("Questions", ({ questions }) => questions),
          number("Answered", ({ answered }) => answered, { from: "sm" }),
          number("Suggestions", ({ suggested }) => suggested, { from: "md" }),
          number("Unanswered", ({ unanswered }) => unanswered),
          number("Not helpful", ({ notHelpful }) => notHelpful, { from: "md" }),
        ]}
      />
    </Section>
  );
}
