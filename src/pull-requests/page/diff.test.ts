import { describe, expect, test } from "vitest";
import type { FileChange } from "../../git/diff-commits.ts";
import { colourRuns } from "../diff/colour-runs.ts";
import { pairLines, parsePatch } from "../diff/parse-patch.ts";
import { findWordChanges } from "../diff/word-changes.ts";
import { colourLine } from "./colour-line.ts";
import { diffView } from "./diff-view.ts";

const patch =
  "@@ -3,4 +3,5 @@ ## Place\n same\n-old one\n-gone\n+new one\n \n+@@ -1 +1 @@\n\\ No newline at end of file";

const file = (change: Partial<FileChange>): FileChange => ({
  path: "a.mdx",
  status: "modified",
  blob: "",
  additions: 1,
  deletions: 1,
  isBinary: false,
  ...change,
});

describe("a patch", () => {
  test("is read line by line with the numbers of both sides", () => {
    const [hunk] = parsePatch(patch);
    expect(hunk).toMatchObject({ place: "## Place", before: 3, after: 3 });
    expect(hunk?.lines.map(({ kind, text, before, after }) => [kind, text, before, after])).toEqual([
      ["same", "same", 3, 3],
      ["removed", "old one", 4, undefined],
      ["removed", "gone", 5, undefined],
      ["added", "new one", undefined, 4],
      ["same", "", 6, 5],
      ["added", "@@ -1 +1 @@", undefined, 6],
    ]);
  });

  test("becomes two columns, where what was removed stands beside what took its place", () => {
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

describe("the words of a line", () => {
  test("are marked where they changed", () => {
    expect(findWordChanges("Install it with one command.", "Install it with a single command.")).toEqual({
      removed: [{ start: 16, end: 19 }],
      added: [
        { start: 16, end: 17 },
        { start: 18, end: 25 },
      ],
    });
  });

  test("are not marked when the line is another one, or too long", () => {
    expect(findWordChanges("alpha beta", "gamma delta epsilon")).toBeUndefined();
    expect(findWordChanges("a ".repeat(500), "b ".repeat(500))).toBeUndefined();
  });

  test("keep their colours under the marks, and nothing of them becomes markup", () => {
    const highlighted = '<span class="hljs-string">&quot;a &lt;b&gt;&quot;</span>; x';
    expect(colourLine(colourRuns(highlighted, [{ start: 3, end: 8 }])).markup).toBe(
      '<span class="hljs-string">&quot;a </span><mark><span class="hljs-string">&lt;b&gt;&quot;</span></mark><mark>;</mark> x',
    );
  });
});

describe("a diff", () => {
  test("shows hostile lines and names as text", () => {
    const { markup } = diffView(
      [
        file({
          path: '<img src=x onerror="a">.html',
          patch: "@@ -1 +1 @@\n-<script>one()</script>\n+<script>two()</script>",
        }),
      ],
      "both",
    );
    expect(markup).not.toMatch(/<script|<img|onerror="/);
    expect(markup).toContain("&lt;");
    expect(markup).not.toContain(" style=");
  });

  test("says why there are no lines, and names files without them once there are too many", () => {
    expect(diffView([file({ isBinary: true })], "both").markup).toContain("This file is not text.");
    expect(diffView([file({ status: "renamed" })], "both").markup).toContain("Its text did not change.");
    const long = file({ patch: `@@ -0,0 +1,5000 @@\n${"+line\n".repeat(5_000)}`.trimEnd() });
    const { markup } = diffView([long, file({ path: "b.mdx", patch: "@@ -1 +1 @@\n-a\n+b" })], "inline");
    expect(markup.match(/too long to be shown/g)).toHaveLength(2);
    expect(markup).toContain("b.mdx");
  });
});
