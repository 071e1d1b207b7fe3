import type { Answer } from "../api/client.ts";
import { Time } from "../ui/time.tsx";

type Health = Answer<"getProject">["model"]["health"];

/** Whether the model has answered lately, and why not. Shows nothing before the first call. */
export function ModelHealth({ health: { answeredAt, failedAt, problem, failures } }: { health: Health }) {
  if (failures > 0 && failedAt !== null) {
    return (
      <div role="status" className="grid gap-1 text-danger">
        <p>
          {failures === 1 ? "The last call failed" : `The last ${failures} calls failed`}, most recently{" "}
          <Time at={failedAt} />. Built-in answers are used instead.
        </p>
        <p>{problem}</p>
        {answeredAt !== null && (
          <p className="text-ink-soft">
            Its last answer was <Time at={answeredAt} />.
          </p>
        )}
      </div>
    );
  }
  if (answeredAt === null) return null;
  return (
    <p className="text-[13px] text-ink-faint">
      The model last answered <Time at={answeredAt} />.
    </p>
  );
}
