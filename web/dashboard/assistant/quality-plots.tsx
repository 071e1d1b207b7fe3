import type { Answer } from "../api/client.ts";
import { Card } from "../ui/page.tsx";
import { Plot } from "../ui/plot.tsx";

type Evaluation = Answer<"listEvaluations">["evaluations"][number];

const shares = [
  { count: "right", title: "Right answers" },
  { count: "partly", title: "Partly right" },
  { count: "wrong", title: "Wrong answers" },
] as const;

const shownMax = 50;
const percent = 100;

/** One bar per evaluation, divided by result. */
export function QualityPlots({ evaluations }: { evaluations: readonly Evaluation[] }) {
  const completed = evaluations.filter(({ status, questions }) => status === "completed" && questions > 0);
  const shown = completed.slice(0, shownMax).reverse();
  const last = shown.at(-1);
  if (last === undefined) return null;
  return (
    <Card className="mb-10 grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      {shares.map(({ count, title }) => {
        const shareOf = (evaluation: Evaluation) => Math.round((evaluation[count] / evaluation.questions) * percent);
        return (
          <div key={count} className="min-h-47 p-5">
            <Plot
              title={title}
              scale={percent}
              unit="%"
              headline={shareOf(last)}
              points={shown.map((evaluation) => ({
                id: evaluation.id,
                label: timeLabel(evaluation.createdAt),
                value: shareOf(evaluation),
              }))}
              note={`${last[count]} of ${last.questions}${count === "wrong" && last.unknown > 0 ? `, ${last.unknown} to judge again` : ""}`}
            />
          </div>
        );
      })}
    </Card>
  );
}

const timeFormat = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});

function timeLabel(time: string): string {
  return timeFormat.format(new Date(time));
}
