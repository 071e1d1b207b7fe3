import { expect, test } from "vitest";
import type { Heading } from "../../page/markdown/collect-facts.ts";
import { english } from "../../translations/find-translations.ts";
import { outlineMenu } from "./outline.ts";

const heading = (id: string, level: number): Heading => ({ id, text: id, level });
const ranks = (...headings: Heading[]) =>
  outlineMenu(headings, english.frame)
    .markup.replace(/^.*?<\/summary>/s, "")
    .replaceAll(/<\/?(?:a|div|details)(?: [^>]*)?>/g, "");

test("the outline nests third-level headings in the second-level heading above them", () => {
  expect(ranks(heading("one", 2), heading("two", 3))).toBe(
    '<ul><li data-depth="0">one<ul><li data-depth="1">two</li></ul></li></ul>',
  );
});

test("steps at the start of a page are at the top level of the outline", () => {
  expect(ranks(heading("one", 3), heading("two", 3), heading("three", 2))).toBe(
    '<ul><li data-depth="1">one</li><li data-depth="1">two</li><li data-depth="0">three</li></ul>',
  );
});
