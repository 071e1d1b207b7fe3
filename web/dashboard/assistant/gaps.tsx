import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Bot, Puzzle, SquarePen } from "lucide-react";
import { count } from "../../../src/contract/count.ts";
import { type Answer, api, gapsQuery, projectQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState, Section } from "../ui/page.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

type Listed = Answer<"listGaps">;
type Group = Listed["groups"][number];
type Gap = Listed["gaps"][number];

const questionsShown = 3;

/** Unanswered questions by subject, and the proof that earlier ones are answered now. */
export function Gaps() {
  const { project, may } = useProject();
  const query = useQuery(gapsQuery(project.id));
  const { data } = query;
  return (
    <>
      <Section
        title="Questions without an answer"
        description="Grouped by the words they share, from the last 90 days. Work on a group starts an agent job, or a draft with the questions and the nearest passages."
      >
        <Table
          label="Groups of questions"
          query={query}
          rows={data?.groups}
          keyOf={({ questions }) => questions[0]?.id ?? ""}
          empty={
            <EmptyState icon={<Puzzle size={20} />} title="No gaps">
              When the assistant finds no answer to a question, it appears here.
            </EmptyState>
          }
          columns={({ main, column, actions }) => [
            main("Subject", (group) => (
              <>
                <span className="font-medium [overflow-wrap:anywhere]">{group.subject}</span>
                {group.questions.slice(0, questionsShown).map(({ id, question }) => (
                  <span key={id} className="block truncate text-[13px] leading-5 text-ink-soft">
                    {question}
                  </span>
                ))}
                <Beneath>{count(group.count, "question")}</Beneath>
              </>
            )),
            column("Questions", (group) => group.count, { from: "sm", width: "w-24" }),
            ...(may("editor")
              ? [actions((group: Group) => <WorkButtons questions={group.questions} />, "pl-0 whitespace-nowrap")]
              : []),
          ]}
        />
      </Section>
      {data !== undefined && data.gaps.length > 0 && (
        <Section
          title="Before and after"
          description="The preview of each change is asked its questions, and the site after each update."
        >
          <Table
            label="Gaps that were worked on"
            rows={data.gaps}
            keyOf={({ id }) => id}
            columns={({ main, column, time }) => [
              main("Gap", (gap) => (
                <>
                  <span className="font-medium [overflow-wrap:anywhere]">{gap.subject}</span>
                  {gap.questions.slice(0, questionsShown).map(({ id, question, isAnswered }) => (
                    <span key={id} className="block truncate text-[13px] leading-5 text-ink-soft">
                      {isAnswered ? "✓ " : ""}
                      {question}
                    </span>
                  ))}
                  <WorkLink gap={gap} />
                </>
              )),
              column("Before", ({ questions }) => `0 of ${questions.length}`, { from: "sm", width: "w-24" }),
              column("Preview", (gap) => <Proof gap={gap} proof={gap.preview[0]} />, { from: "sm", width: "w-24" }),
              column("After", (gap) => <Proof gap={gap} proof={gap.published[0]} />, { width: "w-24" }),
              time("Started", ({ createdAt }) => createdAt, { width: "w-32" }),
            ]}
          />
        </Section>
      )}
    </>
  );
}

function Proof({ gap, proof }: { gap: Gap; proof: Gap["preview"][number] | undefined }) {
  if (proof === undefined) return <span className="text-ink-faint">Not asked yet</span>;
  const isDone = proof.answered === gap.questions.length;
  return (
    <span className="inline-flex flex-col items-start">
      <Badge tone={isDone ? "ok" : proof.answered > 0 ? "warn" : "plain"}>
        {proof.answered} of {gap.questions.length}
      </Badge>
      <span className="text-[13px] text-ink-faint">
        <Time at={proof.at} />
      </span>
    </span>
  );
}

function WorkLink({ gap: { jobId, draftId } }: { gap: Gap }) {
  const { params } = useProject();
  const className = "relative text-[13px] text-accent-strong hover:underline";
  if (jobId !== null) {
    return (
      <Link to="/$organization/$domain/jobs/$jobId" params={{ ...params, jobId }} className={className}>
        View job
      </Link>
    );
  }
  if (draftId === null) return null;
  return (
    <Link to="/$organization/$domain/editor" params={params} search={{ draft: draftId }} className={className}>
      Open draft
    </Link>
  );
}

/** Starts the work on these questions. */
export function WorkButtons({ questions: asked }: { questions: readonly { id: string }[] }) {
  const { project, params } = useProject();
  const { data: details } = useQuery(projectQuery(project.id));
  const navigate = useNavigate();
  const questions = asked.map(({ id }) => id);
  const start = useAction((as: "job" | "draft") => api.createGap({ projectId: project.id, questions, as }), {
    rereads: [gapsQuery(project.id)],
    onDone: ({ jobId, draftId }) =>
      jobId === null
        ? navigate({ to: "/$organization/$domain/editor", params, search: { draft: draftId ?? undefined } })
        : navigate({ to: "/$organization/$domain/jobs/$jobId", params: { ...params, jobId } }),
  });
  const isDisabled = start.isPending || questions.length === 0;
  return (
    <span className="inline-flex gap-1.5">
      {details?.model.installed && (
        <Button size="small" icon={<Bot size={16} />} disabled={isDisabled} onClick={() => start.mutate("job")}>
          Start job
        </Button>
      )}
      <Button size="small" icon={<SquarePen size={16} />} disabled={isDisabled} onClick={() => start.mutate("draft")}>
        Write draft
      </Button>
    </span>
  );
}
