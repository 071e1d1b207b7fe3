import { describe, expect, test } from "vitest";
import { answerLink } from "../../contract/answer-link.ts";
import type { Mark, TextBlock } from "../../search/indexing.ts";
import { createSafeMarkdown } from "../safe-markdown.ts";
import { markdownOf, writeBlocks } from "./write-blocks.ts";

const site = "https://docs.acme.test";
const head: TextBlock = { kind: "head", text: "Name · Default", cells: [0, 4, 4, 4, 7, 14] };
const row = (text: string, rest: Partial<TextBlock>): TextBlock => ({ kind: "row", text, head, ...rest });

const code = (start: number, end: number): Mark => ({ kind: "code", start, end });
const strong = (start: number, end: number): Mark => ({ kind: "strong", start, end });
const link = (start: number, end: number, target: string): Mark => ({ kind: "link", start, end, target });

/** The Markdown that a reader receives. */
function shown(blocks: readonly TextBlock[]): string {
  const safe = createSafeMarkdown({ citationUrl: () => undefined, siteUrl: (link) => answerLink(link, [site]) });
  return safe.push(writeBlocks(blocks)) + safe.end();
}

describe("blocks written as Markdown", () => {
  test("table rows are written under the table's header even if the header wasn't chosen", () => {
    const rows = [
      row("x|y · 3 MB", { cells: [0, 3, 6, 6, 6, 10], marks: [code(0, 3)] }),
      row("z · a · b · c", { cells: [0, 1, 4, 5, 8, 9, 12, 13] }),
    ];
    const table = "| Name | | Default |\n| --- | --- | --- |\n| `x\\|y` | | 3 MB |\n| z | a | b · c |";
    expect(writeBlocks(rows)).toBe(table);
    expect(writeBlocks([head, ...rows])).toBe(table);
    expect(writeBlocks([head])).toBe("");
  });

  test("rows of different tables become separate tables, and a table without a header gets an empty one", () => {
    const bare: TextBlock = { kind: "row", text: "a · b", cells: [0, 1, 4, 5] };
    expect(writeBlocks([row("x", { cells: [0, 1] }), bare, { kind: "text", text: "End." }])).toBe(
      "| Name | | Default |\n| --- | --- | --- |\n| x | | |\n\n| | |\n| --- | --- |\n| a | b |\n\nEnd.",
    );
  });

  test("two pieces of code without a space between them become one", () => {
    const text = "string[]| null";
    expect(writeBlocks([{ kind: "text", text, marks: [code(0, 8), code(8, 14)] }])).toBe("`string[]| null`");
    const linked = [link(0, 8, "/types"), code(0, 8), code(8, 14)];
    expect(writeBlocks([{ kind: "text", text: "string()| null", marks: linked }])).toBe("[`string()`](/types)`| null`");
  });

  test("links to the site keep their code and bold text, and other links become plain text", () => {
    const block: TextBlock = {
      kind: "text",
      text: "See the config file, the web or the evil.",
      marks: [
        strong(4, 19),
        link(8, 19, "/config#port"),
        code(8, 14),
        link(21, 28, "https://acme.test/(a)"),
        link(36, 40, "javascript:alert(1)"),
      ],
    };
    expect(writeBlocks([block])).toBe(
      "See **the [`config` file](/config#port)**, [the web](https://acme.test/%28a%29) or the [evil](javascript:alert%281%29).",
    );
    expect(shown([block])).toBe(`See **the [\`config\` file](${site}/config#port)**, the web or the evil.`);
  });

  test.each([
    ["ends the link", "/a) [x](https://evil.test"],
    ["has spaces and a title", '/a "b" <c>'],
    ["has backslashes and pipes", "/a\\|b`c`"],
    ["is a host without a scheme", "//evil.test/a"],
    ["has two slashes later", "/a//evil.test"],
  ])("an address that %s can't lead to another site", (_name, target) => {
    const text = shown([{ kind: "text", text: "label", marks: [link(0, 5, target)] }]);
    expect(text).toMatch(/^(?:label|\[label\]\(https:\/\/docs\.acme\.test\/[^\s()<>`|\\]*\))$/);
  });

  test("the label of a link can't end the link or start another", () => {
    const label = "a](https://evil.test) [b";
    expect(shown([{ kind: "text", text: label, marks: [link(0, label.length, "/a")] }])).toBe(
      `[a\\](\`https://evil.test\`) \\[b](${site}/a)`,
    );
    // Brackets in code can't be escaped.
    expect(shown([{ kind: "text", text: "list[0]", marks: [link(0, 7, "/a"), code(0, 7)] }])).toBe("`list[0]`");
  });

  test("bold text that touches a letter isn't marked, because some Markdown parsers would show the asterisks", () => {
    expect(writeBlocks([{ kind: "text", text: "a:b c", marks: [strong(0, 2)] }])).toBe("a:b c");
    expect(writeBlocks([{ kind: "text", text: "Note: b", marks: [strong(0, 5)] }])).toBe("**Note:** b");
  });

  test("text from a page is never interpreted as markup, not even in a table", () => {
    expect(writeBlocks([row("# a | b · *c*", { cells: [0, 7, 10, 10, 10, 13] })])).toContain(
      "| # a \\| b | | \\*c\\* |",
    );
    expect(writeBlocks([{ kind: "text", text: "- a - b", marks: [code(2, 3)] }])).toBe("\\- `a` - b");
  });
});

test("a model gets complete links to the site, tables, and text without escapes", () => {
  const blocks: TextBlock[] = [
    { kind: "text", text: "Set a*b in [x] of the guide.", marks: [link(22, 27, "/guide#set")], item: 0 },
    head,
    row("x|y · 3 MB", { cells: [0, 3, 6, 6, 6, 10] }),
    { kind: "code", text: "acme", language: "sh" },
  ];
  expect(markdownOf(blocks, site)).toBe(
    [
      `- Set a*b in [x] of the [guide](${site}/guide#set).`,
      "| Name | | Default |\n| --- | --- | --- |\n| x\\|y | | 3 MB |",
      "```sh\nacme\n```",
    ].join("\n\n"),
  );
});
