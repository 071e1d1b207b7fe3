import { problemsIn } from "../../../src/contract/describe-problems.ts";
import type { UpdateSummary } from "../../../src/contract/schemas.ts";
import { isNamedStatus, type NamedStatus, statusName, updateState } from "../../../src/contract/status-name.ts";

export type StatusTone = "idle" | "busy" | "ok" | "bad" | "warn";

const dots: Record<StatusTone, string> = {
  idle: "bg-line-strong",
  busy: "bg-info motion-safe:animate-pulse-slow",
  ok: "bg-ok",
  bad: "bg-danger",
  warn: "bg-warn",
};

const tones: Record<NamedStatus, StatusTone> = {
  queued: "idle",
  in_progress: "busy",
  success: "ok",
  failure: "bad",
  active: "busy",
  completed: "ok",
  failed: "bad",
  archived: "idle",
  changed: "ok",
  unchanged: "idle",
  question: "warn",
  not_understood: "warn",
  answered: "ok",
  suggested: "idle",
  not_in_docs: "warn",
  small_talk: "idle",
  stopped: "idle",
  open: "busy",
  merged: "ok",
  closed: "idle",
};

export function Status({ status }: { status: string }) {
  return <ToneAndWord tone={isNamedStatus(status) ? tones[status] : "idle"} word={statusName(status)} />;
}

export function ToneAndWord({ tone, word }: { tone: StatusTone; word: string }) {
  return (
    <span className="inline-flex items-center gap-2 align-top whitespace-nowrap">
      <StatusDot tone={tone} />
      {word}
    </span>
  );
}

/** The status of an update. A successful update with problems isn't green. */
export function UpdateState({ update }: { update: Pick<UpdateSummary, "status" | "problems"> }) {
  const { status, problems } = update;
  const isMixed = status === "success" && problems !== undefined && problemsIn(problems) > 0;
  return isMixed ? <ToneAndWord tone="warn" word={updateState(update)} /> : <Status status={status} />;
}

export function StatusDot({ tone }: { tone: StatusTone }) {
  return <span aria-hidden className={`size-2 flex-none rounded-full ${dots[tone]}`} />;
}
