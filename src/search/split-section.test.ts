import { expect, test } from "vitest";
import type { Mark } from "./page-to-index.ts";
import { decodePassageRecord, encodePassage } from "./passage-record.ts";
import { splitSection } from "./split-section.ts";

const section = { headingPath: ["One", "Two"], anchor: "two" };
const text = (characters: number, kind: "text" | "code" = "text") => ({
  kind,
  text: "word ".repeat(characters / 5).trim(),
});

test("a short section is one passage", () => {
  const blocks = [text(200), text(300, "code")];
  expect(splitSection({ ...section, blocks })).toEqual([{ ...section, blocks }]);
});

test("a heading without content becomes a passage too", () => {
  expect(splitSection({ ...section, blocks: [] })).toEqual([{ ...section, blocks: [] }]);
});

test("a long section is split between blocks, and each passage keeps the headings and the anchor", () => {
  const blocks = Array.from({ length: 9 }, () => text(500));
  const passages = splitSection({ ...section, blocks });
  expect(passages.length).toBeGreaterThan(3);
  expect(passages.flatMap((passage) => passage.blocks)).toEqual(blocks);
  for (const passage of passages) expect(passage).toMatchObject(section);
});

test("a block that is too long is split after a sentence, and code after a line", () => {
  const sentences = "All of this is one sentence here. ".repeat(100).trim();
  const pieces = splitSection({ ...section, blocks: [{ kind: "text", text: sentences }] }).flatMap(
    ({ blocks }) => blocks,
  );
  expect(pieces.every((piece) => piece.text.endsWith("here."))).toBe(true);
  expect(pieces.map((piece) => piece.text).join(" ")).toBe(sentences);
  const code = "const a = [1];\n".repeat(300).trim();
  const lines = splitSection({ ...section, blocks: [{ kind: "code", text: code, language: "js" }] });
  expect(
    lines.every(({ blocks }) => blocks.every((block) => block.text.endsWith("];") && block.language === "js")),
  ).toBe(true);
});

test("a text without a place to break is split anyway, but never inside a character", () => {
  const passages = splitSection({ ...section, blocks: [{ kind: "text", text: `x${"🙂".repeat(3_000)}` }] });
  const pieces = passages.flatMap(({ blocks }) => blocks.map((block) => block.text));
  expect(pieces.join("")).toBe(`x${"🙂".repeat(3_000)}`);
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
});

test("each part of a long table has the table's head, and only the first part shows it as a block", () => {
  const head = { kind: "head" as const, text: "Name · Default", cells: [0, 4, 7, 14] };
  const rows = Array.from({ length: 9 }, (_, number) => {
    const cell = `setting ${number} `.repeat(30).trim();
    return { kind: "row" as const, text: `${number} · ${cell}`, cells: [0, 1, 4, 4 + cell.length], head };
  });
  const passages = splitSection({ ...section, blocks: [head, ...rows] });
  expect(passages.length).toBeGreaterThan(2);
  expect(passages.flatMap(({ blocks }) => blocks)).toEqual([head, ...rows]);
  const decoded = passages.map((one) => decodePassageRecord(JSON.parse(JSON.stringify(encodePassage(one)))));
  expect(decoded).toEqual(passages);
  for (const { blocks } of decoded) for (const row of blocks) if (row.kind === "row") expect(row.head).toEqual(head);
  expect(decoded[0]?.blocks[1]?.head).toBe(decoded[0]?.blocks[2]?.head);
});

test("the parts of a long paragraph keep its links, code and bold text, and the parts of a row keep its cells", () => {
  const sentence = "Run acme start as in the guide. ";
  const text = sentence.repeat(80).trim();
  const mark = (kind: Mark["kind"], number: number, word: string): Mark => {
    const start = number * sentence.length + sentence.indexOf(word);
    return { kind, start, end: start + word.length, ...(kind === "link" ? { target: "/guide" } : {}) };
  };
  const marks = [
    mark("code", 0, "acme start"),
    mark("code", 60, "acme start"),
    mark("link", 60, "guide"),
    mark("strong", 70, "Run"),
  ];
  const pieces = splitSection({ ...section, blocks: [{ kind: "text", text, marks }] }).flatMap(({ blocks }) => blocks);
  const marked = pieces.flatMap((piece) =>
    (piece.marks ?? []).map(({ kind, start, end, target }) => [kind, piece.text.slice(start, end), target]),
  );
  expect(marked).toEqual([
    ["code", "acme start", undefined],
    ["code", "acme start", undefined],
    ["link", "guide", "/guide"],
    ["strong", "Run", undefined],
  ]);
  const row = { kind: "row" as const, text: `a · ${text}`, cells: [0, 1, 4, 4 + text.length] };
  const rows = splitSection({ ...section, blocks: [row] });
  expect(rows.length).toBeGreaterThan(1);
  for (const one of rows) {
    expect(one.blocks[0]?.cells).toHaveLength(4);
    expect(decodePassageRecord(JSON.parse(JSON.stringify(encodePassage(one))))).toEqual(one);
  }
});
