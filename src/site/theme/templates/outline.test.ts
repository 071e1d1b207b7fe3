import { expect, test } from "vitest";
import type { Heading } from "../../page/markdown/collect-facts.ts";
import { english } from "../../translations/find-translations.ts";
import { outlineDisclosure } from "./outline.ts";

const heading = (id: string, level: number): Heading => ({ id, text: id, level });
const ranks = (...headings: Heading[]) =>
  outlineDisclosure(headings, english.frame)
    .markup.replace(/^.*?<\/summary>/s, "")
    .replaceAll(/<a [^>]*>|<\/a>|<\/details>/g, "");

test("headings of the third level stand below the one of the second", () => {
  expect(ranks(heading("one", 2), heading("two", 3))).toBe("<ul><li>one<ul><li>two</li></ul></li></ul>");
});

test("steps that a page begins with are of one rank", () => {
  expect(ranks(heading("one", 3), heading("two", 3), heading("three", 2))).toBe(
    "<ul><li>one</li><li>two</li><li>three</li></ul>",
  );
});
