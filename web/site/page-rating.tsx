import { type JSX, render, type TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { ratingReasons } from "../../src/contract/rating-reasons.ts";
import type { Rating } from "./conversation.ts";
import { pagePath } from "./page-settings.ts";
import type { Send } from "./server.ts";
import type { ReaderWords } from "./words.ts";

/** Sends a rating of this page. Resolves to whether the server has received it. */
type SendRating = (rating: Rating) => Promise<boolean>;

const commentCharactersMax = 2_000;
const commentRows = 3;

/**
 * Rates the page and then asks for a reason. The rating counts immediately. If the reader adds a reason or a comment,
 * or chooses the other rating, the new rating replaces it. `box` is in the page, so the page's styles apply.
 */
export function createPageRating(send: Send, words: ReaderWords): (box: Element, helpful: boolean) => Promise<boolean> {
  let sent: Rating | undefined;
  const sendRating: SendRating = async (rating) => {
    const event = { type: "rating", page: pagePath(), ...rating };
    const isSent = await send("event", event, new AbortController().signal).then(
      (response) => response.ok,
      () => false,
    );
    if (isSent) sent = rating;
    return isSent;
  };
  return async (box, helpful) => {
    // Choosing the same rating again opens the form with the earlier reason and comment.
    if (sent?.helpful !== helpful && !(await sendRating({ helpful }))) return false;
    for (const button of box.querySelectorAll<HTMLElement>("[data-helpful]")) {
      button.ariaPressed = String(button.dataset.helpful === String(helpful));
    }
    const place = box.querySelector(".rating-form") ?? box.appendChild(document.createElement("div"));
    place.className = "rating-form";
    render(null, place);
    render(<RatingForm words={words} rating={sent ?? { helpful }} send={sendRating} />, place);
    return true;
  };
}

interface RatingFormProps {
  words: ReaderWords;
  rating: Rating;
  send: SendRating;
}

function RatingForm({ words, rating, send }: RatingFormProps): JSX.Element {
  const [step, setStep] = useState<"asking" | "thanked" | "failed">("asking");
  const { helpful } = rating;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? "").trim() || undefined;
    setStep((await send({ helpful, reason: text("reason"), comment: text("comment") })) ? "thanked" : "failed");
  };
  if (step === "thanked") return <output>{words.thanks}</output>;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>{helpful ? words.whyHelpful : words.whyNotHelpful}</legend>
        {ratingReasons[helpful ? "helpful" : "notHelpful"].map((reason) => (
          <label key={reason}>
            <input type="radio" name="reason" value={reason} defaultChecked={rating.reason === reason} />
            {words.ratingReasons[reason]}
          </label>
        ))}
      </fieldset>
      <label class="rating-comment">
        {words.pageComment}
        <textarea
          name="comment"
          rows={commentRows}
          maxLength={commentCharactersMax}
          defaultValue={rating.comment ?? ""}
          aria-describedby="rating-hint"
        />
      </label>
      <p id="rating-hint">{words.noPersonalData}</p>
      <button class="button" type="submit">
        {words.sendFeedback}
      </button>
      {step === "failed" && <output>{words.commentFailed}</output>}
    </form>
  );
}
