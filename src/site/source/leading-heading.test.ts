import { expect, test } from "vitest";
import { leadingHeading } from "./leading-heading.ts";

test.each([
  ["\n# Getting started\n\nText", "Getting started"],
  ["Getting started\n===\n\nText", "Getting started"],
  ["# The **bold** `code()` [link](/x) \\* snake_case #\n", "The bold code() link * snake_case"],
  ["# Tips &amp; tricks {#tips}", "Tips & tricks"],
  ["import { A } from '/a.mdx'\n\n{/* a note */}\n\n# Title\r\n", "Title"],
  ["# Hello {{name}}", "Hello {{name}}"],
])("a page with the text %j starts with a heading", (body, heading) => {
  expect(leadingHeading(body, "mdx")).toBe(heading);
});

test.each([
  ["Text\n\n# Later"],
  ["## Second rank"],
  ["#hashtag"],
  ["# <Icon /> Name"],
  ["# Hello {name}"],
  ["- a\n==="],
  ["```\n# a comment\n```"],
  [""],
])("a page with the text %j doesn't start with a heading", (body) => {
  expect(leadingHeading(body, "mdx")).toBeUndefined();
});

test("an HTML comment may precede the leading heading of a .md page", () => {
  expect(leadingHeading("<!-- note -->\n# Title", "md")).toBe("Title");
  expect(leadingHeading("# Set {a}", "md")).toBe("Set {a}");
});
