import { expect, test } from "vitest";
import { loadEngine } from "../../page/author-code/engine.ts";
import { defaultRenderSettings } from "../../page/markdown/render-settings.ts";
import { renderPage } from "../../page/render-page.ts";
import { element } from "../../shared/html/html-node.ts";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import { writeMarkdown } from "./write-markdown.ts";

await loadEngine();

function markdownOf(
  body: string,
  { format = "mdx", snippets = {}, host = "" }: { format?: "md" | "mdx"; snippets?: object; host?: string } = {},
) {
  const { tree } = renderPage(
    { file: `guides/page.${format}`, format, body, firstLine: 1 },
    { snippets: new Map(Object.entries(snippets)), limits: defaultSiteLimits, settings: defaultRenderSettings },
  );
  return writeMarkdown([...tree.top, ...tree.article, ...tree.aside], host);
}

test("a page of plain Markdown is written unchanged", () => {
  const source = `Text with **bold**, *italics*, ~~gone~~, \`code\` and [a link](/guides/start).

## A heading

- one
- two
  - nested

3. third
4. fourth

> quoted

| Name | Size |
| :-- | --: |
| a | 1 |

\`\`\`ts src/app.ts
const a = \`x\`;
\`\`\`

![A picture](/images/a.png)

---`;
  expect(markdownOf(source)).toBe(source);
});

test("code of a page with Windows line ends has the same line ends as the text", () => {
  expect(markdownOf("a\r\n\r\n```js\r\nb\r\nc\r\n```\r\n")).toBe("a\n\n```js\nb\nc\n```");
});

test("a nested list that doesn't start with 1 stays a list", () => {
  expect(markdownOf('- {"one"}\n\n  10. ten')).toBe("- one\n\n  10. ten");
});

test.each([
  ["a callout of one paragraph", "<Note>Mind *this*.</Note>", "> **Note:** Mind *this*."],
  [
    "a callout with more in it",
    "<Warning>\nFirst.\n\n- a\n- b\n</Warning>",
    "> **Warning**\n>\n> First.\n>\n> - a\n> - b",
  ],
  ["a callout with a title", '<Callout type="tip" title="Faster">Use it.</Callout>', "> **Tip: Faster:** Use it."],
  [
    "cards",
    '<CardGroup><Card title="Start" href="/start">Begin here.</Card><Card title="Plain">No link.</Card></CardGroup>',
    "- [Start](/start): Begin here.\n- Plain: No link.",
  ],
  [
    "a card with more in it",
    '<Card title="Start" href="/start" cta="Go on">\nOne.\n\nTwo.\n</Card>',
    "- [Start](/start)\n\n  One.\n\n  Two.\n\n  Go on",
  ],
  [
    "steps, below the heading before them",
    '## Install\n\n<Steps><Step title="Get it">\nRun `npm i`.\n</Step><Step title="Start it">\nRun it.\n</Step></Steps>\n\n## Next',
    "## Install\n\n### Step 1: Get it\n\nRun `npm i`.\n\n### Step 2: Start it\n\nRun it.\n\n## Next",
  ],
  [
    "tabs",
    '<Tabs><Tab title="macOS">\nUse brew.\n\n```sh\nbrew i\n```\n</Tab><Tab title="Linux">\nUse apt.\n</Tab></Tabs>',
    "- **macOS**\n\n  Use brew.\n\n  ```sh\n  brew i\n  ```\n\n- **Linux**\n\n  Use apt.",
  ],
  [
    "a code group",
    "<CodeGroup>\n```py main.py\nprint(1)\n```\n```js\nlog(1)\n```\n</CodeGroup>",
    "```py main.py\nprint(1)\n```\n\n```js\nlog(1)\n```",
  ],
  [
    "accordions",
    '<AccordionGroup><Accordion title="Why?" description="In short">\nBecause.\n</Accordion><Accordion title="How?">\nSo.\n</Accordion></AccordionGroup>',
    "- **Why?**: In short\n\n  Because.\n\n- **How?**\n\n  So.",
  ],
  [
    "fields, with what is inside of them",
    '<ResponseField name="user" type="object" required>\nThe user.\n\n<Expandable title="properties">\n<ResponseField name="id" type="string" default="a b">The id</ResponseField>\n</Expandable>\n</ResponseField>',
    "- `user` (object, required)\n\n  The user.\n\n  - **properties**\n\n    - `id` (string, default: `a b`): The id",
  ],
  [
    "a parameter",
    '<ParamField query="limit" type="integer">How many.</ParamField>',
    "- `limit` (integer, query): How many.",
  ],
  [
    "entries of a changelog",
    '<Update label="May" description="v1.2" tags={["New", "Fix"]}>\n### Faster\n\nBy half.\n</Update>\n\n<Update label="April">\nOther.\n</Update>',
    "## May\n\nv1.2\n\nTags: New, Fix\n\n### Faster\n\nBy half.\n\n## April\n\nOther.",
  ],
  [
    "views",
    '<View title="JS">\nOne.\n</View>\n<View title="Python">\nTwo.\n</View>',
    "**JS**\n\nOne.\n\n**Python**\n\nTwo.",
  ],
  [
    "a prompt",
    '<Prompt description="Write a **poem**" actions={["copy", "cursor"]}>\nA `poem`, please.\n</Prompt>',
    "**Prompt:** Write a **poem**\n\n```\nA `poem`, please.\n```",
  ],
  ["a tile", '<Tile href="/x" title="Look" description="At this" />', "- [Look](/x): At this"],
  [
    "what is for agents, and not what is for people",
    'Both.\n\n<Visibility for="agents">Run it.</Visibility>\n\n<Visibility for="humans">Click it.</Visibility>',
    "Both.\n\nRun it.",
  ],
  [
    "a tooltip",
    'An <Tooltip tip="Not a job" headline="Agent" cta="More" href="/agents">agent</Tooltip>.',
    "An agent (Agent: Not a job [More](/agents)).",
  ],
  [
    "badges and icons",
    'It is <Badge color="green" icon="star">New</Badge> <Icon icon="flag" /> here.',
    "It is New here.",
  ],
  [
    "colours",
    '<Color variant="compact"><Color.Item name="blue" value="#00f" /><Color.Item value="#f00" /></Color>',
    "- blue: #00f\n- #f00",
  ],
  [
    "a tree",
    '<Tree><Tree.Folder name="src"><Tree.File name="main.ts" /></Tree.Folder><Tree.File name="a.json" /></Tree>',
    "```text\nsrc/\n  main.ts\na.json\n```",
  ],
  [
    "examples that stand beside the text, after it",
    "<RequestExample>\n```sh curl\ncurl x\n```\n</RequestExample>\n\nText.",
    "Text.\n\n```sh curl\ncurl x\n```",
  ],
  [
    "the numbers an author gave to steps",
    '<Steps><Step title="Go on" stepNumber={4}>\nOn.\n</Step></Steps>',
    "## Step 4: Go on\n\nOn.",
  ],
  ["a diagram", "```mermaid\ngraph TD; A-->B\n```", "```mermaid\ngraph TD; A-->B\n```"],
  ["a frame", '<Frame caption="The panel">![Alt](/a.png)</Frame>', "![Alt](/a.png)\n\n*The panel*"],
  [
    "lines that were added and removed",
    "```js a.js\nold() // [!code --]\nnew() // [!code ++]\nsame()\n```",
    "```diff a.js\n-old()\n+new()\n same()\n```",
  ],
  ["a task list", "- [x] done\n- [ ] open", "- [x] done\n- [ ] open"],
  ["a footnote", "Text[^a].\n\n[^a]: The note.", "Text[^1].\n\n[^1]: The note."],
  ["a broken line", "one\\\ntwo", "one  \ntwo"],
  [
    "signs that mean nothing here",
    "snake_case, 2 * 3, a < b, \\*not bold\\*, \\`no code\\`",
    "snake_case, 2 * 3, a < b, \\*not bold\\*, \\`no code\\`",
  ],
  ["a line that looks like a heading", "\\# not a heading", "\\# not a heading"],
  [
    "a link around a picture and words",
    '<a href="/x"><img src="/a.png" alt="A" /><img className="hidden dark:block" src="/b.png" alt="B" /><h3>Start</h3><p>More.</p></a>',
    "![A](/a.png)\n\n### [Start](/x)\n\nMore.",
  ],
  [
    "a link around nothing to read",
    '<a href="/x"><div><img src="/a.png" alt="A" /></div></a>',
    "![A](/a.png)\n\n[/x](/x)",
  ],
  ["a video", '<video src="/a.mp4" title="A walk" />', "[A walk](/a.mp4)"],
  ["keys and small signs", "<kbd>Ctrl</kbd> x<sup>2</sup>", "<kbd>Ctrl</kbd> x<sup>2</sup>"],
])("the Markdown of a page can have %s", (_, source, expected) => {
  expect(markdownOf(source)).toBe(expected);
});

test("the Markdown of a page contains its snippets with their props filled in", () => {
  const source = 'import Part from "/snippets/part.mdx"\n\nBefore.\n\n<Part name="ACME" />';
  expect(markdownOf(source, { snippets: { "snippets/part.mdx": "Hello **{name}**." } })).toBe(
    "Before.\n\nHello **ACME**.",
  );
});

test("a list or a pipe in a cell of an HTML table doesn't break the Markdown table", () => {
  const source = "<table><tr><td>a|b</td><td><ul><li>one</li><li>two</li></ul></td></tr></table>";
  expect(markdownOf(source, { format: "md" })).toBe("|  |  |\n| --- | --- |\n| a\\|b | • one<br>• two |");
});

test("content for agents is only in the Markdown, and content for humans only in the HTML", () => {
  const both = { onPage: [element("p", {}, ["seen"])], inMarkdown: [element("p", {}, ["read"])] };
  expect(writeMarkdown(["Before ", both, " after"])).toBe("Before\n\nread\n\nafter");
  expect(writeMarkdown([{ onPage: ["seen"], inMarkdown: [] }])).toBe("");
});

test("formulas are written to Markdown as their author wrote them", () => {
  const formula = element("code", { class: "math" }, ["a_b * c"]);
  expect(writeMarkdown(["Let ", formula, "."])).toBe("Let $a_b * c$.");
  expect(writeMarkdown([element("pre", { class: "math" }, ["a_b\n"])])).toBe("$$\na_b\n$$");
});

test("a code block that contains a fence is enclosed in a longer fence", () => {
  const code = element("pre", { "data-language": "md" }, ["```js\n1\n```\n"]);
  expect(writeMarkdown([code])).toBe("````md\n```js\n1\n```\n````");
});

test("the indentation of a list nested a hundred levels deep is limited", () => {
  const deep = Array.from({ length: 100 }).reduce<ReturnType<typeof element>>(
    (inner, _, index) => element("ul", {}, [element("li", {}, [`level ${index}`, inner])]),
    element("p", {}, ["end"]),
  );
  const markdown = writeMarkdown([deep]);
  expect(markdown).toContain("level 50");
  expect(Math.max(...markdown.split("\n").map((line) => line.search(/\S|$/)))).toBeLessThan(30);
});

test("a definition list becomes a Markdown list, even if each pair is wrapped in an element", () => {
  const pair = (term: string, ...meaning: Parameters<typeof element>[2] & object) =>
    element("div", {}, [element("dt", {}, [term]), element("dd", {}, [...meaning])]);
  const boxed = element("dl", {}, [pair("Range", element("code", {}, ["x ≥ 0"])), pair("Place", "in the header")]);
  expect(writeMarkdown([boxed])).toBe("- **Range**\n\n  `x ≥ 0`\n\n- **Place**: in the header");
  const plain = element("dl", {}, [element("dt", {}, ["Key"]), element("dd", {}, ["A secret."])]);
  expect(writeMarkdown([plain])).toBe("- **Key**: A secret.");
});

test("links get the site's address, and text that looks like a link stays as it is", () => {
  const code = "[a](/x) ![b](</y z>)";
  const body = `[a](/x "t") ![b](</y z>) [d](//e.test) [f](#g) [\`h\`](/i) \`[j](/k)\` [(l)](</m(n)>) {"\\0"}

- \`\`\`bash
  ${code}
  \`\`\`

1. \`\`\`
   ${code}
   \`\`\`

> ~~~
> ${code}
> ~~~

| a |
|-|
| \`${code}\` [b](/x) |

<Card title="T" href="/x">\`a [x](/y)\`</Card>
`;
  const site = markdownOf(body, { host: "https://e.test/docs" });
  expect(site.match(/https:\/\/e\.test\/docs\/[^ )>"]+/g)).toEqual(
    ["x", "y%20z", "i", "m(n", "x", "x"].map((path) => `https://e.test/docs/${path}`),
  );
  expect(site.replaceAll("https://e.test/docs/", "/")).toBe(markdownOf(body));
});
