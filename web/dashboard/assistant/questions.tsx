import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Bot, MessageCircleQuestionMark, ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { type QuestionFilter, questionsQuery } from "../api/insight-queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Problem } from "../ui/problem.tsx";
import { Status } from "../ui/status.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { promptForQuestions, questionsMax } from "./prompt-for-questions.ts";

const filters: readonly { label: string; filter: QuestionFilter }[] = [
  { label: "Not answered", filter: { outcome: "not_in_docs" } },
  { label: "Not helpful", filter: { helpful: false } },
  { label: "All", filter: {} },
];

/** Questions of readers. Unanswered ones can be turned into an agent job. */
export function Questions() {
  const { project, params, may } = useProject();
  const navigate = useNavigate();
  const [shown, setShown] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = useInfiniteQuery(questionsQuery(project.id, filters[shown]?.filter ?? {}));
  const questions = query.data?.pages.flatMap((page) => page.questions);
  const picked = questions?.filter(({ id }) => chosen.has(id)) ?? [];
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < questionsMax) {
      next.add(id);
    }
    setChosen(next);
  };
  const makeJob = () =>
    void navigate({
      to: "/$organization/$domain/jobs/new",
      params,
      search: { prompt: promptForQuestions(picked.map(({ question }) => question)) },
    });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex gap-1">
          <legend className="sr-only">Which questions</legend>
          {filters.map(({ label }, index) => (
            <button
              key={label}
              type="button"
              aria-pressed={index === shown}
              onClick={() => setShown(index)}
              className="h-8 rounded-full px-3 text-[13px] text-ink-soft hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong pointer-coarse:h-10"
            >
              {label}
            </button>
          ))}
        </fieldset>
        {may("editor") && questions !== undefined && questions.length > 0 && (
          <Button look="primary" icon={<Bot size={16} aria-hidden />} disabled={picked.length === 0} onClick={makeJob}>
            Make a job from these{picked.length > 0 ? ` (${picked.length})` : ""}
          </Button>
        )}
      </div>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {questions?.length === 0 && (
        <EmptyState icon={<MessageCircleQuestionMark size={20} />} title="No such question">
          {shown === 0
            ? "Questions that the pages do not answer come here: they tell what to write next."
            : "What readers ask the assistant, on the site and over the API, comes here."}
        </EmptyState>
      )}
      {questions?.length !== 0 && query.error === null && (
        <Table
          label="Questions"
          columns={[
            ...(may("editor") ? [{ title: "Choose", isQuiet: true }] : []),
            { title: "Question", className: mainColumn },
            { title: "Outcome", className: "hidden sm:table-cell w-40" },
            { title: "Rated", className: "hidden sm:table-cell w-24" },
            { title: "When", className: "hidden sm:table-cell w-32" },
          ]}
        >
          {questions === undefined && <RowsLoading columns={4} rows={4} />}
          {questions?.map(({ id, question, outcome, page, helpful, comment, createdAt }) => (
            <Row key={id}>
              {may("editor") && (
                <Cell className="w-10 pr-0">
                  <input
                    type="checkbox"
                    aria-label={`Choose “${question}”`}
                    checked={chosen.has(id)}
                    onChange={() => toggle(id)}
                    className="block size-4 accent-accent"
                  />
                </Cell>
              )}
              <Cell className={mainColumn}>
                <span className="line-clamp-2 [overflow-wrap:anywhere]">{question}</span>
                {page !== null && <code className="line-clamp-1 text-ink-faint">{page}</code>}
                {comment !== null && <span className="line-clamp-2 text-ink-soft">“{comment}”</span>}
                <Beneath>
                  <Time at={createdAt} />
                  {helpful !== null && <Rating isHelpful={helpful} />}
                </Beneath>
              </Cell>
              <Cell className="hidden sm:table-cell">
                <Status status={outcome} />
              </Cell>
              <Cell className="hidden sm:table-cell">
                <Rating isHelpful={helpful} />
              </Cell>
              <TimeCell at={createdAt} />
            </Row>
          ))}
        </Table>
      )}
      <MoreButton query={query} />
    </>
  );
}

export function Rating({ isHelpful }: { isHelpful: boolean | null }) {
  if (isHelpful === null) {
    return <span className="text-ink-faint">–</span>;
  }
  const Icon = isHelpful ? ThumbsUp : ThumbsDown;
  return (
    <span className={isHelpful ? "text-ok" : "text-danger"}>
      <Icon size={16} aria-hidden />
      <span className="sr-only">{isHelpful ? "helpful" : "not helpful"}</span>
    </span>
  );
}
