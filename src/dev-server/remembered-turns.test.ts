import { expect, test } from "vitest";
import type { Question } from "../assistant/read-question.ts";
import { rememberedTurns } from "./remembered-turns.ts";

const clock = { now: () => 0 };
const spender = { projectId: "preview", address: "127.0.0.1", threadId: "t" };

function question(text: string, messageId: string, rest: Partial<Question> = {}): Question {
  const asked = { fp: "tab", text, messageId, threadName: "t", retrievalPageSize: 5, filter: {}, context: [] };
  return { ...asked, currentPath: undefined, earlier: [], ...rest };
}

const outcome = (text: string) => ({
  text,
  outcome: "answered" as const,
  composed: undefined,
  usage: { inputTokens: 0, outputTokens: 0 },
  durationMilliseconds: 1,
  caller: "site" as const,
});

test("a browser tab keeps its thread, and asking a question again replaces its answer", async () => {
  const turns = rememberedTurns({ clock, tokensMax: 0 });
  const first = question("Which tree?", "1");
  const turn = await turns.open("preview", first, false);
  expect(turn.history).toEqual([]);
  await turns.store(first, turn, outcome("The oak."));
  const next = await turns.open("preview", question("And then?", "2"), false);
  expect(next.history.map(({ text }) => text)).toEqual(["Which tree?", "The oak."]);
  expect((await turns.open("preview", first, false)).history).toEqual([]);
  expect((await turns.open("preview", question("And?", "3", { fp: "other" }), false)).history).toEqual([]);
});

test("only answers that were given can be rated", async () => {
  const turns = rememberedTurns({ clock, tokensMax: 0 });
  const asked = question("Which tree?", "1");
  const turn = await turns.open("preview", asked, false);
  const rating = { projectId: "preview", threadName: turn.thread.name, messageId: turn.messageId, helpful: true };
  expect(await turns.rate(rating)).toBe(false);
  await turns.store(asked, turn, outcome("The oak."));
  expect(await turns.rate(rating)).toBe(true);
});

test("a model is asked until its tokens are used up", async () => {
  const turns = rememberedTurns({ clock, tokensMax: 100 });
  const reserved = await turns.reserve(spender, {}, "acme/large");
  await reserved?.settle({ inputTokens: 90, outputTokens: 20 });
  expect(await turns.reserve(spender, {}, "acme/large")).toBeUndefined();
});
