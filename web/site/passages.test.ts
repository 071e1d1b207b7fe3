import { expect, test } from "vitest";
import { citedSources } from "./cited-sources.ts";
import { parseParts } from "./parse-markdown.ts";
import { splitPassages } from "./passages.ts";

const install = "https://a.test/install#linux";
const timers = "https://a.test/timers";
const head = (number: number, title: string, url: string) => `**${title}** [\\[${number}\\]](${url})`;
const suggestions = [
  "These sections may help:",
  head(1, "Install › Linux", install),
  "Use apt.\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  head(2, "Timers", timers),
  "- one\n  - two",
].join("\n\n");

test("each passage has a link to its place and all text up to the next passage", () => {
  const { lead, passages } = splitPassages(parseParts(suggestions));
  expect(lead.map(({ text }) => text)).toEqual(["These sections may help:"]);
  expect(passages.map(({ body }) => body.map(({ block }) => block.type))).toEqual([["paragraph", "table"], ["list"]]);
  expect(passages[0]?.head).toEqual([
    { type: "link", href: install, children: [{ type: "text", text: "Install › Linux" }] },
    { type: "text", text: " " },
    { type: "citation", number: 1, href: install },
  ]);
});

test.each([
  "**Bold text**",
  "**Bold text** and more [\\[1\\]](https://a.test/)",
  "[A link](https://a.test/) [\\[1\\]](https://a.test/)",
  "- **[A link](https://a.test/)** [\\[1\\]](https://a.test/)",
])("the line %s doesn't start a passage", (text) => {
  expect(splitPassages(parseParts(text)).passages).toEqual([]);
});

test("the title of a passage may already be a link", () => {
  const { passages } = splitPassages(parseParts(`**[Timers](${timers})** [\\[1\\]](${timers})`));
  expect(passages[0]?.head[0]).toEqual({ type: "link", href: timers, children: [{ type: "text", text: "Timers" }] });
});

test("a source is listed once, and only if the answer cites its address", () => {
  const found = ["install#windows", "errors", "timers"].map((path) => ({
    title: path,
    url: `https://a.test/${path}`,
    section: "Found",
  }));
  const text = `${suggestions}\n\n> Again [\\[2\\]](${timers}), elsewhere [\\[9\\]](https://a.test/other).\n\n\`[\\[3\\]](https://a.test/errors)\``;
  expect(citedSources(text, found)).toEqual([
    { number: 1, href: install, title: "install#windows", section: undefined },
    { number: 2, href: timers, title: "timers", section: "Found" },
    { number: 9, href: "https://a.test/other", title: "https://a.test/other", section: undefined },
  ]);
});
