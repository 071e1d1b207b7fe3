import { expect, test } from "vitest";
import { questionSubjects } from "./question-subjects.ts";

test("questions are grouped by the page that the answer cites, or that the reader was on", () => {
  const question = { sources: [], page: null, helpful: null };
  const subjects = questionSubjects([
    { ...question, sources: ["/install#linux", "/start"], outcome: "answered", helpful: false },
    { ...question, page: "/install", outcome: "not_in_docs" },
    { ...question, page: "/install", outcome: "suggested" },
    { ...question, page: "/install", outcome: "small_talk" },
    { ...question, outcome: "failed" },
  ]);
  const none = { answered: 0, suggested: 0, unanswered: 0, notHelpful: 0 };
  expect(subjects).toEqual([
    { page: "/install", questions: 3, answered: 1, suggested: 1, unanswered: 1, notHelpful: 1 },
    { page: undefined, questions: 1, ...none },
  ]);
});
