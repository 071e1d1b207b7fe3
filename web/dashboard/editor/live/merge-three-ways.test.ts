import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { conflictField } from "../source/conflict-field.ts";
import { mergeThreeWays } from "./merge-three-ways.ts";

test("changes in different places are merged without a conflict", () => {
  const merged = mergeThreeWays("a\nb\nc\nd\n", "a!\nb\nc\nd\n", "a\nb\nc\nd!\n");
  expect(merged).toEqual({ mine: "a!\nb\nc\nd!\n", theirs: "a!\nb\nc\nd!\n", conflicts: [] });
});

test("both sides of an overlap are kept, and the two merged texts differ only there", () => {
  const merged = mergeThreeWays("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\nmore\n");
  expect(merged.mine).toBe("a\nmine\nc\nmore\n");
  expect(merged.theirs).toBe("a\ntheirs\nc\nmore\n");
  expect(merged.conflicts).toEqual([{ from: 2, to: 7, mine: "mine\n", theirs: "theirs\n" }]);
});

test("the same change on both sides is merged, and so is a removal by the other side", () => {
  expect(mergeThreeWays("a\nb\n", "a\nx\n", "a\nx\n").conflicts).toEqual([]);
  expect(mergeThreeWays("a\nb\n", "a\nx\n", "a\n").conflicts).toEqual([{ from: 2, to: 4, mine: "x\n", theirs: "" }]);
});

test("typing inside a conflict resolves it, and typing elsewhere only moves it", () => {
  const field = conflictField([{ from: 2, to: 4, mine: "x\n", theirs: "y\n" }]);
  const start = EditorState.create({ doc: "a\nx\nb\n", extensions: field });
  const moved = start.update({ changes: { from: 0, insert: "new\n" } }).state;
  expect(moved.field(field)).toMatchObject([{ from: 6, to: 8, choice: undefined }]);
  const edited = moved.update({ changes: { from: 7, insert: "!" } }).state;
  expect(edited.field(field)).toMatchObject([{ from: 6, to: 9, choice: "edited" }]);
});
