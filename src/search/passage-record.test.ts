import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePassageRecord, encodePassage } from "./passage-record.ts";

const section = { headingPath: ["One"], anchor: "one" };

test("a row of a table is restored with its empty cells", () => {
  const cell = fc.stringMatching(/^(?:[a-z·][a-z ·|]{0,5}[a-z])?$/);
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
      let text = "";
      const edges: number[] = [];
      for (const one of cells) {
        if (text !== "" && one !== "") text += " · ";
        edges.push(text.length, text.length + one.length);
        text += one;
      }
      const passage = { ...section, blocks: [{ kind: "row" as const, text, cells: edges }] };
      expect(decodePassageRecord(JSON.parse(JSON.stringify(encodePassage(passage))))).toEqual(passage);
    }),
  );
});
