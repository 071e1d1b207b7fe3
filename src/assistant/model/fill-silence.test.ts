import { expect, test } from "vitest";
import type { AnswerEvent } from "../answer-event.ts";
import { fillSilence } from "./fill-silence.ts";

const reply = (outcome: "suggested" | "not_in_docs") => () => ({ kind: { outcome }, texts: ["Built-in."], cited: [] });

async function typesOf(events: AsyncGenerator<AnswerEvent, string>, onEvent?: (event: AnswerEvent) => void) {
  const types: string[] = [];
  for (let next = await events.next(); ; next = await events.next()) {
    if (next.done) return { types, result: next.value };
    types.push(next.value.type);
    onEvent?.(next.value);
  }
}

test("the built-in reply fills the silence of a model once, and the model's answer still follows", async () => {
  const { promise: filled, resolve: speak } = Promise.withResolvers<void>();
  async function* model(): AsyncGenerator<AnswerEvent, string> {
    yield { type: "step-start" };
    await filled;
    yield { type: "text", text: "At last." };
    return "answered";
  }
  const answer = fillSilence(model(), reply("suggested"), 0);
  const seen = await typesOf(answer, ({ type }) => type === "meanwhile" && speak());
  expect(seen).toEqual({ types: ["step-start", "meanwhile", "text"], result: "answered" });
});

test.each<[string, () => ReturnType<ReturnType<typeof reply>>, number]>([
  ["a refusal", reply("not_in_docs"), 0],
  ["a reply that comes too late", reply("suggested"), 60_000],
])("%s doesn't fill the silence", async (_, builtIn, milliseconds) => {
  async function* model(): AsyncGenerator<AnswerEvent, string> {
    await new Promise((resolve) => setImmediate(resolve));
    yield { type: "text", text: "Here." };
    return "answered";
  }
  expect((await typesOf(fillSilence(model(), builtIn, milliseconds))).types).toEqual(["text"]);
});
