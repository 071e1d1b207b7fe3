import fc from "fast-check";
import { expect, test } from "vitest";
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

test("edits that overlap or reach beyond the file are refused", () => {
  const edit = (start: number, end: number): TextEdit => ({ start, end, text: "x", why: "" });
  expect(() => applyEdits("abcdef", [edit(0, 3), edit(2, 4)])).toThrow(RangeError);
  expect(() => applyEdits("abc", [edit(2, 9)])).toThrow(RangeError);
  expect(() => applyEdits("abc", [edit(2, 1)])).toThrow(RangeError);
});

test("the line number of an offset counts the line ends before it", () => {
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
