import { expect, test } from "vitest";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import { loadEngine } from "../author-code/engine.ts";
import { renderPage } from "../render-page.ts";
import { defaultRenderSettings, type RenderSettings } from "./render-settings.ts";

await loadEngine();

const settings: RenderSettings = { ...defaultRenderSettings, variables: { product: "A much longer name" } };
const frontmatter = "---\ntitle: Ünïcode 😀\n---\n";

function render(body: string, options: { isMarked?: boolean; format?: "md" | "mdx" } = {}) {
  const { isMarked = true, format = "mdx" } = options;
  const source = { file: `guides/start.${format}`, format, body, firstLine: 4 };
  const marksSource = isMarked ? { before: frontmatter.length } : undefined;
  return renderPage(
    { ...source, marksSource },
    { snippets: new Map([["snippets/part.mdx", "Text of the snippet."]]), limits: defaultSiteLimits, settings },
  ).html;
}

/** The source text that each mark refers to, with the tag that carries the mark. */
function marked(body: string, format?: "md" | "mdx"): [string, string][] {
  const file = frontmatter + body;
  const html = render(body, { ...(format && { format }) });
  return [...html.matchAll(/<([a-z0-9]+)[^>]* data-source="(\d+)-(\d+)"/g)].map(([, tag = "", start, end]) => [
    tag,
    file.slice(Number(start), Number(end)),
  ]);
}

test("every block is marked with the range of its source text", () => {
  const body = [
    "## A heading 😀",
    "A paragraph with **bold** text.",
    "- one\n- two",
    "| a | b |\n| - | - |\n| 1 | 2 |",
    "```js\nlet x;\n```",
    "> quoted",
  ];
  expect(marked(`${body.join("\n\n")}\n`)).toEqual(
    expect.arrayContaining([
      ["h2", body[0]],
      ["p", body[1]],
      ["ul", body[2]],
      ["li", "- one"],
      ["li", "- two"],
      ["tr", "| 1 | 2 |"],
      ["blockquote", body[5]],
      ["p", "quoted"],
    ]),
  );
});

test("the blocks in a component are marked, and so is the component", () => {
  const note = "<Note>\n  First 😀.\n\n  - item\n</Note>";
  const found = marked(`Before.\n\n${note}\n\nAfter.`);
  expect(found).toContainEqual(["p", "First 😀."]);
  expect(found).toContainEqual(["li", "- item"]);
  expect(found.map(([, text]) => text)).toContain(note);
  expect(found).toContainEqual(["p", "After."]);
});

test("text on the same line as its component is marked", () => {
  expect(marked("<Note>Short *text* here.</Note>")).toContainEqual(["p", "Short *text* here."]);
});

test("marks are offsets in the author's text, even though variables and formulas are replaced before parsing", () => {
  const lines = ["Use {{product}} and $x^2$ for {{product}}.", "Costs {{product}}", "- The {{ product }} item"];
  const found = marked(lines.join("\n\n"));
  expect(found).toContainEqual(["p", lines[0]]);
  expect(found).toContainEqual(["p", lines[1]]);
  expect(found).toContainEqual(["li", lines[2]]);
});

test("marks are correct in a file with CRLF line endings", () => {
  expect(marked("One.\r\n\r\nTwo.\r\n")).toEqual([
    ["p", "One."],
    ["p", "Two."],
  ]);
});

test("a page with raw HTML is marked, and an author can't forge a mark", () => {
  const found = marked('First.\n\n<div data-source="1-2">x</div>\n\nLast.', "md");
  expect(found).toEqual([
    ["p", "First."],
    ["p", "Last."],
  ]);
});

test("the content of a snippet is not marked as text of the page", () => {
  const found = marked('import Part from "/snippets/part.mdx";\n\n<Part />\n');
  expect(found.map(([, text]) => text)).not.toContain("Text of the snippet.");
  expect(found.every(([, text]) => text === "<Part />")).toBe(true);
});

test("without the marksSource option nothing is marked, and the page is otherwise the same", () => {
  const body = '# A\n\n<Tabs>\n<Tab title="x">\n\nText\n\n</Tab>\n</Tabs>\n\n1. a\n2. b\n';
  const plain = render(body, { isMarked: false });
  expect(plain).not.toContain("data-source");
  expect(render(body).replaceAll(/ data-source="\d+-\d+"/g, "")).toBe(plain);
  expect(render(body, { isMarked: false })).toBe(plain);
});
