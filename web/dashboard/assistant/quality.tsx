import { useQuery } from "@tanstack/react-query";
import { Gavel, Play, Plus, Target } from "lucide-react";
import { useState } from "react";
import { evaluationLimits } from "../../../src/contract/evaluation-limits.ts";
import { type Answer, allOf, api, evaluationQueries, judgedQuestionsQuery, read } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, RowButton } from "../ui/button.tsx";
import { ConfirmButton } from "../ui/confirm-dialog.tsx";
import { TextArea } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { EmptyState, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { useAction } from "../ui/use-action.ts";
import { ExpectedFields, FactsField, NoteField, nothingExpected, readExpected } from "./expected-fields.tsx";
import { JudgeDialog, Verdict } from "./judge-dialog.tsx";
import { QualityPlots } from "./quality-plots.tsx";

type Question = Answer<"listEvaluationQuestions">["questions"][number];
type QuestionResult = Answer<"getEvaluation">["results"][number];

const whileRunning = 2_000;

/** How good the answers are, measured with questions that members have judged. */
export function Quality() {
  const { project, may } = useProject();
  const [isRunning, setRunning] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const { data: asked, error, refetch } = useQuery(judgedQuestionsQuery(project.id));
  const { data: runs } = useQuery({
    ...read("listEvaluations", { projectId: project.id }),
    ...(isRunning && { refetchInterval: whileRunning }),
  });
  const evaluations = runs?.evaluations ?? [];
  const latest = evaluations.find(({ status }) => status === "completed");
  const isQueued = evaluations[0]?.status === "queued";
  if (isRunning !== isQueued) setRunning(isQueued);
  const { data: evaluation } = useQuery({
    ...read("getEvaluation", { projectId: project.id, id: latest?.id ?? "" }),
    enabled: latest !== undefined,
  });
  if (error !== null) return <Problem error={error} onRetry={refetch} />;
  const addButton = may("editor") && (
    <Button icon={<Plus size={16} />} onClick={() => setAdding(true)}>
      Add question
    </Button>
  );
  const dialog = isAdding && <AddQuestionDialog onClose={() => setAdding(false)} />;
  if (asked?.questions.length === 0) {
    return (
      <>
        <EmptyState icon={<Target size={20} />} title="No judged questions yet" action={addButton}>
          Judge answers on the Questions and Conversations tabs, or add your own questions. They are asked again after
          each update, so you see whether the docs got better.
        </EmptyState>
        {dialog}
      </>
    );
  }
  return (
    <>
      {latest !== undefined && <QualityPlots evaluations={evaluations} />}
      <Section
        title="Questions"
        description="Asked again after each update, with the AI if the project has one."
        action={
          may("editor") && (
            <span className="flex flex-wrap gap-2">
              <RunButton isQueued={isQueued} />
              {addButton}
            </span>
          )
        }
      >
        <QuestionTable questions={asked?.questions} results={evaluation?.results ?? []} />
      </Section>
      {dialog}
    </>
  );
}

function RunButton({ isQueued }: { isQueued: boolean }) {
  const { project } = useProject();
  const run = useAction(() => api.runEvaluation({ projectId: project.id }), {
    rereads: [allOf("listEvaluations", { projectId: project.id })],
  });
  return (
    <Button icon={<Play size={16} />} isBusy={run.isPending || isQueued} onClick={() => run.mutate()}>
      Ask again now
    </Button>
  );
}

interface QuestionTableProps {
  questions: readonly Question[] | undefined;
  results: readonly QuestionResult[];
}

function QuestionTable({ questions, results }: QuestionTableProps) {
  const { project, may } = useProject();
  const [judged, setJudged] = useState<Question>();
  const resultOf = (question: Question | undefined) => results.find(({ questionId }) => questionId === question?.id);
  // In the server's order, which lists worse answers first. New questions have no result yet.
  const places = new Map(results.map(({ questionId }, index) => [questionId, index]));
  const sorted = questions?.toSorted((one, other) => (places.get(one.id) ?? -1) - (places.get(other.id) ?? -1));
  const showActions = (question: Question) => (
    <span className="inline-flex gap-1.5">
      <RowButton
        look="secondary"
        icon={<Gavel size={16} />}
        label={`Judge “${question.question}”`}
        onClick={() => setJudged(question)}
      >
        Judge
      </RowButton>
      <ConfirmButton
        label={`Remove “${question.question}”`}
        title="Remove question"
        action="Remove"
        run={() => api.removeEvaluationQuestion({ projectId: project.id, id: question.id })}
        rereads={evaluationQueries(project.id)}
      >
        <p className="[overflow-wrap:anywhere]">“{question.question}”</p>
        <p>The question is no longer asked after updates, and its results are deleted.</p>
      </ConfirmButton>
    </span>
  );
  return (
    <>
      <Table
        label="Judged questions"
        rows={sorted}
        keyOf={({ id }) => id}
        loadingRows={4}
        columns={({ main, column, actions }) => [
          main("Question", (question) => (
            <>
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{question.question}</span>
              <ExpectedLine question={question} result={resultOf(question)} />
              {question.note !== null && (
                <span className="line-clamp-2 text-[13px] leading-5 text-ink-soft">{question.note}</span>
              )}
              <Beneath>
                <ResultShown result={resultOf(question)} />
              </Beneath>
            </>
          )),
          column("Result", (question) => <ResultShown result={resultOf(question)} />, { from: "sm", width: "w-36" }),
          ...(may("editor") ? [actions(showActions, "pl-0 whitespace-nowrap")] : []),
        ]}
      />
      {judged !== undefined && (
        <JudgeDialog
          judged={{
            subject: { questionId: judged.id },
            question: judged.question,
            answer: resultOf(judged)?.answer ?? judged.answer,
            judgment: judged.judgment,
            expected: judged,
          }}
          onClose={() => setJudged(undefined)}
        />
      )}
    </>
  );
}

/** Names the page that should answer, and what the assistant did instead. */
function ExpectedLine({ question, result }: { question: Question; result: QuestionResult | undefined }) {
  const { pages, notInDocs } = question;
  const isMissed = result !== undefined && result.result !== "right" && result.result !== "unknown";
  const first = result?.cited[0];
  return (
    <span className="block truncate text-[13px] leading-5 text-ink-faint">
      {notInDocs ? "The docs don’t answer this" : pages.length === 0 ? "Nothing expected yet" : ""}
      {pages.length > 0 && <code>{pages.join(", ")}</code>}
      {isMissed && result.outcome === "not_in_docs" && !notInDocs && ", but the assistant found no answer"}
      {isMissed && result.outcome !== "not_in_docs" && first !== undefined && !pages.includes(first) && (
        <>
          , but got <code>{first}</code>
        </>
      )}
    </span>
  );
}

function ResultShown({ result }: { result: QuestionResult | undefined }) {
  if (result === undefined) return <span className="whitespace-nowrap text-ink-faint">Not asked yet</span>;
  const { before, result: now } = result;
  const ranks = { wrong: 0, partly: 1, right: 2 };
  const change = before === null || now === "unknown" ? 0 : ranks[now] - ranks[before];
  return (
    <span className="inline-flex items-center gap-2">
      <Verdict result={now} />
      {change < 0 && <Badge tone="danger">Worse</Badge>}
      {change > 0 && <Badge tone="ok">Better</Badge>}
    </span>
  );
}

/** Adds a question that no reader has asked yet. */
function AddQuestionDialog({ onClose }: { onClose: () => void }) {
  const { project } = useProject();
  const [question, setQuestion] = useState("");
  return (
    <ActionDialog
      title="Add question"
      action="Add question"
      width="wide"
      run={(form) => api.addEvaluationQuestion({ projectId: project.id, question, ...readExpected(form) })}
      rereads={evaluationQueries(project.id)}
      onClose={onClose}
    >
      <TextArea
        label="Question"
        rows={2}
        required
        maxLength={evaluationLimits.questionCharacters}
        placeholder="How do I get started?"
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <ExpectedFields question={question} before={nothingExpected} legend="What should answer it?" isOptional={false} />
      <FactsField before={nothingExpected} />
      <NoteField before={nothingExpected} />
    </ActionDialog>
  );
}
