import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { AnswerText } from "./answer-text.tsx";
import { useCitationHint } from "./citation-hint.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Feedback } from "./feedback.tsx";
import { Icon } from "./icons.tsx";
import { linkPolicy } from "./link-policy.ts";
import type { PanelHost } from "./panel-host.ts";
import type { Problem } from "./problem.ts";
import { SourceList } from "./source-list.tsx";
import { isRunning, type Turn } from "./thread.ts";
import { fill, timeOf, useWords } from "./words.ts";

/** A question with its context and answer, in any state. */
export function TurnView({ turn, host }: { turn: Turn; host: PanelHost }): JSX.Element {
  const words = useWords();
  const { sources, nearest } = turn;
  const links = useMemo(
    () => linkPolicy([...sources.map(({ url }) => url), ...(nearest ?? [])], host.ownOrigin),
    [sources, nearest, host.ownOrigin],
  );
  const drawing = { links, sources, opensOutside: host.ownOrigin === undefined };
  const { hint, watch } = useCitationHint();
  const isUnknown = turn.outcome === "not_in_docs";
  return (
    <article class="turn" data-state={turn.state} {...watch}>
      {hint}
      <div class="question">
        {turn.context.map((item) => (
          <div class="about" key={item.value}>
            <Icon name={item.type === "code" ? "code" : "quote"} size={14} />
            <span>{item.value}</span>
          </div>
        ))}
        <p>{turn.question}</p>
      </div>
      {!isUnknown && <SourceList {...drawing} />}
      {turn.state === "thinking" && (
        <p class="thinking">
          <span class="pulse" />
          {words.thinking}
        </p>
      )}
      {isUnknown && (
        <p class="note note-unknown">
          <Icon name="alert" />
          <strong>{words.notInDocs}</strong>
        </p>
      )}
      {turn.text !== "" && <AnswerText text={turn.text} {...drawing} />}
      {isUnknown && host.contact !== undefined && <Contact {...host.contact} />}
      {turn.state === "stopped" && <p class="quiet">{words.stopped}</p>}
      {turn.problem !== undefined && <ProblemNote problem={turn.problem} contact={host.contact} />}
      {turn.state === "done" && !isUnknown && sources.length > 0 && !hasCitation(turn.text) && (
        <p class="quiet">{words.uncited}</p>
      )}
      {!isRunning(turn) && <TurnTools turn={turn} host={host} />}
    </article>
  );
}

function hasCitation(text: string): boolean {
  return /\]\(/.test(text);
}

function Contact({ label, href }: { label: string; href: string }): JSX.Element {
  const words = useWords();
  return (
    <p class="contact">
      {words.contactHint} <a href={href}>{label}</a>
    </p>
  );
}

function TurnTools({ turn, host }: { turn: Turn; host: PanelHost }): JSX.Element {
  const words = useWords();
  const isDone = turn.state === "done";
  return (
    <div class="turn-tools">
      {isDone && host.hasFeedback && (
        <Feedback turn={turn} rate={(...rating) => host.conversation.rate(turn.id, ...rating)} />
      )}
      {isDone && turn.text !== "" && <CopyButton text={turn.text} word="copyAnswer" />}
      <button
        class={isDone ? "small-button" : "retry"}
        type="button"
        aria-label={fill(words.retry, {})}
        onClick={() => void host.conversation.retry(turn.id)}
      >
        <Icon name="retry" size={15} />
        {!isDone && words.retry}
      </button>
    </div>
  );
}

interface ProblemNoteProps {
  problem: Problem;
  contact: PanelHost["contact"];
}

/** Says what happened and when to try again. The button below offers what to do. */
function ProblemNote({ problem, contact }: ProblemNoteProps): JSX.Element {
  const words = useWords();
  const sentences = {
    offline: words.offline,
    cut: words.cut,
    unavailable: words.unavailable,
    refused: words.notHere,
    limit: fill(words.limit, { time: timeOf(problem.until ?? Date.now()) }),
  };
  const icons = { offline: "offline", cut: "offline", unavailable: "alert", refused: "alert", limit: "clock" } as const;
  const needsHelp = contact !== undefined && (problem.kind === "unavailable" || problem.kind === "limit");
  return (
    <p class="note" role="alert">
      <Icon name={icons[problem.kind]} />
      <span>
        {sentences[problem.kind]}{" "}
        {needsHelp && (
          <span>
            {words.contactHint} <a href={contact.href}>{contact.label}</a>
          </span>
        )}
      </span>
    </p>
  );
}
