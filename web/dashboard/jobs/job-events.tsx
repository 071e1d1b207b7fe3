import { useNavigate } from "@tanstack/react-router";
import {
  Bot,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleX,
  ListChecks,
  type LucideIcon,
  Play,
  UserRound,
  Wrench,
} from "lucide-react";
import type { ReactNode } from "react";
import { type AskedAgentTask, writeTaskPrompt } from "../../../src/contract/agent-tasks.ts";
import { count } from "../../../src/contract/count.ts";
import { api, jobsQuery } from "../api/client.ts";
import { Diff } from "../diff/diff.tsx";
import { DiffSwitch } from "../diff/diff-switch.tsx";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { StatusDot } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import {
  type EditEvent,
  type EventGroup,
  groupEvents,
  type JobEvent,
  type StepGroupEntry,
  stepText,
} from "./group-events.ts";

/** The messages, steps, edits and outcome of a job, in order. */
export function JobEvents({ events, isActive }: { events: readonly JobEvent[]; isActive: boolean }) {
  const heartbeat = events.findLast(({ event }) => event === "heartbeat" || event === "step");
  const groups = groupEvents(events);
  return (
    <>
      <ol aria-label="Events" className="grid gap-4">
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </ol>
      {isActive && (
        <p role="status" className="mt-4 flex items-center gap-3 text-ink-soft">
          <span className="flex size-8 flex-none items-center justify-center">
            <StatusDot tone="busy" />
          </span>
          {busyText(heartbeat)}
        </p>
      )}
      {groups.length === 0 && !isActive && <p className="text-ink-soft">No events recorded.</p>}
    </>
  );
}

function Group({ group }: { group: EventGroup }) {
  switch (group.kind) {
    case "steps":
      return <Steps steps={group.steps} />;
    case "edits":
      return <Edits edits={group.edits} />;
    case "single":
      return <Entry event={group.event} />;
  }
}

/** A compact list of steps. A retried step is listed once. */
function Steps({ steps }: { steps: readonly StepGroupEntry[] }) {
  return (
    <li className="flex gap-3">
      <span className="flex w-8 flex-none justify-center" aria-hidden>
        <span className="w-px bg-line" />
      </span>
      <ul className="grid min-w-0 flex-1 gap-0.5 text-[13px] leading-5 text-ink-soft">
        {steps.map(({ id, text, times, at }, index) => (
          <li key={id} className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {text}
              {times > 1 && <span className="text-ink-faint"> ({times} times)</span>}
            </span>
            {index === 0 && (
              <span className="hidden text-ink-faint sm:block">
                <Time at={at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

const openEditsMax = 8;

/** Files that were edited together. A long list starts collapsed. */
function Edits({ edits }: { edits: readonly EditEvent[] }) {
  return (
    <li className="grid gap-3 sm:pl-11">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h2 className="text-sm">{count(new Set(edits.map(({ data }) => data.path)).size, "file")} changed</h2>
        <DiffSwitch />
      </div>
      {edits.map(({ id, data }) => (
        <Diff key={id} {...data} isClosed={edits.length > openEditsMax} />
      ))}
    </li>
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
        <Line icon={Wrench} at={event.data.at} tone={event.data.ok ? "plain" : "danger"}>
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
    case "validation":
      return <Validation data={event.data} />;
    case "end":
      return (
        <Line {...(ends[event.data.outcome] ?? { icon: CircleMinus })} at={event.data.at}>
          <p className="max-w-[72ch] py-1 font-medium whitespace-pre-wrap [overflow-wrap:anywhere]">
            <LinkedText text={event.data.text} />
          </p>
          <Offers offers={event.data.offers ?? []} />
          {event.data.help !== undefined && event.data.help.length > 0 && <Help lines={event.data.help} />}
        </Line>
      );
    default:
      return null;
  }
}

const ends: Partial<Record<string, Pick<LineProps, "icon" | "tone">>> = {
  changed: { icon: CircleCheck },
  question: { icon: CircleHelp },
  not_understood: { icon: CircleHelp, tone: "warn" },
  failed: { icon: CircleX, tone: "danger" },
};

/** The tasks that a prompt may have meant, each with a button that starts it. */
function Offers({ offers }: { offers: readonly AskedAgentTask[] }) {
  const { project, params, may } = useProject();
  const navigate = useNavigate();
  const create = useAction((task: AskedAgentTask) => api.createAgentJob({ projectId: project.id, task }), {
    rereads: [jobsQuery(project.id)],
    onDone: ({ id }) => navigate({ to: "/$organization/$domain/jobs/$jobId", params: { ...params, jobId: id } }),
    showsError: true,
  });
  const ready = offers.flatMap((task) => {
    const written = writeTaskPrompt(task);
    return "prompt" in written ? [{ task, prompt: written.prompt }] : [];
  });
  if (ready.length === 0 || !may("editor")) return null;
  return (
    <ul aria-label="Did you mean" className="my-2 grid gap-2">
      {ready.map(({ task, prompt }) => (
        <li key={prompt} className="flex flex-wrap items-center gap-3">
          <Button size="small" icon={<Play size={16} />} isBusy={create.isPending} onClick={() => create.mutate(task)}>
            Run
          </Button>
          <code className="[overflow-wrap:anywhere]">{prompt}</code>
        </li>
      ))}
    </ul>
  );
}

/** Prompts that the built-in agent understands, and their effects. */
function Help({ lines }: { lines: readonly string[] }) {
  return (
    <>
      <p className="mt-1 text-ink-soft">These tasks work without a language model:</p>
      <ul className="mt-2 grid gap-1.5 text-[13px] leading-5">
        {lines.map((line) => {
          const [words = "", meaning = ""] = line.split(" — ", 2);
          return (
            <li key={line} className="sm:grid sm:grid-cols-[260px_minmax(0,1fr)] sm:gap-4">
              <code className="block">{words}</code>
              <span className="text-ink-soft">{meaning}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Validation({ data }: { data: Extract<JobEvent, { event: "validation" }>["data"] }) {
  const isBad = data.errors > 0;
  return (
    <Line icon={isBad ? CircleX : CircleCheck} at={data.at} tone={isBad ? "danger" : "plain"}>
      <p className="py-1">
        Checked {count(data.pages, "page")}: {count(data.errors, "new error")}, {count(data.warnings, "new warning")}.
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
  tone?: "plain" | "warn" | "danger";
  children: ReactNode;
}

const tones = {
  plain: "bg-sunken text-ink-soft",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
};

function Line({ icon: Icon, at, tone = "plain", children }: LineProps) {
  return (
    <li className="flex gap-3">
      <span className={`flex size-8 flex-none items-center justify-center rounded-full ${tones[tone]}`} aria-hidden>
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
  return event === undefined ? "Waiting for a worker…" : stepText(event.data);
}
