import { expect, test } from "vitest";
import { createLog } from "../platform/log.ts";
import { type AnswerModel, inPieces, textEvents } from "./answer-parts.ts";
import { composeAnswer } from "./compose-answer.ts";
import type { Question } from "./read-question.ts";
import { testQuestion } from "./words/words-test-support.ts";

const model: AnswerModel = {
  name: "acme/large",
  async *answer() {
    yield* textEvents(inPieces("The model answers."));
    return {
      kind: { outcome: "answered" },
      reason: "stop",
      usage: { inputTokens: 1, outputTokens: 1 },
      model: "acme/large",
      cited: [],
    };
  },
};

async function outcomeOf(
  text: string,
  { context = [], model }: { context?: Question["context"]; model?: AnswerModel },
) {
  const composing = composeAnswer(
    {
      index: undefined,
      url: "https://acme.example.com",
      siteUrl: () => undefined,
      retrieve: async () => ({ pages: [], passages: [] }),
      log: createLog("silent", "api"),
      model,
    },
    { siteName: "Acme", question: testQuestion(text, { context }), history: [] },
  );
  for (;;) {
    const { done, value } = await composing.next();
    if (done) return value.kind.outcome;
  }
}

const code = { type: "code" as const, value: "app.listen(3000)" };

test.each(["What is this?", "So what is this?", "Help!", "Hilfe", "Who are you?"])(
  "%j is about the selected code if there is any, and otherwise about the assistant",
  async (text) => {
    expect(await outcomeOf(text, { context: [code] })).not.toBe("small_talk");
    expect(await outcomeOf(text, {})).toBe("small_talk");
  },
);

test("a model answers a question that could be about the assistant or about the page", async () => {
  expect(await outcomeOf("What is this?", { model })).toBe("answered");
});

test("greetings and thanks need neither a search nor a model", async () => {
  for (const text of ["Hello", "Thanks a lot!", "Bye"]) {
    expect(await outcomeOf(text, { model, context: [code] }), text).toBe("small_talk");
  }
});
