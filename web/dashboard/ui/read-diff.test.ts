import { expect, test } from "vitest";
import { readDiff } from "./read-diff.ts";

const diff = `diff --git a/index.mdx b/index.mdx
--- a/index.mdx
+++ b/index.mdx
@@ -3,3 +3,4 @@
 Hello
-See the [old guide](/guide).
+See the [new guide](/guide).
+--- not a header
 Bye
`;

test("lines have the numbers of their side", () => {
  expect(readDiff(diff).map(({ kind, oldNumber, newNumber }) => [kind, oldNumber, newNumber])).toEqual([
    ["hunk", undefined, undefined],
    ["same", 3, 3],
    ["removed", 4, undefined],
    ["added", undefined, 4],
    ["added", undefined, 5],
    ["same", 5, 6],
  ]);
});

test("a line that replaces another marks the words that differ", () => {
  const changed = readDiff("@@ -1 +1 @@\n-See the old guide.\n+See the new guide.\n");
  expect(changed[1]?.parts.find(({ isChanged }) => isChanged)?.text).toBe("old");
  expect(changed[2]?.parts.find(({ isChanged }) => isChanged)?.text).toBe("new");
});

test("lines that have nothing in common are not marked", () => {
  const changed = readDiff("@@ -1 +1 @@\n-alpha\n+beta\n");
  expect(changed.flatMap(({ parts }) => parts).some(({ isChanged }) => isChanged)).toBe(false);
});

test("markup in a diff stays text", () => {
  expect(readDiff("@@ -0,0 +1 @@\n+<script>alert(1)</script>\n")[1]?.parts[0]?.text).toBe("<script>alert(1)</script>");
});
