import { APICallError } from "ai";
import { expect, test } from "vitest";
import { explainFailure } from "./call-failure.ts";
import { readModelChoice } from "./model-choice.ts";

const choice = readModelChoice("openai/gpt-5", "");
if (choice === undefined) throw new Error("no model");
const keyed = { choice, key: "AKIA1234:top-secret-text" };

const refusal = (statusCode: number, message: string) =>
  new APICallError({ message, url: "https://api.openai.com/v1", requestBodyValues: {}, statusCode });

test.each([
  [401, "key_rejected"],
  [403, "key_rejected"],
  [404, "unknown_model"],
  [422, "refused"],
  [429, "rate_limited"],
  [500, "overloaded"],
  [529, "overloaded"],
  [200, "failed"],
])("a reply with status %d is counted as %s", (status, outcome) => {
  expect(explainFailure(refusal(status, "x"), keyed).outcome).toBe(outcome);
});

test("a time limit and a reader who leaves are counted as different outcomes", () => {
  const aborted = (reason: unknown) => AbortSignal.abort(reason);
  const late = explainFailure(new Error("aborted"), keyed, aborted(new DOMException("late", "TimeoutError")));
  expect(late).toEqual({ outcome: "timed_out", problem: "api.openai.com didn't answer in time." });
  expect(explainFailure(new Error("aborted"), keyed, aborted(new Error("left"))).outcome).toBe("stopped");
});

test("an unreachable server is reported by its name, and a reply that breaks off isn't reported as unreachable", () => {
  const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(explainFailure(new TypeError("fetch failed", { cause }), keyed)).toEqual({
    outcome: "unreachable",
    problem: "api.openai.com refused the connection.",
  });
  expect(explainFailure(undefined, keyed).outcome).toBe("failed");
});

test("a rejection without a key says that no key is set", () => {
  expect(explainFailure(refusal(401, "no"), { choice, key: undefined }).problem).toContain("none is set");
});

test("the provider's message is shown without the key or parts of it", () => {
  const { problem } = explainFailure(refusal(400, "Bad key sk-proj-abcd**** or top-secret-text of AKIA1234."), keyed);
  expect(problem).toContain("It says: Bad key (hidden) or (hidden) of (hidden).");
});
