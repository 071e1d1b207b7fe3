export type StatusTone = "idle" | "busy" | "ok" | "bad" | "warn";

const dots: Record<StatusTone, string> = {
  idle: "bg-line-strong",
  busy: "bg-info motion-safe:animate-pulse-slow",
  ok: "bg-ok",
  bad: "bg-danger",
  warn: "bg-warn",
};

const words: Record<string, { tone: StatusTone; word: string }> = {
  queued: { tone: "idle", word: "Queued" },
  in_progress: { tone: "busy", word: "In progress" },
  success: { tone: "ok", word: "Success" },
  failure: { tone: "bad", word: "Failure" },
  active: { tone: "busy", word: "Active" },
  completed: { tone: "ok", word: "Completed" },
  failed: { tone: "bad", word: "Failed" },
  archived: { tone: "idle", word: "Archived" },
  answered: { tone: "ok", word: "Answered" },
  not_in_docs: { tone: "warn", word: "Not in the docs" },
  small_talk: { tone: "idle", word: "Small talk" },
  stopped: { tone: "idle", word: "Reader left" },
  open: { tone: "busy", word: "Open" },
  merged: { tone: "ok", word: "Merged" },
  closed: { tone: "idle", word: "Closed" },
};

export function Status({ status }: { status: string }) {
  const { tone, word } = words[status] ?? { tone: "idle", word: status };
  return (
    <span className="inline-flex items-center gap-2 align-top whitespace-nowrap">
      <StatusDot tone={tone} />
      {word}
    </span>
  );
}

export function statusWord(status: string): string {
  return words[status]?.word ?? status;
}

export function StatusDot({ tone }: { tone: StatusTone }) {
  return <span aria-hidden className={`size-2 flex-none rounded-full ${dots[tone]}`} />;
}
