import { describe, expect, test } from "vitest";
import { colorHunk } from "./color-hunk.ts";
import { pairLines, parsePatch } from "./parse-patch.ts";
import { findWordChanges } from "./word-changes.ts";

const patch =
  "@@ -3,4 +3,5 @@ ## Place\n same\n-old one\n-gone\n+new one\n \n+@@ -1 +1 @@\n\\ No newline at end of file";

describe("a patch", () => {
  test("a patch is parsed line by line with the line numbers of both sides", () => {
    const [hunk] = parsePatch(patch);
    expect(hunk).toMatchObject({ context: "## Place", before: 3, after: 3 });
    expect(hunk?.lines.map(({ kind, text, before, after }) => [kind, text, before, after])).toEqual([
      ["same", "same", 3, 3],
      ["removed", "old one", 4, undefined],
      ["removed", "gone", 5, undefined],
      ["added", "new one", undefined, 4],
      ["same", "", 6, 5],
      ["added", "@@ -1 +1 @@", undefined, 6],
    ]);
  });

  test("a patch becomes two columns with removed lines next to the lines that replace them", () => {
    const pairs = pairLines(parsePatch(patch)[0]?.lines ?? []);
    expect(pairs.map(({ left, right }) => [left?.text, right?.text])).toEqual([
      ["same", "same"],
      ["old one", "new one"],
      ["gone", undefined],
      ["", ""],
      [undefined, "@@ -1 +1 @@"],
    ]);
  });
});

describe("word changes", () => {
  test("word changes are the words that differ between two lines", () => {
    expect(findWordChanges("Install it with one command.", "Install it with a single command.")).toEqual({
      removed: [{ start: 16, end: 19 }],
      added: [{ start: 16, end: 24 }],
    });
  });

  test("no word changes are reported for unrelated or very long lines", () => {
    expect(findWordChanges("alpha beta", "gamma delta epsilon")).toBeUndefined();
    expect(findWordChanges("a ".repeat(500), "b ".repeat(500))).toBeUndefined();
  });
});

describe("a colored hunk", () => {
  test("a colored hunk keeps its colors under the changed words, and shows markup as text", () => {
    const [hunk] = parsePatch('@@ -1 +1 @@\n-"a <b>"; x\n+"a <c>"; x');
    const highlight = (code: string) =>
      `<span class="hljs-string">${code.slice(0, 7).replace("<", "&lt;").replace(">", "&gt;")}</span>${code.slice(7)}`;
    const colored = hunk && colorHunk(hunk, highlight);
    const [line] = colored?.lines ?? [];
    expect(line && colored?.runsOf(line)).toEqual([
      { text: '"a <', className: "hljs-string", isChanged: false },
      { text: "b", className: "hljs-string", isChanged: true },
      { text: '>"', className: "hljs-string", isChanged: false },
      { text: "; x", className: "", isChanged: false },
    ]);
  });

  test("a colored hunk colors a construct on all the lines it spans", () => {
    const highlight = (code: string) => `<span class="hljs-comment">${code}</span>`;
    const [hunk] = parsePatch("@@ -1,2 +1,2 @@\n one\n two");
    const colored = hunk && colorHunk(hunk, highlight);
    const runs = colored?.lines.map((line) => colored.runsOf(line).map(({ text, className }) => [text, className]));
    expect(runs).toEqual([[["one", "hljs-comment"]], [["two", "hljs-comment"]]]);
  });
});
