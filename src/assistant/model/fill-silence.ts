import type { AnswerEvent } from "../answer-event.ts";
import type { BuiltInReply } from "../reply/built-in-reply.ts";

/** Readers wait this long for the model's first word before they see the built-in reply. */
const patienceMilliseconds = 6_000;

/** Passes on the events of a model. If the model is silent for a while, the built-in reply is sent in the meantime. */
export async function* fillSilence<Result>(
  events: AsyncGenerator<AnswerEvent, Result>,
  builtIn: () => BuiltInReply,
  milliseconds = patienceMilliseconds,
): AsyncGenerator<AnswerEvent, Result> {
  const { promise: waited, resolve } = Promise.withResolvers<"waited">();
  const timer = setTimeout(resolve, milliseconds, "waited");
  let isSilent = true;
  try {
    for (;;) {
      const coming = events.next();
      // If the reader leaves now, nobody handles a failure of the model.
      coming.catch(() => {});
      if (isSilent && (await Promise.race([coming, waited])) === "waited") {
        isSilent = false;
        const { kind, texts, cited } = builtIn();
        if (kind.outcome !== "not_in_docs") {
          yield { type: "meanwhile", outcome: kind.outcome, text: texts.join(""), pages: cited };
        }
      }
      const next = await coming;
      if (next.done) return next.value;
      if (next.value.type === "text" || next.value.type === "texts") isSilent = false;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    await events.return(undefined as never);
  }
}
