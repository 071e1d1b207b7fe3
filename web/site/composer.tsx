import type { JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import type { ContextItem } from "./thread.ts";
import { useWords } from "./words.ts";

interface ComposerProps {
  hasTurns: boolean;
  isAnswering: boolean;
  context: readonly ContextItem[];
  /** The initial text. */
  draft: string;
  onAsk(question: string): void;
  onStop(): void;
  onDropContext(item: ContextItem): void;
}

const questionCharactersMax = 8_000;

/** The field for questions. While an answer is streaming, the button stops the answer. */
export function Composer(props: ComposerProps): JSX.Element {
  const { hasTurns, isAnswering, context, draft, onAsk, onStop, onDropContext } = props;
  const words = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(draft);
  useEffect(() => {
    if (draft !== "") setText(draft);
  }, [draft]);

  const submit = () => {
    const question = text.trim();
    if (question === "" || isAnswering) return;
    setText("");
    onAsk(question);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    // In an input method, Enter confirms a word, so it must not send the question.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  };
  const prompt = hasTurns ? words.askFollowUp : words.askPrompt;
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {context.map((item) => (
        <div class="about" key={item.value}>
          <Icon name={item.type === "code" ? "code" : "quote"} size={14} />
          <span>{item.value}</span>
          <button
            class="small-button"
            type="button"
            aria-label={words.removeContext}
            onClick={() => onDropContext(item)}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
      <div class="composer-row">
        <textarea
          ref={field}
          class="question-field"
          rows={1}
          maxLength={questionCharactersMax}
          placeholder={prompt}
          aria-label={prompt}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isAnswering ? (
          <button class="send stop" type="button" aria-label={words.stop} onClick={onStop}>
            <Icon name="stop" />
          </button>
        ) : (
          <button class="send" type="submit" aria-label={words.send} disabled={text.trim() === ""}>
            <Icon name="send" />
          </button>
        )}
      </div>
    </form>
  );
}
