import { expect, test } from "vitest";
import { followUpsOf } from "./follow-ups.ts";
import type { Turn } from "./thread.ts";

const forModel = ["Show an example"];
const titles = ["Backup", "Upgrade", "Upgrade", "Backup", "x".repeat(80), "Restore"];
const sources = titles.map((title, at) => ({
  title,
  url: `https://a.test/${at}`,
  path: undefined,
  section: undefined,
}));
const turn: Turn = { id: "1", question: "?", context: [], state: "done", text: "By a command.", sources };

test("follow-ups of a model's answer ask it to rephrase", () => {
  expect(followUpsOf(turn, forModel)).toEqual(forModel);
});

test("follow-ups of a built-in answer are the other pages that were found", () => {
  expect(followUpsOf({ ...turn, text: "**From the docs: Backup** [1]" }, forModel)).toEqual(["Upgrade", "Restore"]);
  const text = "**From the docs: Backup** [1]\n\nText.\n\nRelated: Upgrade [2]";
  expect(followUpsOf({ ...turn, text }, forModel)).toEqual(["Restore"]);
});

test("there are no follow-ups without an answer", () => {
  expect(followUpsOf(undefined, forModel)).toEqual([]);
  expect(followUpsOf({ ...turn, state: "answering" }, forModel)).toEqual([]);
  expect(followUpsOf({ ...turn, outcome: "not_in_docs" }, forModel)).toEqual([]);
  expect(followUpsOf({ ...turn, sources: [] }, forModel)).toEqual([]);
});
