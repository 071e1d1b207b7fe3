import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Composer } from "./composer.tsx";
import type { Conversation } from "./conversation.ts";
import { followUpsOf } from "./follow-ups.ts";
import { Icon } from "./icons.tsx";
import type { PanelHost } from "./panel-host.ts";
import type { ContextItem } from "./thread.ts";
import { TurnView } from "./turn-view.tsx";
import { useWords } from "./words.ts";

interface AskPanelProps {
  host: PanelHost;
  context: readonly ContextItem[];
  draft: string;
  /** Whether the panel is the whole page and can't be closed. */
  isWholePage?: boolean;
  onContext(context: readonly ContextItem[]): void;
  onClose(): void;
}

/** If the reader has scrolled away by more than this, the panel doesn't follow the answer. */
const movedPixels = 60;
/** Screens of this width have no room for both the page and the panel. */
const narrow = "(max-width: 640px)";

/** The assistant at the side of the page. On a phone, it is a modal dialog that covers the screen. */
export function AskPanel({
  host,
  context,
  draft,
  isWholePage = false,
  onContext,
  onClose,
}: AskPanelProps): JSX.Element {
  const words = useWords();
  const { conversation, title, questions } = host;
  useConversation(conversation);
  const panel = useRef<HTMLDialogElement>(null);
  const { turns, isAnswering } = conversation;
  const last = turns.at(-1);
  const followUps = followUpsOf(last, words);

  useEffect(() => {
    const dialog = panel.current;
    if (dialog === null || dialog.open) return;
    if (!isWholePage && matchMedia(narrow).matches) dialog.showModal();
    else dialog.show();
    focusField(dialog);
  }, [isWholePage]);

  const ask = (question: string) => {
    onContext([]);
    void conversation.ask(question, context);
  };
  return (
    <dialog
      ref={panel}
      class={isWholePage ? "panel whole" : "panel"}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div class="panel-head">
        <Icon name="sparkles" />
        <h2>{title}</h2>
        {turns.length > 0 && (
          <button
            class="small-button"
            type="button"
            aria-label={words.forget}
            title={words.forget}
            onClick={() => conversation.forget()}
          >
            <Icon name="forget" />
          </button>
        )}
        {!isWholePage && (
          <button class="small-button" type="button" aria-label={words.close} onClick={onClose}>
            <Icon name="close" size={18} />
          </button>
        )}
      </div>
      <Scroller
        mark={`${turns.length} ${last?.text.length} ${last?.state} ${last?.sources.length}`}
        count={turns.length}
      >
        {turns.length === 0 && <Welcome questions={questions} pages={host.pages} onAsk={ask} />}
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} host={host} />
        ))}
        {followUps.length > 0 && (
          <div class="follow-ups">
            {followUps.map((question) => (
              <button class="chip" key={question} type="button" onClick={() => ask(question)}>
                {question}
              </button>
            ))}
          </div>
        )}
      </Scroller>
      <div class="panel-foot">
        <Composer
          hasTurns={turns.length > 0}
          isAnswering={isAnswering}
          context={context}
          draft={draft}
          onAsk={ask}
          onStop={() => {
            conversation.stop();
            focusField(panel.current);
          }}
          onDropContext={(item) => onContext(context.filter((other) => other !== item))}
        />
        <p class="caution">{words.caution}</p>
      </div>
      <output class="unseen" aria-live="polite">
        {last?.state === "thinking" ? words.thinking : last?.state === "answering" ? words.answering : ""}
      </output>
    </dialog>
  );
}

export function focusField(root: ParentNode | null): void {
  root?.querySelector<HTMLElement>(".question-field")?.focus();
}

interface WelcomeProps {
  questions: readonly string[];
  pages: PanelHost["pages"];
  onAsk(question: string): void;
}

/** The questions that the site suggests. If there are none, the pages next to this page. */
function Welcome({ questions, pages, onAsk }: WelcomeProps): JSX.Element {
  const words = useWords();
  return (
    <div class="welcome">
      <p>{words.intro}</p>
      {questions.map((question) => (
        <button class="starter" key={question} type="button" onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
      {questions.length === 0 && pages.length > 0 && (
        <nav class="starter-pages" aria-label={words.startHere}>
          <h3>{words.startHere}</h3>
          {pages.map(({ href, title }) => (
            <a class="starter" key={href} href={href}>
              <Icon name="page" size={15} />
              {title}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

interface ScrollerProps {
  /** Changes whenever the content changes. */
  mark: string;
  count: number;
  children: JSX.Element | (JSX.Element | JSX.Element[] | boolean | undefined)[];
}

/** Keeps the last question at the top, followed by its answer, unless the reader has scrolled away. */
function Scroller({ mark, count, children }: ScrollerProps): JSX.Element {
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question always scrolls into view
  useLayoutEffect(() => {
    isFollowing.current = true;
  }, [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark changes with the content
  useLayoutEffect(() => {
    const { current } = box;
    if (current !== null && isFollowing.current) current.scrollTop = questionTop(current);
  }, [mark]);
  const onScroll = () => {
    const { current } = box;
    if (current === null) return;
    isFollowing.current = Math.abs(questionTop(current) - current.scrollTop) < movedPixels;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys
    <div class="turns" ref={box} role="log" aria-live="off" aria-label={words.ask} tabIndex={0} onScroll={onScroll}>
      {children}
    </div>
  );
}

/** The scroll position that puts the last question at the top, as far as the content below it allows. */
function questionTop(box: HTMLElement): number {
  const last = [...box.querySelectorAll(".turn")].at(-1);
  if (last === undefined) return 0;
  const top = box.scrollTop + last.getBoundingClientRect().top - box.getBoundingClientRect().top;
  return Math.min(top - Number.parseFloat(getComputedStyle(box).paddingTop), box.scrollHeight - box.clientHeight);
}

/** Renders when the conversation changes, at most once per frame, because an answer arrives in hundreds of pieces. */
function useConversation(conversation: Conversation): void {
  const [, draw] = useState(0);
  useEffect(() => {
    let frame: number | undefined;
    const changed = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        draw((count) => count + 1);
      });
    };
    const leave = conversation.subscribe(changed);
    changed();
    return () => {
      leave();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [conversation]);
}
