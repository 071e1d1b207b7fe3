import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerReasons } from "../../src/contract/rating-reasons.ts";
import type { Rating } from "./conversation.ts";
import { Icon } from "./icons.tsx";
import type { Turn } from "./thread.ts";
import { useWords } from "./words.ts";

interface FeedbackProps {
  turn: Turn;
  rate(rating: Rating): Promise<boolean>;
}

const commentCharactersMax = 2_000;

/** Thumbs up and down, and a form that asks for the reason. */
export function Feedback({ turn, rate }: FeedbackProps): JSX.Element {
  const words = useWords();
  const [step, setStep] = useState<"idle" | "commenting" | "thanked" | "failed">("idle");
  const vote = async (helpful: boolean) => setStep((await rate({ helpful })) ? "commenting" : "failed");
  const thumb = (helpful: boolean) => (
    <button
      class="small-button"
      type="button"
      aria-label={helpful ? words.helpful : words.notHelpful}
      aria-pressed={turn.helpful === helpful}
      onClick={() => void vote(helpful)}
    >
      <Icon name={helpful ? "up" : "down"} size={15} />
    </button>
  );
  const comment = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()] as const);
    const why = Object.fromEntries(fields.filter(([, text]) => text !== ""));
    if (Object.keys(why).length === 0) return setStep("thanked");
    setStep((await rate({ helpful: turn.helpful ?? false, ...why })) ? "thanked" : "failed");
  };
  return (
    <div class="feedback">
      {thumb(true)}
      {thumb(false)}
      {step === "commenting" && (
        <form class="comment" onSubmit={(event) => void comment(event)}>
          <fieldset class="reasons">
            <legend>{turn.helpful ? words.whyHelpful : words.whyNotHelpful}</legend>
            {answerReasons[turn.helpful ? "helpful" : "notHelpful"].map((reason) => (
              <label key={reason}>
                <input type="radio" name="reason" value={reason} />
                {words.ratingReasons[reason]}
              </label>
            ))}
          </fieldset>
          <textarea
            name="comment"
            rows={2}
            maxLength={commentCharactersMax}
            aria-label={words.comment}
            placeholder={words.comment}
          />
          <button class="plain-button" type="submit">
            {words.send}
          </button>
        </form>
      )}
      {step === "thanked" && <output class="quiet">{words.thanks}</output>}
      {step === "failed" && <output class="quiet">{words.commentFailed}</output>}
    </div>
  );
}
