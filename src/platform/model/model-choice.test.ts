import { expect, test } from "vitest";
import { readModelChoice } from "./model-choice.ts";

test("a known provider needs no URL, and its name is not part of the model's name", () => {
  expect(readModelChoice("openai/gpt-5", "")).toEqual({
    name: "openai/gpt-5",
    provider: "openai",
    model: "gpt-5",
    url: "https://api.openai.com/v1",
  });
  expect(readModelChoice("openrouter/meta/llama-4", "")?.model).toBe("meta/llama-4");
});

test("any other server is reached by its URL, with the model name unchanged", () => {
  const choice = readModelChoice("acme/large", "http://127.0.0.1:8000/v1/");
  expect(choice).toEqual({
    name: "acme/large",
    provider: "compatible",
    model: "acme/large",
    url: "http://127.0.0.1:8000/v1",
  });
});

test("a gateway is called with its provider's protocol, and with the OpenAI-compatible one after compatible/", () => {
  expect(readModelChoice("anthropic/claude", "http://gateway/v1")).toMatchObject({
    provider: "anthropic",
    model: "claude",
  });
  expect(readModelChoice("compatible/anthropic/claude", "http://gateway/v1")).toMatchObject({
    provider: "compatible",
    model: "anthropic/claude",
  });
});

test("no setting means no model", () => {
  expect(readModelChoice("", "")).toBeUndefined();
});

test.each([
  ["acme/large", "", "doesn't start with a known provider"],
  ["constructor/x", "", "doesn't start with a known provider"],
  ["openai", "", "doesn't start with a known provider"],
  ["azure/main", "", "such as https://RESOURCE.openai.azure.com"],
  ["compatible/large", "", "such as https://ai.example.com/v1"],
  ["openai/gpt-5", "ftp://x", "must be an http or https address"],
])("the model setting %s with the URL %j is refused with an explanation", (name, url, sentence) => {
  expect(() => readModelChoice(name, url)).toThrow(sentence);
});
