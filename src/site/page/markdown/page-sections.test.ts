import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TextBlock } from "../../../search/indexing.ts";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import { splitFrontmatter } from "../../source/split-frontmatter.ts";
import { renderPage } from "../render-page.ts";
import type { PageSection } from "./page-sections.ts";
import { defaultRenderSettings } from "./render-settings.ts";

function sectionsOf(file: string, source: string): readonly PageSection[] {
  const { body, firstLine } = splitFrontmatter(source);
  const surroundings = { snippets: new Map(), limits: defaultSiteLimits, settings: defaultRenderSettings };
  const format = file.endsWith(".mdx") ? "mdx" : "md";
  return renderPage({ file, format, body, firstLine }, surroundings).facts.sections;
}

function ownPage(file: string): readonly PageSection[] {
  return sectionsOf(file, readFileSync(join(import.meta.dirname, "../../../../docs", file), "utf8"));
}

function cellsOf({ text, cells = [] }: TextBlock): string[] {
  return cells.flatMap((edge, place) => (place % 2 === 0 ? [text.slice(edge, cells[place + 1])] : []));
}

const blocksOf = (source: string, file = "guides/start.mdx") =>
  sectionsOf(file, source).flatMap(({ blocks }) => blocks);

test("each table row in a section has its cells and the header of its table", () => {
  const settings = ownPage("write/pages.mdx").find(({ anchor }) => anchor === "search-and-machines");
  const rows = settings?.blocks.filter(({ kind }) => kind === "row") ?? [];
  expect(rows.map((row) => cellsOf(row)[0])).toContain("boost");
  for (const row of rows) {
    expect(cellsOf(row)).toHaveLength(2);
    expect(row.head).toBe(settings?.blocks.find(({ kind }) => kind === "head"));
    expect(cellsOf(row.head ?? row)).toEqual(["Key", "Meaning"]);
  }
});

test("links in a section have the path of their target, and anchor links have the path of the page itself", () => {
  const [block] = blocksOf(
    "See [`config` file](../config.md#port), [below](#more), [the web](https://acme.test/a) and [us](mailto:a@acme.test).",
  );
  const marked = block?.marks?.map(({ kind, start, end, target }) => [kind, block.text.slice(start, end), target]);
  expect(marked).toEqual([
    ["link", "config file", "/config#port"],
    ["code", "config", undefined],
    ["link", "below", "/guides/start#more"],
    ["link", "the web", "https://acme.test/a"],
  ]);
});

test("a link that has no text, leads to its own section or has a huge address is left out of the section", () => {
  const blocks = blocksOf(
    `[![](/x.png)](/a) [b](/${"b".repeat(600)}) text[^1]\n\n[^1]: Note.\n\n<ParamField body="size">How large.</ParamField>`,
  );
  expect(blocks.map(({ text }) => text)).toContain("How large.");
  expect(blocks.flatMap(({ marks = [] }) => marks.filter(({ kind }) => kind === "link"))).toEqual([]);
});

test("bold text and the titles of tabs and callouts are marked in the section", () => {
  const source =
    '<Tabs>\n<Tab title="macOS">\n\nRun **it** twice.\n\n</Tab>\n</Tabs>\n\n<Note title="Careful">Not yet.</Note>';
  expect(blocksOf(source)).toEqual([
    { kind: "text", text: "macOS", marks: [{ kind: "strong", start: 0, end: 5 }] },
    { kind: "text", text: "Run it twice.", marks: [{ kind: "strong", start: 4, end: 6 }] },
    { kind: "text", text: "Careful", marks: [{ kind: "strong", start: 0, end: 7 }] },
    { kind: "text", text: "Not yet." },
  ]);
});

test("an HTML table keeps empty cells and cells with several blocks", () => {
  const html =
    "<table><tr><th>Name</th><th></th></tr><tr><td></td><td><p>one</p><ul><li>two</li></ul><pre>a | b</pre></td></tr></table>";
  const [head, row] = blocksOf(html, "a.md");
  expect(head).toMatchObject({ kind: "head", text: "Name", cells: [0, 4, 4, 4] });
  expect(row).toMatchObject({ kind: "row", head, marks: [{ kind: "code", start: 8, end: 13 }] });
  expect(cellsOf(row ?? { kind: "text", text: "" })).toEqual(["", "one two a | b"]);
});

test("a table with a single cell that only frames its content is indexed as text", () => {
  expect(blocksOf("<table><tr><td>One.</td></tr></table>", "a.md")).toEqual([{ kind: "text", text: "One." }]);
});

test("directives of other tools such as `::: tip` are indexed with their title only", () => {
  // From the documentation of Vite.
  const source = `::: tip Compatibility Note
Vite requires [Node.js](https://nodejs.org/en/) version 20.19+, 22.12+.
:::

::: code-group

\`\`\`bash [npm]
$ npm create vite@latest
\`\`\`

:::

:::warning[Careful]{.wide}
- Deprecated
:::

| a | b |
|---|---|
| 1 | 2 |
:::
`;
  const blocks = blocksOf(source, "guide/index.md");
  expect(blocks.map(({ text }) => text)).toEqual([
    "Compatibility Note",
    "Vite requires Node.js version 20.19+, 22.12+.",
    "$ npm create vite@latest",
    "Careful",
    "Deprecated",
    "a · b",
    "1 · 2",
  ]);
  expect(blocks[0]?.marks).toEqual([{ kind: "strong", start: 0, end: 18 }]);
});

test("three colons in code or inside a line are not a directive", () => {
  expect(blocksOf("`:::` starts a container, as in ::: tip").map(({ text }) => text)).toEqual([
    "::: starts a container, as in ::: tip",
  ]);
});

test("a line keeps its own separators, and only empty cells lose theirs", () => {
  const lines = (source: string) => blocksOf(source).map(({ text, marks }) => [text, marks]);
  expect(lines("ends in ·\n\na **·**\n\n·")).toEqual([
    ["ends in ·", undefined],
    ["a ·", [{ kind: "strong", start: 2, end: 3 }]],
    ["·", undefined],
  ]);
  expect(lines("| a | b |\n|-|-|\n| · | |\n| | · |\n| c · | d |").map(([text]) => text)).toEqual([
    "a · b",
    "·",
    "·",
    "c · · d",
  ]);
});
