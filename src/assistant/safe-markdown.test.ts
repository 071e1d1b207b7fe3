import fc from "fast-check";
import { markdownToHtml } from "satteri";
import { describe, expect, test } from "vitest";
import { createSafeMarkdown } from "./safe-markdown.ts";

const origin = "https://docs.acme.test";
const deps = {
  citationUrl: (number: number) => (number <= 3 && number > 0 ? `${origin}/page-${number}#here` : undefined),
  siteUrl: (address: string) => {
    if (address.startsWith("/") && !address.startsWith("//")) return `${origin}${address}`;
    return address === origin || address.startsWith(`${origin}/`) ? address : undefined;
  },
};

function write(text: string, size = text.length): string {
  const markdown = createSafeMarkdown(deps);
  let out = "";
  for (let at = 0; at < text.length; at += Math.max(size, 1))
    out += markdown.push(text.slice(at, at + Math.max(size, 1)));
  return out + markdown.end();
}

describe("allowed markup passes", () => {
  test.each([
    "Plain words, with *emphasis* and a list:\n\n- one\n- two\n",
    "Run `npm install` first.",
    "```sh\ncurl https://api.example.com/[1] <html> ![x](http://evil)\n```\n",
    "~~~\n[a](http://evil)\n~~~\nafter",
    "A table:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "if a \\< b then",
    "Ratio 3:4, time 12:30, key: value",
  ])("%j", (text) => {
    expect(write(text)).toBe(text);
  });
});

describe("everything else becomes text", () => {
  test.each([
    ["See [the guide](/guides/start).", `See [the guide](${origin}/guides/start).`],
    [`See [it](${origin}/a#b).`, `See [it](${origin}/a#b).`],
    ["Click [here](https://evil.test/?q=secret)!", "Click here!"],
    ["Click [here](//evil.test)", "Click here"],
    ["Click [here](javascript:alert(1))", "Click here"],
    ["Click [here](<https://evil.test>)", "Click here"],
    ['Click [here](https://evil.test "title")', "Click here"],
    ["![pixel](https://evil.test/p.png?d=1)", "pixel"],
    ["![ours](/logo.png)", "ours"],
    ["[![p](https://evil.test/i)](https://evil.test)", ""],
    ["Visit https://evil.test/x now", "Visit `https://evil.test/x` now"],
    ["Visit www.evil.test now", "Visit `www.evil.test` now"],
    ["Visit https://evil.test/x.", "Visit `https://evil.test/x`."],
    ["Visit https://evil.test/?q=1, or www.evil.test!", "Visit `https://evil.test/?q=1`, or `www.evil.test`!"],
    ["Visit <https://evil.test>", "Visit &lt;`https://evil.test`>"],
    ["An <img src=x onerror=alert(1)> here", "An &lt;img src=x onerror=alert(1)> here"],
    ["[text][ref]\n\n[ref]: https://evil.test\n", "\\[text]\\[ref]\n\n"],
    ["It is so [1].", `It is so [\\[1\\]](${origin}/page-1#here).`],
    ["Both [1, 3].", `Both [\\[1\\]](${origin}/page-1#here) [\\[3\\]](${origin}/page-3#here).`],
    ["Made up [9].", "Made up."],
  ])("%j", (text, expected) => {
    expect(write(text)).toBe(expected);
  });
});

test("the result does not depend on how the text is split", () => {
  const addresses = "[a](https://evil.test) https://evil.test www.evil.test/a.b ://y".split(" ");
  const others = "[1] `code` <b> ![i](/x) 日本語 x-a+b.c ... [ ] (".split(" ");
  const parts = [...addresses, ...others, "```\nx\n```\n", "word ", "\n"];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      (pieces, size) => {
        const text = pieces.join("");
        expect(write(text, size)).toBe(write(text));
      },
    ),
  );
});

test("no address of another site is left outside code", () => {
  const signs = '[ ] ( ) ! < > ` \\ " a [1] ``` https://evil.test'.split(" ");
  const piece = fc.constantFrom(...signs, "\n", " ", ": ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const out = write(pieces.join(""), 3);
      const rendered = markdownToHtml(out, { features: { gfm: true } }).html;
      expect(rendered).not.toMatch(/(?:href|src)="https:\/\/evil/);
      expect(rendered.replaceAll(/class="[^"]*"/g, "")).not.toMatch(/<a>|<img/);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ["[https://evil.test](https://evil.test/x)", "`https://evil.test`"],
  ["[https://evil.test\\[1]()", "`https://evil.test\\[1`"],
  ["[`get()` of \\[a\\]](/page)", `[\`get()\` of \\[a\\]](${origin}/page)`],
])("the label of a link shows an address as code: %s", (text, expected) => {
  expect(write(text)).toBe(expected);
});

test("only citations of known numbers are recorded", () => {
  const markdown = createSafeMarkdown(deps);
  markdown.push("One [2] and [7].");
  markdown.end();
  expect([...markdown.cited]).toEqual([2]);
});

test("an unclosed bracket does not hold back the answer indefinitely", () => {
  const markdown = createSafeMarkdown(deps);
  expect(markdown.push(`[${"x".repeat(3_000)}`).length).toBeGreaterThan(2_000);
});

test("text without spaces is passed on while it is written", () => {
  const markdown = createSafeMarkdown(deps);
  expect([markdown.push("インストール"), markdown.push("します"), markdown.push("。")]).toEqual([
    "インストール",
    "します",
    "。",
  ]);
});

test("a word is held back only until it is clear that it isn't an address", () => {
  const markdown = createSafeMarkdown(deps);
  expect([markdown.push("Use"), markdown.push(" apt"), markdown.push(", now")]).toEqual(["", "Use ", "apt, "]);
});
