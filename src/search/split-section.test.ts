import { expect, test } from "vitest";
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

test("a heading without content is a passage too", () => {
  expect(splitSection({ ...section, blocks: [] })).toEqual([{ ...section, blocks: [] }]);
});

test("a long section is split between blocks, and each passage keeps the headings and the anchor", () => {
  const blocks = Array.from({ length: 9 }, () => text(500));
  const passages = splitSection({ ...section, blocks });
  expect(passages.length).toBeGreaterThan(3);
  expect(passages.flatMap((passage) => passage.blocks)).toEqual(blocks);
  for (const passage of passages) expect(passage).toMatchObject(section);
});

test("a block that is too long is split after a sentence, code after a line", () => {
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

test("a text with no place to break is split anyway, but never inside a character", () => {
  const passages = splitSection({ ...section, blocks: [{ kind: "text", text: `x${"🙂".repeat(3_000)}` }] });
  const pieces = passages.flatMap(({ blocks }) => blocks.map((block) => block.text));
  expect(pieces.join("")).toBe(`x${"🙂".repeat(3_000)}`);
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
});
