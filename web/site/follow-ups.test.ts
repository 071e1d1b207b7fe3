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

test("an answer of a model can be asked for in other words", () => {
  expect(followUpsOf(turn, forModel)).toEqual(forModel);
});

test("an answer in the words of the pages leads to the other pages that were found", () => {
  expect(followUpsOf({ ...turn, text: "**From the docs: Backup** [1]" }, forModel)).toEqual(["Upgrade", "Restore"]);
});

test("nothing is offered before there is an answer, or where there is none", () => {
  expect(followUpsOf(undefined, forModel)).toEqual([]);
  expect(followUpsOf({ ...turn, state: "answering" }, forModel)).toEqual([]);
  expect(followUpsOf({ ...turn, outcome: "not_in_docs" }, forModel)).toEqual([]);
  expect(followUpsOf({ ...turn, sources: [] }, forModel)).toEqual([]);
});
