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

test("a project without a choice uses the server's model", () => {
  expect(modelOfProject(openai, null)).toBe(openai);
  expect(modelOfProject(undefined, null)).toBeUndefined();
});

test("a project may have another model of the same server, with the same key", () => {
  expect(modelOfProject(openai, "openai/gpt-5-mini")).toEqual({
    choice: { name: "openai/gpt-5-mini", model: "gpt-5-mini", url: "https://api.openai.com/v1" },
    key: "secret",
  });
  expect(modelOfProject(own, "anything/at-all")?.choice).toMatchObject({ url: own.choice.url });
});

test("a project may have no model at all", () => {
  expect(modelOfProject(openai, "none")).toBeUndefined();
});

test.each(["anthropic/claude", "ollama/qwen3", "gpt-5", "openai"])(
  "the key of one provider is never sent to another: %s",
  (name) => {
    expect(modelOfProject(openai, name)).toBe(openai);
    expect(() => checkedProjectModel(openai.choice, name)).toThrow("is not on the server of");
  },
);

test("a project's model is validated before it is stored", () => {
  expect(checkedProjectModel(openai.choice, "default")).toBeNull();
  expect(checkedProjectModel(undefined, "none")).toBe("none");
  expect(checkedProjectModel(openai.choice, "openai/gpt-5-mini")).toBe("openai/gpt-5-mini");
  expect(() => checkedProjectModel(undefined, "openai/gpt-5")).toThrow("set LECTERN_MODEL first");
  expect(() => checkedProjectModel(own.choice, "x".repeat(201))).toThrow("1 to 200 characters");
});
