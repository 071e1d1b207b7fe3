import type { ReactNode } from "react";
import type { UpdateStatus } from "../../../src/contract/schemas.ts";
import { Avatar } from "../ui/avatar.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatDuration } from "../ui/format-time.ts";
import { Card } from "../ui/page.tsx";
import { Status } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { type LogLine, readPageCounts, readSteps } from "./read-log.ts";
import { sourceWord } from "./source-word.ts";

/** What is known of an update, at a glance, and how long each step took. */
export function UpdateFacts({ update, lines }: { update: UpdateStatus; lines: readonly LogLine[] }) {
  const { commit, author } = update;
  const counts = readPageCounts(lines);
  const steps = readSteps(lines);
  const total = steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return (
    <Card className="mb-8">
      <p className="border-b border-line px-5 py-3.5 [overflow-wrap:anywhere]" aria-live="polite">
        <LinkedSummary text={update.summary} />
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-5 py-4 sm:grid-cols-3 lg:grid-cols-6">
        <Fact label="Status">
          <Status status={update.status} />
        </Fact>
        <Fact label="Started">
          <Time at={update.createdAt} />
        </Fact>
        <Fact label="Took">
          {update.endedAt === undefined
            ? "–"
            : formatDuration(Date.parse(update.endedAt) - Date.parse(update.createdAt))}
        </Fact>
        <Fact label="Pages">{counts === undefined ? "–" : `${counts.rendered} rendered, ${counts.reused} reused`}</Fact>
        <Fact label="Commit">
          {commit?.sha === undefined ? (
            "–"
          ) : (
            <span className="-my-1 inline-flex items-center">
              <code title={commit.sha}>{commit.sha.slice(0, 7)}</code>
              <CopyButton text={commit.sha} label="Copy the commit hash" />
            </span>
          )}
        </Fact>
        <Fact label={author?.name === undefined ? "From" : "By"}>
          <span className="flex min-w-0 items-center gap-2" title={`From: ${sourceWord(update.source)}`}>
            {author?.name === undefined ? (
              sourceWord(update.source)
            ) : (
              <>
                <Avatar name={author.name} />
                <span className="truncate">{author.name}</span>
              </>
            )}
          </span>
        </Fact>
      </dl>
      {total > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line px-5 py-3 text-[13px] text-ink-soft">
          {steps.map(({ name, milliseconds }) => (
            <li key={name}>
              {name.replaceAll("-", " ")} <span className="text-ink tabular-nums">{formatDuration(milliseconds)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-ink-faint">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** The summary names the address of the site; it can be followed. */
function LinkedSummary({ text }: { text: string }) {
  const match = /https?:\/\/[^\s,]+?(?=[.,]?(?:\s|$))/.exec(text);
  if (match === null) {
    return text;
  }
  return (
    <>
      {text.slice(0, match.index)}
      <a href={match[0]} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-2">
        {match[0]}
      </a>
      {text.slice(match.index + match[0].length)}
    </>
  );
}
