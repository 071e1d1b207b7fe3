import { expect, test } from "vitest";
import { formatCompletions } from "../../src/editor/completions/format-completions.ts";
import { type CompletionData, completionsAt } from "../../web/dashboard/editor/source/completions.ts";

const facts: CompletionData = {
  ...formatCompletions,
  pages: [
    { path: "index.mdx", title: "Home", url: "/" },
    { path: "guides/water.mdx", title: "Watering", url: "/guides/water" },
  ],
  snippets: [
    { path: "snippets/get-help.mdx", exports: [] },
    { path: "snippets/pot.jsx", exports: ["Pot"] },
  ],
  media: ["images/fern.png"],
  variables: [{ name: "product", value: "Fern" }],
  iconLibrary: "lucide",
  isCut: false,
  findIcons: async (text) => (text === "roc" ? ["rocket"] : []),
  readAnchors: async (path) => [{ id: `of-${path}`, title: "Title", level: 2 }],
};

/** The labels offered at the `|` in the text, and the text that they replace. */
async function offered(marked: string, path = "page.mdx"): Promise<{ replaced: string; labels: string[] } | undefined> {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const found = await completionsAt(text, offset, facts, path);
  return found && { replaced: text.slice(found.from, offset), labels: found.choices.map(({ label }) => label) };
}

async function templateOf(marked: string, wanted: string): Promise<string | undefined> {
  const offset = marked.indexOf("|");
  const found = await completionsAt(marked.replace("|", ""), offset, facts, "page.mdx");
  return found?.choices.find(({ label }) => label === wanted)?.template;
}

test("components are offered after <, those that the parent expects first", async () => {
  expect(await offered("Text <|")).toMatchObject({ replaced: "" });
  const found = await offered("<Steps>\n  <St|\n</Steps>");
  expect(found?.replaced).toBe("St");
  expect(found?.labels).toContain("Step");
  expect(await templateOf("<Steps>\n  <St|", "Step")).toBe('Step title="$' + '{}">\n\t$' + "{}\n</Step>");
  expect(await templateOf("A <|", "Badge")).toBe("Badge>$" + "{}</Badge>");
  expect(await templateOf("<|", "ParamField")).toContain('ParamField query="');
});

test("components that the page imports are offered", async () => {
  const found = await offered('import { Pot, Vase as Jar } from "/snippets/pot.jsx"\n\n<|');
  expect(found?.labels).toEqual(expect.arrayContaining(["Pot", "Jar"]));
});

test("the closing tag of the innermost open element is offered first", async () => {
  expect((await offered("<Steps>\n<Step>\ntext\n</|"))?.labels).toEqual(["Step", "Steps"]);
  expect(await templateOf("<Note>a</|", "Note")).toBe("Note>");
});

test("props that the tag doesn't have yet are offered, even in a tag over several lines", async () => {
  const found = await offered('<Card\n  title="a > b"\n  i|\n>');
  expect(found?.replaced).toBe("i");
  expect(found?.labels).toContain("icon");
  expect(found?.labels).not.toContain("title");
  expect((await offered("<Card horizontal |"))?.labels).not.toContain("horizontal");
  expect(await templateOf("<Columns |", "cols")).toBe("cols={$" + "{}}");
});

test("values of a prop are offered, including icons and pages", async () => {
  expect(await offered('<Badge color="re|"')).toMatchObject({
    replaced: "re",
    labels: expect.arrayContaining(["red"]),
  });
  expect(await offered('<Card icon="roc|" title="x">')).toEqual({ replaced: "roc", labels: ["rocket"] });
  expect((await offered('<Card href="/gu|">'))?.labels).toEqual(["/", "/guides/water"]);
  expect((await offered('<a href="|">'))?.labels).toEqual(["/", "/guides/water"]);
  expect((await offered('<img src="|" />'))?.labels).toEqual(["/images/fern.png"]);
  expect((await offered('<Snippet file="|" />'))?.labels).toEqual(["get-help.mdx", "pot.jsx"]);
});

test("pages, images and anchors are offered in links", async () => {
  expect(await offered("See [this](/gui|)")).toEqual({ replaced: "/gui", labels: ["/", "/guides/water"] });
  expect((await offered("![A fern](|)"))?.labels).toEqual(["/images/fern.png"]);
  expect(await offered("[x](/guides/water#in|)")).toEqual({ replaced: "in", labels: ["of-guides/water.mdx"] });
  expect((await offered("[x](#|)", "index.mdx"))?.labels).toEqual(["of-index.mdx"]);
  expect((await offered("[x]: /|"))?.labels).toEqual(["/", "/guides/water"]);
  expect(await offered("[x](https://exa|)")).toBeUndefined();
});

test("snippets are offered in imports", async () => {
  expect((await offered('import Help from "/sn|'))?.labels).toEqual(["/snippets/get-help.mdx", "/snippets/pot.jsx"]);
  expect((await offered("im|"))?.labels).toEqual([
    'import GetHelp from "/snippets/get-help.mdx"',
    'import { Pot } from "/snippets/pot.jsx"',
  ]);
});

test("frontmatter keys and their values are offered", async () => {
  expect((await offered("---\nti|\n---"))?.labels).toContain("title");
  expect((await offered("---\nmode: |\n---"))?.labels).toContain("wide");
  expect((await offered("---\nicon: roc|\n---"))?.labels).toEqual(["rocket"]);
  expect((await offered("---\nhidden: t|\n---"))?.labels).toEqual(["true", "false"]);
});

test("languages are offered at the start of a code block, but not at its end", async () => {
  expect(await offered("```py|")).toMatchObject({ replaced: "py", labels: expect.arrayContaining(["python"]) });
  expect(await offered("```python\ncode\n```|")).toBeUndefined();
  expect(await offered("```jsx\n<|")).toBeUndefined();
});

test("variables are offered in braces", async () => {
  expect(await offered("Welcome to {{pro|")).toEqual({ replaced: "pro", labels: ["product"] });
});

test("nothing is offered in a sentence, in inline code and in an expression", async () => {
  expect(await offered("Just some tex|")).toBeUndefined();
  expect(await offered("The tag `<Ca|` is")).toBeUndefined();
  expect(await offered("{a.b|}")).toBeUndefined();
});
