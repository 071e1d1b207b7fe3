import { EditorState, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { listEnter } from "./list-enter.ts";
import { findFolds } from "./mdx-language.ts";
import { diagnosticsOf } from "./problem-diagnostics.ts";

test("frontmatter, elements, code blocks and sections can be folded", () => {
  const text = "---\ntitle: A\n---\n\n## One\n\n<Note>\n\ntext\n\n</Note>\n\n```js\ncode\n```\n\n## Two\n\nend\n";
  const folded = [...findFolds(text)].map(([start, end]) => text.slice(start, end).split("\n"));
  expect(folded.map((lines) => [lines[0], lines.at(-1)])).toEqual([
    ["---", "---"],
    ["<Note>", ""],
    ["```js", "```"],
    ["## One", ""],
    ["## Two", ""],
  ]);
});

/** The text after Enter, with `|` as the caret. */
function afterEnter(marked: string): string | undefined {
  const at = marked.indexOf("|");
  const state = EditorState.create({ doc: marked.replace("|", ""), selection: { anchor: at } });
  let next: EditorState | undefined;
  const isDone = listEnter("page.mdx")({ state, dispatch: (transaction) => (next = transaction.state) });
  if (!isDone || next === undefined) return undefined;
  const { head } = next.selection.main;
  return `${next.sliceDoc(0, head)}|${next.sliceDoc(head)}`;
}

test("Enter continues a list, and ends it in an empty item", () => {
  expect(afterEnter("- one|")).toBe("- one\n- |");
  expect(afterEnter("  9. nine|")).toBe("  9. nine\n  10. |");
  expect(afterEnter("- [x] done|")).toBe("- [x] done\n- [ ] |");
  expect(afterEnter("- one\n- |")).toBe("- one\n|");
});

test("Enter does nothing special in text, code and frontmatter", () => {
  expect(afterEnter("text|")).toBeUndefined();
  expect(afterEnter("```\n- one|")).toBeUndefined();
  expect(afterEnter("---\nkeywords:\n- one|")).toBeUndefined();
});

test("a problem marks its line, and a problem with a fix marks the text to replace", () => {
  const doc = Text.of(["one", "  two", "three"]);
  const fix = { start: 10, end: 15, text: "3", label: "Use 3" };
  expect(
    diagnosticsOf(
      [
        { severity: "error", message: "a", line: 2 },
        { severity: "warning", message: "b", line: 3, fix },
        { severity: "warning", message: "c", line: 99, fix: { ...fix, end: 1_000 } },
        { severity: "warning", message: "d", line: undefined },
      ],
      doc,
    ),
  ).toMatchObject([
    { from: 6, to: 9, severity: "error" },
    { from: 10, to: 15, actions: [{ name: "Use 3" }] },
    { from: 10, to: 15 },
    { from: 0, to: 3 },
  ]);
});
