import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { overviewQuery, recentQuestionsQuery } from "../api/insight-queries.ts";
import { Questions } from "../assistant/questions.tsx";
import { IconButton } from "../ui/button.tsx";
import { downloadCsv, toCsv } from "../ui/csv.ts";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";
import { DayPlots } from "./day-plots.tsx";
import { questionSubjects, type Subject } from "./question-subjects.ts";
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
      <Section title="All questions">
        <Questions />
      </Section>
    </>
  );
}

const numbers = { width: "text-right", className: "text-right tabular-nums" };

function Subjects() {
  const { project, link } = useAnalytics();
  const { data, error } = useQuery(recentQuestionsQuery(project.id));
  const subjects = data && questionSubjects(data.questions);
  return (
    <Section
      title="By subject"
      description={`The pages that the latest ${data?.questions.length.toLocaleString("en") ?? ""} questions are about: the first one that the answer cites, otherwise the one that the reader was on.`}
      action={
        <IconButton
          label="Download CSV: questions by subject"
          disabled={subjects === undefined}
          onClick={() => downloadCsv(`${project.domain}-questions-by-subject.csv`, subjectsCsv(subjects ?? []))}
        >
          <Download size={16} />
        </IconButton>
      }
    >
      <Table
        label="Questions by subject"
        query={{ error }}
        rows={subjects?.slice(0, shownMax)}
        keyOf={({ page }) => page ?? ""}
        loadingRows={4}
        empty="No questions yet."
        columns={({ main, column }) => [
          main("Page", ({ page }) =>
            page === undefined ? (
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
          column("Questions", ({ questions }) => questions, numbers),
          column("Answered", ({ answered }) => answered, { ...numbers, from: "sm" }),
          column("Suggestions", ({ suggested }) => suggested, { ...numbers, from: "md" }),
          column("Unanswered", ({ unanswered }) => unanswered, numbers),
          column("Not helpful", ({ notHelpful }) => notHelpful, { ...numbers, from: "md" }),
        ]}
      />
    </Section>
  );
}

const shownMax = 15;

function subjectsCsv(subjects: readonly Subject[]): string {
  return toCsv(
    ["page", "questions", "answered", "suggested", "unanswered", "not_helpful"],
    subjects.map(({ page, questions, answered, suggested, unanswered, notHelpful }) => [
      page ?? "",
      questions,
      answered,
      suggested,
      unanswered,
      notHelpful,
    ]),
  );
}
