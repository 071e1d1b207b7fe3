import { expect, test } from "vitest";
import { defaultSiteLimits } from "../shared/site-limits.ts";
import { loadEngine } from "./author-code/engine.ts";
import { componentNames } from "./component-names.ts";
import { componentProps } from "./components/registry.ts";
import { defaultRenderSettings, type RenderSettings } from "./markdown/render-settings.ts";
import { renderPage } from "./render-page.ts";

await loadEngine();

function render(body: string, format: "md" | "mdx" = "mdx", settings: Partial<RenderSettings> = {}) {
  return renderPage(
    { file: `guides/page.${format}`, format, body, firstLine: 5 },
    {
      snippets: new Map(),
      limits: defaultSiteLimits,
      settings: { ...defaultRenderSettings, ...settings },
    },
  );
}

test("the search sections of a page contain its headings, text and code in order", () => {
  const { facts } = render(
    "Intro.\n\n## One\n\nText `x`.\n\n```js file.js\n  let a;\n```\n\nMore.\n\n### Two\n\n- a\n- b\n\n3. c\n4. d `e` f\n\n   g\n\n|x|y|\n|-|-|\n|1|2|\n\n## Three\n",
  );
  const text = (...texts: string[]) => texts.map((line) => ({ kind: "text", text: line }));
  const head = { kind: "head", text: "x · y", cells: [0, 1, 4, 5] };
  expect(facts.sections).toEqual([
    { headingPath: [], anchor: undefined, blocks: text("Intro.") },
    {
      headingPath: ["One"],
      anchor: "one",
      blocks: [
        { kind: "text", text: "Text x.", marks: [{ kind: "code", start: 5, end: 6 }] },
        { kind: "code", text: "  let a;", language: "js" },
        ...text("More."),
      ],
    },
    {
      headingPath: ["One", "Two"],
      anchor: "two",
      blocks: [
        { kind: "text", text: "a", item: 0 },
        { kind: "text", text: "b", item: 0 },
        { kind: "text", text: "c", item: 3 },
        { kind: "text", text: "d e f", item: 4, marks: [{ kind: "code", start: 2, end: 3 }] },
        ...text("g"),
        head,
        { kind: "row", text: "1 · 2", cells: [0, 1, 4, 5], head },
      ],
    },
    { headingPath: ["Three"], anchor: "three", blocks: [] },
  ]);
  expect(facts.headings.map((heading) => [heading.level, heading.id])).toEqual([
    [2, "one"],
    [3, "two"],
    [2, "three"],
  ]);
});

test("columns with phrases or sentences are marked in the table header, and long names may break after a dot", () => {
  const sentence = "A whole sentence takes more room than a phone has beside two other columns.";
  const { html } = render(`|a|b|c|\n|-|-|-|\n|\`one.two\`|\`mint\` \`maple\` \`palm\` \`willow\`|${sentence}|\n`);
  expect(html).toContain('<th>a</th><th class="holds-phrases">b</th><th class="holds-sentences">c</th>');
  expect(html).toContain("<td><code>one.<wbr>two</code></td>");
});

test("links are reported with their line in the author's file", () => {
  const { facts } = render("one\n\n[x](/there)\n");
  expect(facts.links).toEqual([{ url: "/there", place: { file: "guides/page.mdx", line: 7 } }]);
});

test("the message about a syntax error has its line and a hint", () => {
  expect(() => render("text\n\n<Card>\n")).toThrow("Expected a closing tag for `<Card>`");
});

test("a component alone in a paragraph replaces the paragraph, and a block in a paragraph doesn't split it", () => {
  expect(render("<Note>a</Note>").html).toMatch(/^<div class="callout/);
  expect(render("text <Note>a</Note> text").html).toMatch(/^<div class="paragraph">text <div class="callout/);
});

test("inline styles become classes in the page's stylesheet", () => {
  const { html, stylesheet } = render('<div style={{ maxWidth: 200, position: "fixed" }}>a</div>');
  const [, className] = /class="(s-[0-9a-f]{8})"/.exec(html) ?? [];
  expect(stylesheet).toBe(`.${className}.${className}.${className}{max-width:200px}`);
});

test("HTML that opens in one paragraph of a .md page and closes in another is one element", () => {
  expect(render('<div class="box">\n\n**a**\n\n</div>\n\nb', "md").html.replaceAll("\n", "")).toBe(
    '<div class="box"><p><strong>a</strong></p></div><p>b</p>',
  );
});

test.each([
  ...[
    "title",
    "textarea",
    "style",
    "iframe",
    "select",
    "noscript",
    "xmp",
    "script",
    "plaintext",
    "noembed",
    "noframes",
  ],
  ...["form", "video", "head", "your-key", "T extends Type", "/path", "meta"],
])("<%s> in a sentence of a .md page is shown, and hides nothing after it", (tag) => {
  const { html, problems } = render(`Set the <${tag}> of it.\n\n## Next`, "md");
  expect(html).toContain(`Set the &lt;${tag}&gt; of it.`);
  expect(html).toContain('<h2 id="next">');
  const message = `<${tag}> is shown as text, because it is not a complete HTML element`;
  expect(problems).toMatchObject([{ message, line: 5 }]);
});

test.each([
  ["<title>a</title>", ["<title> is not allowed in a page and is left out"], ""],
  ["<wrong>a</wrong>", ["<wrong> is not supported, so only its content is shown"], "a"],
  ["<font>a</font>", ["<font> is not supported, so only its content is shown"], "a"],
  ["<sub>a</sub>", [], "<sub>a</sub>"],
  ["<time>", ["<time> is shown as text, because it is not a complete HTML element"], "&lt;time&gt;"],
  [
    "<!DOCTYPE html>",
    ["<!DOCTYPE html> is shown as text, because it is not a complete HTML element"],
    "&lt;!DOCTYPE html&gt;",
  ],
  ["<!-- a -->", [], ""],
  ["<?php a ?>", ["<?php a ?> is shown as text, because it is not a complete HTML element"], "&lt;?php a ?&gt;"],
  ['<svg><title>a</title><path d="M0 0"/></svg>', [], '<svg><title>a</title><path d="M0 0"></path></svg>'],
  ['<iframe src="https://youtu.be/a" />', [], expect.stringMatching(/^<iframe [^>]*><\/iframe>$/)],
])("in the text of a .md page, %s is reported or kept", (tags, messages, shown) => {
  const { html, problems } = render(`Before ${tags}, after`, "md");
  expect(problems.map(({ message }) => message)).toEqual(messages);
  expect(/Before (.*), after/.exec(html)?.[1]).toEqual(shown);
});

test("tags in the text of a script or style are not tags of the .md page", () => {
  const { html, problems, code } = render("<style>\n/* <b <title> */\n</style>\n\n# Next", "md");
  expect(html).toContain("Next");
  expect(problems).toEqual([]);
  expect(code.styles).toMatchObject([{ css: "\n/* <b <title> */\n" }]);
});

test("an HTML tag without its end is shown as text", () => {
  expect(render('<div class="a"\n\nb > c', "md").html).toBe('&lt;div class="a"<p>b &gt; c</p>');
});

test("many tags that are never closed are found quickly", () => {
  expect(render("<title>".repeat(20_000), "md").html).toContain("&lt;title&gt;");
});

test("dollars in two cells of a table, or in indented code, stay as they are", () => {
  expect(render("| A ($) | B ($) |\n|-|-|\n| $ | a$ |").html).toContain("<th>A ($)</th><th>B ($)</th>");
  expect(render("    echo $x$ y", "md").html).toContain("<code>echo $x$ y</code>");
});

test("each row of a table has as many cells as the head, and text that is left out is reported", () => {
  const { html, problems } = render("| a | b |\n|-|-|\n| 1 |\n| 1 | 2 | |\n| 1 | 2 | 3 |");
  const row = "<tr><td>1</td><td>2</td></tr>";
  expect(html).toContain(`<tbody><tr><td>1</td><td></td></tr>${row}${row}</tbody>`);
  expect(problems).toMatchObject([
    { message: "a row has more cells than the head of its table, so its last cells are left out", line: 9 },
  ]);
});

test("a null character is replaced", () => {
  expect(render("a\0b").html).toBe("<p>a\uFFFDb</p>");
});

test("an image with a reference has the title of its definition", () => {
  expect(render('![a][b]\n\n[b]: /c.png "d"').html).toContain('title="d"');
});

test("links in raw HTML are resolved like links in Markdown", () => {
  expect(render('<a href="./other.md">x</a>', "md").html).toContain('href="/guides/other"');
});

test("command-line flags in inline code never wrap, and nothing else changes", () => {
  const code = (text: string) => /<code>.*<\/code>/.exec(render(`\`${text}\``).html)?.[0];
  expect(code("run -- dev --port=1")).toBe(
    '<code>run <span class="code-flag">--</span> dev <span class="code-flag">--port</span>=1</code>',
  );
  expect(code("a--b x--y <!-- -->")).toBe("<code>a--b x--y &lt;!-- --&gt;</code>");
});

test.each([
  ["an element", '<div className="flex mine" />', "mdx"],
  ["a component", '<Card title="A" className="flex mine">b</Card>', "mdx"],
  ["inserted HTML", `<div dangerouslySetInnerHTML={{ __html: "<b class='flex mine'>a</b>" }} />`, "mdx"],
  ["raw HTML", '<b class="flex mine">a</b>', "md"],
  ["raw HTML with single quotes", "<b class='flex mine'>a</b>", "md"],
  ["raw HTML without quotes", "<b class=flex>a</b> <b CLASS = mine>b</b>", "md"],
] as const)("the classes that an author gives to %s are collected", (_, body, format) => {
  expect([...render(body, format).authorClasses]).toEqual(["flex", "mine"]);
});

test("the classes of built-in components are not collected as the author's classes", () => {
  expect([...render("<Note>a</Note>\n\n| a |\n| - |\n| b |").authorClasses]).toEqual([]);
});

test("the title of an untitled accordion is in the language of the page, and components take styles as elements do", () => {
  const { html, stylesheet } = renderPage(
    {
      file: "a.mdx",
      format: "mdx",
      body: '<Accordion>x</Accordion>\n\n<Card style="color:red">y</Card>',
      firstLine: 1,
    },
    { snippets: new Map(), limits: defaultSiteLimits, settings: defaultRenderSettings, language: "es" },
  );
  expect(html).toContain(">Detalles<");
  expect(html).toMatch(/<div class="card s-/);
  expect(stylesheet).toContain("color:red");
});

test.each(["React.createContext", "createContext"])(
  "a component that uses %s runs in the browser, and the author hears why it can't if code is turned off",
  (name) => {
    const body = `export const Size = ${name}("s");\nexport const Show = () => <b>{React.useContext(Size)}</b>;\n\n<Show />\n`;
    const { html, problems } = render(body, "mdx", { islandVersion: "1" });
    expect(html).toContain("data-island=");
    expect(problems).toEqual([]);
    const message = expect.stringMatching(
      /<Show> cannot be shown: it uses "\w+", which needs JavaScript in the browser/,
    );
    expect(render(body).problems).toMatchObject([{ line: 8, message }]);
  },
);

test("the list of component names has exactly the components that exist", () => {
  expect([...componentNames]).toEqual([...componentProps.keys()]);
});
