import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Meanwhile } from "./answer-stream.ts";
import { AnswerText } from "./answer-text.tsx";
import { useCitationHint } from "./citation-hint.tsx";
import { citedSources } from "./cited-sources.ts";
import { CopyButton } from "./copy-button.tsx";
import { Feedback } from "./feedback.tsx";
import { Icon } from "./icons.tsx";
import { type LinkPolicy, linkPolicy } from "./link-policy.ts";
import type { PanelHost } from "./panel-host.ts";
import type { Problem } from "./problem.ts";
import { SourceList } from "./source-list.tsx";
import { isRunning, type Turn } from "./thread.ts";
import { fill, timeOf, useWords } from "./words.ts";

/** A question with its context and answer, in any state. */
export function TurnView({ turn, host }: { turn: Turn; host: PanelHost }): JSX.Element {
  const words = useWords();
  const { sources, text, ending } = turn;
  const links = useMemo(
    () => linkPolicy([...sources.map(({ url }) => url), ...(ending?.nearest ?? [])], host.ownOrigin),
    [sources, ending, host.ownOrigin],
  );
  const opensOutside = host.ownOrigin === undefined;
  const { hint, watch } = useCitationHint();
  const isUnknown = ending?.outcome === "not_in_docs";
  const isSuggesting = ending?.outcome === "suggested";
  const passages = ending === undefined || ending.isByModel ? "none" : isSuggesting ? "suggestions" : "answer";
  return (
    <article
      class="turn"
      data-state={turn.state}
      data-outcome={ending?.outcome}
      data-model-problem={ending?.modelProblem}
      {...watch}
    >
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
      {turn.state === "thinking" && (
        <p class="thinking">
          <span class="pulse" />
          {turn.meanwhile === undefined ? words.thinking : words.slow}
        </p>
      )}
      {isUnknown && (
        <p class="kind">
          <Icon name="unknown" size={15} />
          {words.notInDocs}
        </p>
      )}
      {turn.meanwhile !== undefined && <MeanwhileView reply={turn.meanwhile} host={host} />}
      {text !== "" && <AnswerText {...{ text, passages, links, sources, opensOutside }} />}
      {/* Shown when the answer is complete: before, the list would move with each line. Passages name their source. */}
      {passages === "none" && !isUnknown && !isRunning(turn) && <Sources {...{ turn, links, opensOutside }} />}
      {isUnknown && <WaysOn question={turn.question} host={host} />}
      {turn.state === "stopped" && <p class="quiet">{words.stopped}</p>}
      {turn.problem !== undefined && <ProblemNote problem={turn.problem} contact={host.contact} />}
      {!isRunning(turn) && <TurnTools turn={turn} host={host} />}
    </article>
  );
}

/** The built-in reply while the language model is silent. */
function MeanwhileView({ reply, host }: { reply: Meanwhile; host: PanelHost }): JSX.Element {
  const { text, outcome, sources } = reply;
  const links = useMemo(
    () =>
      linkPolicy(
        sources.map(({ url }) => url),
        host.ownOrigin,
      ),
    [sources, host.ownOrigin],
  );
  const passages = outcome === "suggested" ? "suggestions" : "answer";
  return <AnswerText {...{ text, passages, links, sources, opensOutside: host.ownOrigin === undefined }} />;
}

interface SourcesProps {
  turn: Turn;
  links: LinkPolicy;
  opensOutside: boolean;
}

function Sources({ turn: { text, sources }, ...drawing }: SourcesProps): JSX.Element | false {
  const cited = useMemo(() => citedSources(text, sources), [text, sources]);
  return cited.length > 0 && <SourceList cited={cited} {...drawing} />;
}

/** The reader's options if the docs don't have the answer: search, rephrase the question, or ask people. */
function WaysOn({ question, host }: { question: string; host: PanelHost }): JSX.Element {
  const words = useWords();
  const { search, contact } = host;
  return (
    <div class="ways-on">
      <p class="quiet">{words.rephrase}</p>
      {search !== undefined && (
        <button class="retry" type="button" onClick={() => search(question)}>
          <Icon name="search" size={15} />
          {words.searchInstead}
        </button>
      )}
      {contact !== undefined && (
        <p class="contact">
          {words.contactHint} <a href={contact.href}>{contact.label}</a>
        </p>
      )}
    </div>
  );
}

function TurnTools({ turn, host }: { turn: Turn; host: PanelHost }): JSX.Element {
  const words = useWords();
  const isDone = turn.state === "done";
  return (
    <div class="turn-tools">
      {isDone && host.hasFeedback && (
        <Feedback turn={turn} rate={(rating) => host.conversation.rate(turn.id, rating)} />
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

/** Says what happened and when to try again. The button below offers the next step. */
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
