import { expect, test } from "vitest";
import { followUpsOf } from "./follow-ups.ts";
import type { Turn } from "./thread.ts";

const words = { followUps: ["Show an example"], askAboutPage: "What should I know about {title}?" };
const titles = ["Backup", "Upgrade", "Upgrade", "Backup", "x".repeat(80), "Restore"];
const sources = titles.map((title, at) => ({
  title,
  url: `https://a.test/${at}`,
  section: undefined,
}));
const ending = { outcome: "answered", nearest: [], isByModel: false, modelProblem: undefined, isCited: true };
const turn: Turn = { id: "1", question: "?", context: [], state: "done", text: "By a command.", sources, ending };

test("follow-ups to a model's answer ask the model to rephrase the answer", () => {
  expect(followUpsOf({ ...turn, ending: { ...ending, isByModel: true } }, words)).toEqual(words.followUps);
});

test("follow-ups to a built-in answer are questions about pages that it doesn't quote", () => {
  expect(followUpsOf({ ...turn, text: cites(1, "https://a.test/0#daily") }, words)).toEqual([
    "What should I know about Upgrade?",
    "What should I know about Restore?",
  ]);
  const text = `${cites(1, "https://a.test/0")}\n\nText.\n\n${cites(2, "https://a.test/1")}`;
  expect(followUpsOf({ ...turn, text }, words)).toEqual(["What should I know about Restore?"]);
});

test.each(["suggested", "not_in_docs", "small_talk", undefined])("a reply of kind %s has no follow-ups", (outcome) => {
  expect(followUpsOf({ ...turn, ending: { ...ending, outcome } }, words)).toEqual([]);
});

test("a missing or incomplete answer has no follow-ups", () => {
  expect(followUpsOf(undefined, words)).toEqual([]);
  expect(followUpsOf({ ...turn, state: "answering", ending: undefined }, words)).toEqual([]);
  expect(followUpsOf({ ...turn, sources: [] }, words)).toEqual([]);
});

function cites(number: number, url: string): string {
  return `**[Page](${url})** [\\[${number}\\]](${url})`;
}
