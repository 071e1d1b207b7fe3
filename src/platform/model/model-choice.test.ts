import { expect, test } from "vitest";
import { readModelChoice } from "./model-choice.ts";

test("a known provider needs no URL, and its name is not part of the model's", () => {
  expect(readModelChoice("openai/gpt-5", "")).toEqual({
    name: "openai/gpt-5",
    model: "gpt-5",
    url: "https://api.openai.com/v1",
  });
  expect(readModelChoice("openrouter/meta/llama-4", "")?.model).toBe("meta/llama-4");
});

test("any other server is reached by its URL, with the model name unchanged", () => {
  const choice = readModelChoice("acme/large", "http://127.0.0.1:8000/v1/");
  expect(choice).toEqual({ name: "acme/large", model: "acme/large", url: "http://127.0.0.1:8000/v1" });
});

test("no setting means no model", () => {
  expect(readModelChoice("", "")).toBeUndefined();
});

test.each([
  ["acme/large", "", "names no provider"],
  ["constructor/x", "", "names no provider"],
  ["openai/gpt-5", "ftp://x", "must be an http or https address"],
])("%s at %j is refused with a sentence", (name, url, sentence) => {
  expect(() => readModelChoice(name, url)).toThrow(sentence);
});
