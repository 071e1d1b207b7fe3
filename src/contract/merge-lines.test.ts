import fc from "fast-check";
import { expect, test } from "vitest";
import { compareLines, splitLines } from "./compare-lines.ts";
import { mergeLines } from "./merge-lines.ts";

const someLines = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n"), { maxLength: 12 });

test("applying the changes between two texts to the first gives the second, and all other lines are the same in both", () => {
  fc.assert(
    fc.property(someLines, someLines, (before, after) => {
      const result: string[] = [];
      let position = 0;
      for (const { start, end, newStart, newEnd } of compareLines(before, after)) {
        result.push(...before.slice(position, start));
        expect(result).toHaveLength(newStart);
        result.push(...after.slice(newStart, newEnd));
        position = end;
      }
      expect([...result, ...before.slice(position)]).toEqual(after);
    }),
  );
});

test("if only one side changed a text, the merge is that side's text", () => {
  fc.assert(
    fc.property(someLines, someLines, (base, changed) => {
      for (const [mine, theirs] of [
        [changed, base],
        [base, changed],
        [changed, changed],
      ] as const) {
        const pieces = mergeLines(base, mine, theirs);
        expect(pieces.filter(({ isConflict }) => isConflict)).toEqual([]);
        expect(pieces.flatMap((piece) => piece.mine)).toEqual(changed);
      }
    }),
  );
});

test("a merge gives the same result if the two sides are swapped", () => {
  fc.assert(
    fc.property(someLines, someLines, someLines, (base, mine, theirs) => {
      const swapped = mergeLines(base, theirs, mine).map((piece) => ({
        ...piece,
        mine: piece.theirs,
        theirs: piece.mine,
      }));
      expect(swapped).toEqual(mergeLines(base, mine, theirs));
    }),
  );
});

test("changes to different paragraphs both survive a merge", () => {
  const paragraph = fc.array(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
  const document = fc.array(fc.record({ text: paragraph, change: fc.constantFrom("mine", "theirs", "none") }));
  fc.assert(
    fc.property(document, (paragraphs) => {
      // Every line is unique, and a line that nobody changes separates the paragraphs.
      const write = (isChanged: (change: string) => boolean) =>
        paragraphs.flatMap(({ text, change }, at) => [
          ...text.map((line, index) => `${at}.${index} ${line}${isChanged(change) ? "!" : ""}\n`),
          `--- ${at}\n`,
        ]);
      const pieces = mergeLines(
        write(() => false),
        write((change) => change === "mine"),
        write((change) => change === "theirs"),
      );
      expect(pieces.some(({ isConflict }) => isConflict)).toBe(false);
      expect(pieces.flatMap(({ mine }) => mine)).toEqual(write((change) => change !== "none"));
    }),
  );
});

test.each([
  ["thousands of blank lines", "\n".repeat(40_000), "x\n".repeat(3)],
  ["another text in every second line", numbered("a\n\n"), numbered("b\n\n")],
  ["other lines throughout", numbered("a\n"), numbered("b\n")],
  ["repeated lines", "a\nb\nc\n".repeat(10_000), "a\nc\nb\nb\n".repeat(10_000)],
])("comparing %s takes a bounded time", (_, before, after) => {
  const start = process.cpuUsage();
  compareLines(splitLines(before), splitLines(`first\n${after}last\n`));
  const { user } = process.cpuUsage(start);
  expect(user / 1_000_000).toBeLessThan(3);
});

test("a text with too many differences is treated as one change", () => {
  const [before, after] = [splitLines(numbered("a\n")), splitLines(numbered("b\n"))];
  expect(compareLines(["same\n", ...before, "same\n"], ["same\n", ...after, "same\n"])).toEqual([
    { start: 1, end: before.length + 1, newStart: 1, newEnd: after.length + 1 },
  ]);
});

function numbered(line: string): string {
  return Array.from({ length: 20_000 }, (_, index) => `${index} ${line}`).join("");
}
