import { expect, test } from "vitest";
import { groupQuestions, isSameSubject } from "./group-questions.ts";

const asked = (...questions: string[]) => questions.map((question) => ({ question }));

test("questions about the same subject are in one group, whatever their grammar, and the largest group comes first", () => {
  const groups = groupQuestions(
    asked(
      "Is there a loyalty program?",
      "How do I rotate API keys?",
      "rotating an API key",
      "Can the API keys be rotated?",
      "Where is the loyalty program explained?",
      "What does the dashboard cost?",
    ),
  );
  expect(groups.map(({ subject, questions }) => [subject, questions.length])).toEqual([
    [expect.stringMatching(/rotat.*api/), 3],
    [expect.stringContaining("loyalty"), 2],
    [expect.stringContaining("dashboard"), 1],
  ]);
});

test("one shared word among many isn't the same subject, and words that every question has aren't one at all", () => {
  expect(isSameSubject("How do I install Docker?", "How do I configure webhooks?")).toBe(false);
  expect(isSameSubject("docker volume permissions on Windows", "docker login behind a proxy")).toBe(false);
  expect(isSameSubject("Wie lösche ich ein Projekt?", "Projekt löschen")).toBe(true);
});

test("questions of stop words and other scripts are compared, too", () => {
  expect(isSameSubject("What is it?", "What is it?")).toBe(true);
  expect(isSameSubject("如何 安装", "如何 安装")).toBe(true);
  expect(groupQuestions(asked("", "?"))).toHaveLength(2);
});
