import { expect, test } from "vitest";
import { describeCheck, type PreviewResult } from "./check-preview.ts";

const times = (number: number, before: PreviewResult["before"], result: PreviewResult["result"]): PreviewResult[] =>
  Array.from({ length: number }, () => ({ question: { question: "How?" }, before, result }));
const none = { gaps: [], asked: 0, answered: 0 };

test("the check counts the project's questions and those of the change together", () => {
  const results = [...times(40, "right", "right"), ...times(1, "wrong", "right"), ...times(6, "wrong", "wrong")];
  const check = { results, gaps: { gaps: [], asked: 5, answered: 3 }, skipped: 0 };
  expect(describeCheck(check)).toBe("44 of 52 answered, 4 more, none worse");
});

test("answers that got worse, that nobody can judge and that weren't asked are named", () => {
  const results = [...times(2, "right", "partly"), ...times(1, "right", "unknown"), ...times(3, null, "right")];
  expect(describeCheck({ results, gaps: none, skipped: 4 })).toBe(
    "3 of 6 answered, 3 more, 2 worse, 1 to judge again, 4 not asked",
  );
});
