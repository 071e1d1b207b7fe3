import { expect, test } from "vitest";
import { cutSection } from "./site-reader.ts";

const markdown = [
  "# Install",
  "Intro.",
  "## Use `apt`",
  "Run it.",
  "```sh",
  "## not a heading",
  "```",
  "### Deeper",
  "More.",
  "## Windows",
  "Else.",
].join("\n");

test("a section ends at the next heading of its level, ignoring headings in code", () => {
  expect(cutSection(markdown, "Use apt")).toBe(
    "## Use `apt`\nRun it.\n```sh\n## not a heading\n```\n### Deeper\nMore.",
  );
});

test("a heading that only occurs in code isn't found", () => {
  expect(cutSection(markdown, "not a heading")).toBeUndefined();
});
