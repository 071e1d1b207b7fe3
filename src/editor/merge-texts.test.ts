import { expect, test } from "vitest";
import { mergeTexts, splicesBetween } from "./merge-texts.ts";

const base = "# Plants\n\nWater them.\n\nFeed them.\n\nTalk to them.\n";

test("changes of different lines are merged, and line ends stay as they are", () => {
  const windows = base.replaceAll("\n", "\r\n");
  const mine = windows.replace("Water", "Always water");
  const theirs = windows.replace("Talk to", "Sing to");
  expect(mergeTexts(windows, mine, theirs)).toBe(
    windows.replace("Water", "Always water").replace("Talk to", "Sing to"),
  );
});

test("the same change on both sides is not a conflict, even next to other changes", () => {
  const same = base.replace("Feed", "Never feed");
  expect(mergeTexts(base, same, same)).toBe(same);
  const more = same.replace("Talk to", "Sing to");
  expect(mergeTexts(base, same, more)).toBe(more);
});

test("a file without a final newline stays without one", () => {
  const cut = base.slice(0, -1);
  expect(mergeTexts(cut, cut.replace("# Plants", "# Trees"), cut)).toBe(cut.replace("# Plants", "# Trees"));
});

test("different changes of the same line are a conflict", () => {
  expect(mergeTexts(base, base.replace("Feed", "Always feed"), base.replace("Feed", "Never feed"))).toBeUndefined();
});

test("two changes separated by thousands of blank lines are merged", () => {
  const blank = "\n".repeat(4_000);
  expect(mergeTexts(`a\n${blank}b\n`, `1\n${blank}b\n`, `a\n${blank}2\n`)).toBe(`1\n${blank}2\n`);
});

test("a change inside a long text that the other side has rewritten is a conflict", () => {
  const long = (mark: string) => Array.from({ length: 2_000 }, (_, index) => `${mark} ${index}\n`).join("");
  const text = `start\n${long("old")}middle\n${long("old")}end\n`;
  expect(mergeTexts(text, text.replaceAll("old", "new"), text.replace("middle", "center"))).toBeUndefined();
});

test("each changed place gets its own splice", () => {
  const after = base.replace("Water", "Always water").replace("Talk to", "Sing to");
  const splices = splicesBetween(base, after);
  expect(splices).toHaveLength(2);
  const applied = splices.reduce(
    (text, { start, deleted, insert }) => text.slice(0, start) + insert + text.slice(start + deleted),
    base,
  );
  expect(applied).toBe(after);
  expect(splicesBetween(base, base)).toEqual([]);
});
