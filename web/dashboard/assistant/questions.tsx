import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Gavel, MessageCircleQuestionMark, ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { gapLimits } from "../../../src/contract/gap-limits.ts";
import { type Answer, conversationQuery, judgedQuestionsQuery, questionsQuery } from "../api/client.ts";
import { CsvButton, fieldsCsv } from "../shell/csv-button.tsx";
import { useProject } from "../shell/current-project.ts";
import { RowButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/page.tsx";
import { Status } from "../ui/status.tsx";
import { FilterButtons } from "../ui/status-filter.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { WorkButtons } from "./gaps.tsx";
import { JudgeDialog, Verdict } from "./judge-dialog.tsx";

type Question = Answer<"listInsightQuestions">["questions"][number];

const filters: readonly { label: string; filter: Parameters<typeof questionsQuery>[1] }[] = [
  { label: "Unanswered", filter: { outcome: "not_in_docs" } },
  { label: "Suggestions", filter: { outcome: "suggested" } },
  { label: "Not helpful", filter: { helpful: false } },
  { label: "All", filter: {} },
];

/** Readers' questions. Editors can select unanswered ones and start the work on them. */
export function Questions({ days }: { days: { from: string; to: string } }) {
  const { project, may } = useProject();
  const isEditor = may("editor");
  const [shown, setShown] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = useInfiniteQuery(questionsQuery(project.id, { ...days, ...filters[shown]?.filter }));
  const [judged, setJudged] = useState<Question>();
  const { data: own } = useQuery(judgedQuestionsQuery(project.id));
  const judgmentOf = (id: string) => own?.questions.find(({ answerId }) => answerId === id);
  const questions = query.data?.pages.flatMap((page) => page.questions);
  const picked = questions?.filter(({ id }) => chosen.has(id)) ?? [];
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < gapLimits.questions) {
      next.add(id);
    }
    setChosen(next);
  };
  const showCheckbox = ({ id, question, outcome }: Question) =>
    outcome === "not_in_docs" && (
      <input
        type="checkbox"
        aria-label={`Select “${question}”`}
        checked={chosen.has(id)}
        onChange={() => toggle(id)}
        className="block size-4 accent-accent"
      />
    );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <FilterButtons
          legend="Filter questions"
          choices={filters.map(({ label }, index) => [index, label])}
          value={shown}
          onChange={setShown}
        />
        {questions !== undefined && questions.length > 0 && (
          <CsvButton className="ml-auto" name="questions" csv={() => fieldsCsv(csvColumns, questions)}>
            Download CSV
          </CsvButton>
        )}
        {isEditor && questions !== undefined && questions.length > 0 && <WorkButtons questions={picked} />}
      </div>
      <Table
        label="Questions"
        query={query}
        rows={questions}
        keyOf={({ id }) => id}
        loadingRows={4}
        empty={
          <EmptyState
            icon={<MessageCircleQuestionMark size={20} />}
            title={shown === 0 ? "No unanswered questions in this period" : "No questions in this period"}
          >
            {shown === 0
              ? "Questions that the pages don't answer appear here. They show you what to write next."
              : "Questions that readers ask on the site or through the API appear here."}
          </EmptyState>
        }
        columns={({ main, column, time }) => [
          ...(isEditor ? [column("Select", showCheckbox, { isQuiet: true, className: "w-10 pr-0" })] : []),
          main("Question", ({ question, page, reason, comment, createdAt, helpful }) => (
            <>
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{question}</span>
              {page !== null && <code className="line-clamp-1 text-ink-faint">{page}</code>}
              {reason !== null && <span className="block text-ink-soft">{reasonName(reason)}</span>}
              {comment !== null && <span className="line-clamp-2 text-ink-soft">“{comment}”</span>}
              <Beneath>
                <Time at={createdAt} />
                {helpful !== null && <Rating isHelpful={helpful} />}
              </Beneath>
            </>
          )),
          column("Outcome", ({ outcome }) => <Status status={outcome} />, { from: "sm", width: "w-40" }),
          column("Rating", ({ helpful }) => <Rating isHelpful={helpful} />, { from: "sm", width: "w-24" }),
          time("When", ({ createdAt }) => createdAt, { width: "w-32" }),
          column(
            "Judgment",
            (question) => (
              <JudgeCell
                question={question}
                judgment={judgmentOf(question.id)?.judgment}
                onJudge={isEditor ? () => setJudged(question) : undefined}
              />
            ),
            { className: "pl-0 whitespace-nowrap sm:pl-4" },
          ),
        ]}
      />
      {judged !== undefined && (
        <JudgeQuestion question={judged} before={judgmentOf(judged.id)} onClose={() => setJudged(undefined)} />
      )}
    </>
  );
}

interface JudgeCellProps {
  question: Question;
  judgment: "right" | "partly" | "wrong" | null | undefined;
  onJudge: (() => void) | undefined;
}

/** Incomplete answers can't be judged. */
function JudgeCell({ question: { question, outcome }, judgment, onJudge }: JudgeCellProps) {
  const isComplete = outcome === "answered" || outcome === "suggested" || outcome === "not_in_docs";
  if (judgment && onJudge === undefined) return <Verdict result={judgment} />;
  if (onJudge === undefined || !isComplete) return <span className="text-ink-faint">–</span>;
  if (judgment) {
    return (
      <button type="button" aria-label={`Judge “${question}” again`} onClick={onJudge} className="hover:underline">
        <Verdict result={judgment} />
      </button>
    );
  }
  return (
    <RowButton
      look="secondary"
      icon={<Gavel size={16} />}
      label={`Judge the answer to “${question}”`}
      onClick={onJudge}
    >
      Judge
    </RowButton>
  );
}

interface JudgeQuestionProps {
  question: Question;
  before: Answer<"listEvaluationQuestions">["questions"][number] | undefined;
  onClose: () => void;
}

/** Opens the conversation, which includes the answer. */
function JudgeQuestion({ question: { id, conversationId, question }, before, onClose }: JudgeQuestionProps) {
  const { project } = useProject();
  const { data } = useQuery(conversationQuery(project.id, conversationId));
  const answer = before?.answer ?? data?.messages.find((message) => message.id === id)?.text;
  const judged = { subject: { answerId: id }, question, answer, judgment: before?.judgment ?? null };
  return <JudgeDialog judged={before === undefined ? judged : { ...judged, expected: before }} onClose={onClose} />;
}

const csvColumns = {
  asked: "createdAt",
  question: "question",
  outcome: "outcome",
  sources: "sources",
  page: "page",
  language: "language",
  model: "model",
  helpful: "helpful",
  reason: "reason",
  comment: "comment",
} as const;

export function Rating({ isHelpful }: { isHelpful: boolean | null }) {
  if (isHelpful === null) {
    return <span className="text-ink-faint">–</span>;
  }
  const Icon = isHelpful ? ThumbsUp : ThumbsDown;
  return (
    <span className={isHelpful ? "text-ok" : "text-danger"}>
      <Icon size={16} />
      <span className="sr-only">{isHelpful ? "helpful" : "not helpful"}</span>
    </span>
  );
}

const reasonNames: Readonly<Record<string, string>> = {
  solved: "Solved my problem",
  clear: "Easy to understand",
  examples: "Good examples",
  wrong: "Wrong",
  off_topic: "Not what I asked",
  missing: "Missing information",
  unclear: "Hard to understand",
  outdated: "Out of date",
  not_working: "Doesn’t work as described",
  other: "Something else",
};

/** The reason that a reader gave for a rating of a page or an answer. */
export function reasonName(reason: string): string {
  return reasonNames[reason] ?? reason;
}
