import { expect, test } from "vitest";
import { readModelChoice } from "./model-choice.ts";
import { checkedProjectModel, modelOfProject } from "./project-model.ts";

const keyed = (name: string, url = "") => {
  const choice = readModelChoice(name, url);
  if (choice === undefined) throw new Error("no model");
  return { choice, key: "secret" };
};
const openai = keyed("openai/gpt-5");
const own = keyed("large", "http://127.0.0.1:8000/v1");
const named = (name: string | null) => ({ name, url: null, key: null });
const find = (installed: typeof openai | undefined, name: string | null) =>
  modelOfProject(installed, named(name), guardedFetch);

async function guardedFetch(): Promise<Response> {
  throw new Error("not called");
}

test("a project without a choice uses the server's model", () => {
  expect(find(openai, null)).toBe(openai);
  expect(find(undefined, null)).toBeUndefined();
});

test("a project may have another model of the same server, with the same key", () => {
  expect(find(openai, "openai/gpt-5-mini")).toEqual({
    choice: { name: "openai/gpt-5-mini", provider: "openai", model: "gpt-5-mini", url: "https://api.openai.com/v1" },
    key: "secret",
  });
  expect(find(own, "anything/at-all")?.choice).toMatchObject({ url: own.choice.url });
});

test("a project may have no model at all", () => {
  expect(find(openai, "none")).toBeUndefined();
});

test.each(["anthropic/claude", "ollama/qwen3", "gpt-5", "openai"])(
  "the key of one provider is never sent to another: %s",
  (name) => {
    expect(find(openai, name)).toBe(openai);
    expect(() => checkedProjectModel(openai.choice, named(name))).toThrow("isn't available from the provider of");
  },
);

test("a project with a key of its own can use any provider, through the guarded fetch and without the server's key", () => {
  const project = { name: "anthropic/claude-sonnet-5", url: null, key: "own" };
  const { choice, key } = modelOfProject(openai, project, guardedFetch) ?? {};
  expect(choice).toMatchObject({ provider: "anthropic", url: "https://api.anthropic.com/v1", fetch: guardedFetch });
  expect(key).toBe("own");
  const elsewhere = { name: "large", url: "https://ai.acme.test/v1", key: null };
  expect(modelOfProject(openai, elsewhere, guardedFetch)?.key).toBeUndefined();
});

test("a project's model is validated before it is stored", () => {
  expect(checkedProjectModel(openai.choice, named("default"))).toBeNull();
  expect(checkedProjectModel(undefined, named("none"))).toBe("none");
  expect(checkedProjectModel(openai.choice, named("openai/gpt-5-mini"))).toBe("openai/gpt-5-mini");
  expect(checkedProjectModel(undefined, { ...named("groq/llama"), key: "own" })).toBe("groq/llama");
  expect(() => checkedProjectModel(undefined, named("openai/gpt-5"))).toThrow("needs a key or a server of its own");
  expect(() => checkedProjectModel(undefined, { ...named("azure/main"), key: "own" })).toThrow("also needs");
  expect(() => checkedProjectModel(own.choice, named("x".repeat(201)))).toThrow("1 to 200 characters");
});
