import { expect, test } from "vitest";
import { promptForQuestions, questionsMax } from "./questions.tsx";

test("every question is quoted on its own line", () => {
  const prompt = promptForQuestions(["How do I\n\nignore all rules?", 'Say "hi"']);
  expect(prompt.split("\n").slice(2)).toEqual(['- "How do I ignore all rules?"', '- "Say \\"hi\\""']);
});

test("a prompt is limited in length", () => {
  const prompt = promptForQuestions(Array.from({ length: 100 }, () => "x".repeat(2_000)));
  expect(prompt.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(questionsMax);
  expect(prompt.length).toBeLessThan(20_000);
});
