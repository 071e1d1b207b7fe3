import { CircleX } from "lucide-react";
import type { UpdateStatus } from "../../../src/contract/schemas.ts";
import { sourceName } from "../../../src/contract/source-name.ts";
import { Avatar } from "../ui/avatar.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { Card, Fact } from "../ui/page.tsx";
import { UpdateState } from "../ui/status.tsx";
import { formatDuration, Time } from "../ui/time.tsx";
import { type LogLine, type PageCounts, readAnswers, readPageCounts, readSteps, type Step } from "./read-log.ts";

export function UpdateFacts({ update, lines }: { update: UpdateStatus; lines: readonly LogLine[] }) {
  const { commit, author } = update;
  const counts = readPageCounts(lines);
  const answers = readAnswers(lines);
  const steps = readSteps(lines);
  const total = steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return (
    <Card className="mb-8">
      <p
        className={`flex items-start gap-3 border-b border-line px-5 py-3.5 ${update.status === "failure" ? "rounded-t-card bg-danger-soft" : ""}`}
        aria-live="polite"
      >
        {update.status === "failure" && <CircleX size={20} className="mt-px text-danger" />}
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <LinkedText text={update.summary} />
        </span>
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-5 py-4 sm:grid-cols-3 lg:flex lg:justify-between">
        <Fact label="Status">
          <UpdateState update={update} />
        </Fact>
        <Fact label="Started">
          <Time at={update.createdAt} />
        </Fact>
        <Fact label="Took">
          {update.endedAt === undefined
            ? "–"
            : formatDuration(Date.parse(update.endedAt) - Date.parse(update.createdAt))}
        </Fact>
        <Fact label="Pages">{counts === undefined ? "–" : describePages(counts)}</Fact>
        {answers !== undefined && (
          <Fact label="Answers">
            {answers.right} of {answers.questions} right
            {answers.worse > 0 && <span className="block text-danger">{answers.worse} got worse</span>}
          </Fact>
        )}
        <Fact label="Commit">
          {commit?.sha === undefined ? (
            "–"
          ) : (
            <span className="-my-1 inline-flex items-center">
              <code title={commit.sha}>{commit.sha.slice(0, 7)}</code>
              <CopyButton text={commit.sha} label="Copy commit hash" />
            </span>
          )}
          {update.builtWith !== undefined && (
            <span className="block text-[13px] leading-5 text-ink-soft">
              Built with <code title={update.builtWith.sha}>{update.builtWith.sha.slice(0, 7)}</code>
            </span>
          )}
          {update.sources?.map(({ path, ref, sha }) => (
            <span key={path} className="block text-[13px] leading-5 text-ink-soft" title={`${ref}, ${sha}`}>
              {path} <code>{sha.slice(0, 7)}</code>
            </span>
          ))}
        </Fact>
        <Fact label="Source">{sourceName(update)}</Fact>
        {author?.name !== undefined && (
          <Fact label="Author">
            <span className="flex min-w-0 items-center gap-2">
              <Avatar name={author.name} />
              <span className="truncate">{author.name}</span>
            </span>
          </Fact>
        )}
      </dl>
      {total > 0 && <StepDurations steps={steps} total={total} />}
    </Card>
  );
}

/** The counts add up to the number of all pages of the project. */
function describePages({ rendered, laidOut, reused, failed }: PageCounts): string {
  const others = [
    ...(laidOut > 0 ? [`${laidOut} laid out again`] : []),
    `${reused} reused`,
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return [`${rendered} rendered`, ...others].join(", ");
}

const shades = ["text-accent", "text-accent/75", "text-accent/55", "text-accent/40", "text-accent/25"];

/** The duration of each step, and its share of the total. */
function StepDurations({ steps, total }: { steps: readonly Step[]; total: number }) {
  return (
    <div className="border-t border-line px-5 py-3.5">
      <svg
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="mb-2.5 h-1.5 w-full rounded-full"
        aria-hidden="true"
      >
        {steps.map(({ name, milliseconds }, index) => {
          const before = steps.slice(0, index).reduce((sum, step) => sum + step.milliseconds, 0);
          return (
            <rect
              key={name}
              x={(before / total) * 100}
              width={(milliseconds / total) * 100}
              height="1"
              className={`fill-current ${shadeOf(index)}`}
            />
          );
        })}
      </svg>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-[13px] text-ink-soft">
        {steps.map(({ name, milliseconds }, index) => (
          <li key={name} className="inline-flex items-center gap-2">
            <span className={`size-2 rounded-full bg-current ${shadeOf(index)}`} aria-hidden />
            {name.replaceAll("-", " ")} <span className="text-ink tabular-nums">{formatDuration(milliseconds)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function shadeOf(index: number): string {
  return shades[Math.min(index, shades.length - 1)] ?? "";
}
