import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePassageRecord, encodePassage } from "./passage-record.ts";

test("rows of a table are restored with their empty cells and their common head", () => {
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
      const head = { kind: "head" as const, text, cells: edges };
      const row = { kind: "row" as const, text, cells: edges, head };
      const passage = { headingPath: ["One"], anchor: "one", blocks: [row, row] };
      expect(decodePassageRecord(JSON.parse(JSON.stringify(encodePassage(passage))))).toEqual(passage);
    }),
  );
});
