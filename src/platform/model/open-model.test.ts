import { expect, test } from "vitest";
import { readModelChoice } from "./model-choice.ts";
import { openModel } from "./open-model.ts";

test("answers share one opened model, and a different key, name or address opens another one", async () => {
  const open = async (name: string, url: string, key: string | undefined) => {
    const choice = readModelChoice(name, url);
    return choice === undefined ? undefined : (await openModel(choice, key, "answers")).model;
  };
  const [first, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => open("m", "http://127.0.0.1:9/v1", "k")),
  );
  expect(others.every((model) => model === first)).toBe(true);
  for (const other of [
    await open("n", "http://127.0.0.1:9/v1", "k"),
    await open("m", "http://127.0.0.1:8/v1", "k"),
    await open("m", "http://127.0.0.1:9/v1", "l"),
  ]) {
    expect(other).not.toBe(first);
  }
});
