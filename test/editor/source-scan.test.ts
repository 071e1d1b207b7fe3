import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startState } from "../../web/dashboard/editor/source/mdx-state.ts";
import { scanBlankLine, scanToken, stateAt } from "../../web/dashboard/editor/source/scan-mdx.ts";

/** Every highlighted token as `style:text`, one list per line. */
function tokensOf(text: string): string[][] {
  const state = startState();
  return text.split("\n").map((line) => {
    const tokens: string[] = [];
    if (line === "") scanBlankLine(state);
    for (let at = 0, tries = 0; at < line.length && tries < 10_000; tries += 1) {
      const { end, style } = scanToken(line, at, state);
      if (end > at && style !== undefined) tokens.push(`${style}:${line.slice(at, end)}`);
      at = end;
    }
    return tokens;
  });
}

test("frontmatter is highlighted as YAML, and later dashes as a rule", () => {
  expect(tokensOf('---\ntitle: "A: b" # note\nhidden: true\n---\n\n---')).toEqual([
    ["meta:---"],
    ["propertyName:title", 'string:"A: b"', "comment:# note"],
    ["propertyName:hidden", "atom:true"],
    ["meta:---"],
    [],
    ["processingInstruction:---"],
  ]);
});

test("attributes over several lines, expressions and nested elements in a tag are highlighted", () => {
  const lines = tokensOf(
    '<Card\n  title="a > b"\n  icon={<svg d="1">x</svg>}\n  {...rest}\n>\n  **Bold** text\n</Card>',
  );
  expect(lines[0]).toEqual(["angleBracket:<", "tagName:Card"]);
  expect(lines[1]).toEqual(["attributeName:title", "operator:=", 'string:"', 'string:a > b"']);
  expect(lines[2]?.slice(0, 5)).toEqual([
    "attributeName:icon",
    "operator:=",
    "brace:{",
    "angleBracket:<",
    "tagName:svg",
  ]);
  expect(lines[4]).toEqual(["angleBracket:>"]);
  expect(lines[5]).toEqual(["strong:**", "strong:Bold", "strong:**"]);
  expect(lines[6]).toEqual(["angleBracket:</", "tagName:Card", "angleBracket:>"]);
});

test("an indented fence in a component ends at its own closing fence", () => {
  const text = "<Step>\n      ```js {1}\n      const a = <b>;\n      # no heading\n      ```\n    # Heading\n</Step>";
  expect(tokensOf(text).slice(1, 6)).toEqual([
    ["meta:      ```js {1}"],
    ["monospace:      const a = <b>;"],
    ["monospace:      # no heading"],
    ["meta:      ```"],
    ["processingInstruction:    # ", "heading:Heading"],
  ]);
});

test("a longer fence can contain a shorter one", () => {
  expect(tokensOf("````md\n```js\n````\ntext *a*").map((tokens) => tokens[0])).toEqual([
    "meta:````md",
    "monospace:```js",
    "meta:````",
    "emphasis:*",
  ]);
});

test("imports and exports are code until a blank line, but the same words in a sentence are text", () => {
  const lines = tokensOf(
    'import { A } from "/snippets/a.jsx";\nexport const B = () => (\n  <p>it\'s {1}</p>\n);\n\nimport\nWe\nimport things',
  );
  expect(lines[0]).toContain("keyword:import");
  expect(lines[0]).toContain('string:"/snippets/a.jsx"');
  expect(lines[2]).toContain("tagName:p");
  expect(lines[3]).toEqual(["operator:)", "operator:;"]);
  expect(lines[7]).toEqual([]);
});

test("less-than signs, generics, comments and templates in expressions are highlighted", () => {
  const [line = []] = tokensOf("{items.filter((n) => n < 3 && a<b).map((n) => `x \u0024{n} }`) /* } */} done `{code}`");
  expect(line).toContain("comment:/*");
  expect(line.filter((token) => token.startsWith("angleBracket"))).toEqual([]);
  expect(line.at(-1)).toBe("monospace:`{code}`");
  expect(stateAt("{a /* } */} done", 16).frames).toEqual([]);
});

test("links, images, addresses, escapes and words with underscores are highlighted", () => {
  const [line = []] = tokensOf(
    "[a `b`](/c#d) ![alt](/e.png) <https://x.y> https://z.w snake_case_word \\*not\\* 2 < 3",
  );
  expect(line).toEqual([
    "link:[a `b`]",
    "url:(/c#d)",
    "link:![alt]",
    "url:(/e.png)",
    "url:<https://x.y>",
    "url:https://z.w",
  ]);
});

test("braces in formulas don't start expressions", () => {
  expect(stateAt("$\\frac{a}{b$ x", 14).frames).toEqual([]);
  expect(stateAt("$$\n\\frac{a\n$$\n\ntext", 18)).toMatchObject({ frames: [], fence: undefined });
});

test("an unfinished tag doesn't swallow the tags after it", () => {
  expect(stateAt("<Car\n\n<Note>\nText", 18)).toMatchObject({ frames: [], open: ["Note"] });
});

test("at the end of every page of our own documentation, all elements and code blocks are closed", () => {
  const docs = join(import.meta.dirname, "../../docs");
  let count = 0;
  for (const path of readdirSync(docs, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".mdx")) continue;
    const text = readFileSync(join(docs, path), "utf8");
    const { frames, open, fence, part } = stateAt(text, text.length);
    expect({ path, frames, open, fence, part }).toEqual({ path, frames: [], open: [], fence: undefined, part: "body" });
    count += 1;
  }
  expect(count).toBeGreaterThan(50);
});
