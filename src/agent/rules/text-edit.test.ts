import fc from "fast-check";
import { expect, test } from "vitest";
import { runOn, settingsFor } from "./rules-test-support.ts";
import { applyEdits, createLineCounter, type TextEdit } from "./text-edit.ts";

const someEdits = fc
  .tuple(
    fc.string({ unit: "grapheme", maxLength: 80 }),
    fc.array(fc.tuple(fc.nat(8), fc.nat(4), fc.string({ maxLength: 5 }))),
  )
  .map(([source, steps]) => {
    const edits: TextEdit[] = [];
    let position = 0;
    for (const [gap, length, text] of steps) {
      const start = position + gap;
      if (start + length > source.length) break;
      edits.push({ start, end: start + length, text, why: "" });
      position = start + length;
    }
    return { source, edits };
  });

test("everything outside the edits stays unchanged, whatever their order", () => {
  fc.assert(
    fc.property(someEdits, fc.nat(), ({ source, edits }, turn) => {
      const middle = edits.length === 0 ? 0 : turn % edits.length;
      const result = applyEdits(source, [...edits.slice(middle), ...edits.slice(0, middle)]);
      let rest = result;
      let position = 0;
      for (const { start, end, text } of edits) {
        const kept = source.slice(position, start);
        expect(rest.startsWith(kept + text)).toBe(true);
        rest = rest.slice(kept.length + text.length);
        position = end;
      }
      expect(rest).toBe(source.slice(position));
    }),
  );
});

test("edits that overlap or leave the file are refused", () => {
  const edit = (start: number, end: number): TextEdit => ({ start, end, text: "x", why: "" });
  expect(() => applyEdits("abcdef", [edit(0, 3), edit(2, 4)])).toThrow(RangeError);
  expect(() => applyEdits("abc", [edit(2, 9)])).toThrow(RangeError);
  expect(() => applyEdits("abc", [edit(2, 1)])).toThrow(RangeError);
});

test("the line of an offset is the number of line ends before it", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "\n", "\r\n")), fc.array(fc.nat(60)), (parts, offsets) => {
      const source = parts.join("");
      const lineAt = createLineCounter(source);
      for (const offset of offsets) {
        expect(lineAt(Math.min(offset, source.length))).toBe(source.slice(0, offset).split("\n").length);
      }
    }),
  );
});

/** Lines that tasks have something to do with, beside some that look like it and are code or addresses. */
const lines = [
  "Acme and acme's recieve. ",
  "two  ",
  "[a](/guides/webhoks) and [b](./guides/webhooks.mdx)",
  "#### Acme deep",
  "## Acme",
  "© 2019–2021 Acme",
  '<Card title="Acme" href="/guides/webhoks">Acme</Card>',
  "`Acme recieve` $Acme$ {/* Acme recieve */}",
  "😀 naïve Acme\t",
  "```",
  "Acme recieve = /guides/webhoks",
  "- Acme",
  "",
];
const prompt =
  "fix broken links, fix heading levels, fix typos, update copyright, rename Acme to Nimbus, remove trailing spaces";

test("only explained lines change, with any line endings and with or without a BOM", async () => {
  const page = fc
    .tuple(
      fc.array(fc.constantFrom(...lines), { maxLength: 14 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([parts, newline, hasMark, hasHead]) => {
      const head = hasHead ? ["---", "zeta: Acme", "title: Acme", "---", ""] : [];
      return (hasMark ? "\uFEFF" : "") + [...head, ...parts, ""].join(newline);
    });
  await fc.assert(
    fc.asyncProperty(page, async (source) => {
      const files = {
        "docs.json": settingsFor(["index", "guides/webhooks"]),
        "guides/webhooks.mdx": "Text\n",
        "index.mdx": source,
      };
      const { changed, explanations } = await runOn(files, prompt);
      const explained = new Set(explanations.filter(({ path }) => path === "index.mdx").map(({ line }) => line));
      const before = source.split("\n");
      const after = (changed["index.mdx"] ?? source).split("\n");
      expect(after).toHaveLength(before.length);
      for (const [index, line] of after.entries()) if (!explained.has(index + 1)) expect(line).toBe(before[index]);
      expect(Object.keys(changed).every((path) => path === "index.mdx")).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test("a page designed to keep the parser busy is skipped after a bounded time", async () => {
  const files = {
    "docs.json": settingsFor(["index"]),
    "index.mdx": "[x](/guides/webhoks)\n",
    "deep.mdx": `${"> ".repeat(500)}x\n`,
    "open.mdx": "<Card>\n".repeat(1_000),
    "spaces.mdx": "a \n\n`b `\n\n".repeat(2_000),
    "brackets.mdx": "[".repeat(2_000),
    "guides/webhooks.mdx": "x\n",
  };
  const { changed, declined } = await runOn(files, prompt);
  expect(changed["index.mdx"]).toBe("[x](/guides/webhooks)\n");
  expect(changed["spaces.mdx"]).toBe("a\n\n`b `\n\n".repeat(2_000));
  expect(declined.map(({ path }) => path)).toEqual(expect.arrayContaining(["open.mdx"]));
});
