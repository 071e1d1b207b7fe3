import { Bot, CircleCheck, CircleX, Flag, ListChecks, type LucideIcon, UserRound, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { Diff } from "../ui/diff.tsx";
import { StatusDot } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import type { JobEvent } from "./use-job-events.ts";

/** What the agent did, in order: what was said, what it did, what it changed, and why it ended. */
export function JobEvents({ events, isActive }: { events: readonly JobEvent[]; isActive: boolean }) {
  const heartbeat = events.findLast(({ event }) => event === "heartbeat" || event === "step");
  const shown = events.filter(({ event }) => event !== "status" && event !== "usage" && event !== "heartbeat");
  return (
    <>
      <ol aria-label="What the agent did" className="grid gap-5">
        {shown.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
      {isActive && (
        <p role="status" className="mt-5 flex items-center gap-3 text-ink-soft">
          <span className="flex size-8 flex-none items-center justify-center">
            <StatusDot tone="busy" />
          </span>
          {busyText(heartbeat)}
        </p>
      )}
      {shown.length === 0 && !isActive && <p className="text-ink-soft">This job has left no trace.</p>}
    </>
  );
}

function Entry({ event }: { event: JobEvent }) {
  switch (event.event) {
    case "message":
      return (
        <Line icon={event.data.role === "user" ? UserRound : Bot} at={event.data.at}>
          <div
            className={`max-w-[72ch] whitespace-pre-wrap [overflow-wrap:anywhere] ${event.data.role === "user" ? "w-fit rounded-card bg-accent-soft px-4 py-2.5" : "py-1"}`}
          >
            {event.data.text}
          </div>
        </Line>
      );
    case "plan":
      return (
        <Line icon={ListChecks} at={event.data.at}>
          <p className="max-w-[72ch] py-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{event.data.text}</p>
        </Line>
      );
    case "tool":
      return (
        <Line icon={Wrench} at={event.data.at} isBad={!event.data.ok}>
          <details className="py-1">
            <summary className="[overflow-wrap:anywhere]">
              <code>{event.data.name}</code> <span className="text-ink-soft">{event.data.input}</span>
            </summary>
            <pre className="mt-2 max-h-72 overflow-auto rounded-card bg-sunken px-4 py-3 whitespace-pre-wrap">
              {event.data.result}
            </pre>
          </details>
        </Line>
      );
    case "edit":
      return (
        <li className="pl-11">
          <Diff {...event.data} />
        </li>
      );
    case "validation":
      return <Validation data={event.data} />;
    case "end":
      return (
        <Line
          icon={event.data.outcome === "failed" ? CircleX : CircleCheck}
          at={event.data.at}
          isBad={event.data.outcome === "failed"}
        >
          <p className="max-w-[72ch] py-1 font-medium [overflow-wrap:anywhere]">{event.data.text}</p>
          {event.data.help !== undefined && event.data.help.length > 0 && (
            <ul className="mt-1 list-disc pl-5 text-ink-soft">
              {event.data.help.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </Line>
      );
    case "step":
      return (
        <Line icon={Flag} at={event.data.at}>
          <p className="py-1 text-ink-soft [overflow-wrap:anywhere]">{stepText(event.data)}</p>
        </Line>
      );
    default:
      return null;
  }
}

function Validation({ data }: { data: Extract<JobEvent, { event: "validation" }>["data"] }) {
  const isBad = data.errors > 0;
  return (
    <Line icon={isBad ? CircleX : CircleCheck} at={data.at} isBad={isBad}>
      <p className="py-1">
        Checked {data.pages} pages: {data.errors} errors, {data.warnings} warnings.
      </p>
      {data.problems.length > 0 && (
        <ul className="mt-1 font-mono text-[12.5px] leading-5 text-ink-soft">
          {data.problems.map((problem) => (
            <li key={problem} className="[overflow-wrap:anywhere]">
              {problem}
            </li>
          ))}
        </ul>
      )}
    </Line>
  );
}

interface LineProps {
  icon: LucideIcon;
  at: string;
  isBad?: boolean;
  children: ReactNode;
}

function Line({ icon: Icon, at, isBad = false, children }: LineProps) {
  return (
    <li className="flex gap-3">
      <span
        className={`flex size-8 flex-none items-center justify-center rounded-full ${isBad ? "bg-danger-soft text-danger" : "bg-sunken text-ink-soft"}`}
        aria-hidden
      >
        <Icon size={16} />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
      <span className="hidden py-1 text-[13px] text-ink-faint sm:block">
        <Time at={at} />
      </span>
    </li>
  );
}

function busyText(event: JobEvent | undefined): string {
  return event === undefined ? "Waiting for a free worker…" : stepText(event.data);
}

function stepText(data: object): string {
  if ("text" in data && typeof data.text === "string" && data.text !== "") {
    return data.text;
  }
  return "step" in data && typeof data.step === "string" ? data.step : "Working…";
}
