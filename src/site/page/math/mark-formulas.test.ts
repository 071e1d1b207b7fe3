import { expect, test } from "vitest";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import { parseMarkdown } from "../markdown/parse-markdown.ts";
import { walkNodes } from "../page-tree.ts";
import { markFormulas, unmarkFormulas } from "./mark-formulas.ts";

const formula = (tex: string) => `${"`".repeat(20)}\uE001\`$${tex}$${"`".repeat(20)}`;

test.each([
  ["$x$", formula("x")],
  ["so $a_{1} + b$, and $\\frac{a}{b}$.", `so ${formula("a_{1} + b")}, and ${formula("\\frac{a}{b}")}.`],
  ["| $a$ | ($b$) |", `| ${formula("a")} | (${formula("b")}) |`],
  ["$n - 1$ and $a, b$", `${formula("n - 1")} and ${formula("a, b")}`],
  ["$x \\$ y = 1$", formula("x \\$ y = 1")],
  ["in $[0, 1)$ and $f(x)$", `in ${formula("[0, 1)")} and ${formula("f(x)")}`],
  ["<b>$x$</b>", `<b>${formula("x")}</b>`],
])("text between dollars is a formula: %s", (text, marked) => {
  expect(markFormulas(text)).toBe(marked);
  expect(unmarkFormulas(marked)).toBe(text);
});

test.each([
  "It costs $5.",
  "It costs $5, or $10 with tax.",
  "between $5-$10 a month",
  "from $5 to 10$ a month",
  "US$ and A$",
  "US$ 5 / $ 6",
  "price ($)/unit ($)",
  "| Input ($/M tokens) | Output ($/M tokens) |",
  "$50/month (US$)",
  'the sign "$"/"$"',
  "in $/€, C$/A$",
  "$HOME/$USER and $PATH:x",
  "\\$x\\$",
  "`$x$` and ``a ` $y$``",
  "```bash\necho $x$y$\n```",
  "~~~\n$x$\n~~~",
  "  ```js\n  $x$\n  ```",
  '<Card title="$x$" href={`$x$`} />',
  "{'$x$'}",
  "import a from '$x$'",
  'export const price = "$x$"\n\n',
  "$$\nx",
  "$$ $$",
  "- ~~~\n  $x_1$\n  ~~~",
  "```\r\n$x_1$\r\n```\r\n",
  "<!-- $x_1$ -->",
  "$x\ny$",
  "$",
])("text without a formula isn't changed: %s", (text) => {
  expect(markFormulas(text)).toBe(text);
});

test("formulas with single dollars are found after code, a tag or an expression", () => {
  expect(markFormulas("`$a$` $x$")).toBe(`\`$a$\` ${formula("x")}`);
  expect(markFormulas("```\n$a$\n```\n$x$")).toBe(`\`\`\`\n$a$\n\`\`\`\n${formula("x")}`);
  expect(markFormulas('<A b="$a$">$x$')).toBe(`<A b="$a$">${formula("x")}`);
  expect(markFormulas("import a from 'a'\n\n$x$")).toBe(`import a from 'a'\n\n${formula("x")}`);
});

/** The formulas of a page, and then its other text. */
function readFormulas(text: string): string[] {
  const body = markFormulas(text);
  const nodes = [
    ...walkNodes([parseMarkdown({ file: "a.mdx", format: "mdx", body, firstLine: 1 }, defaultSiteLimits)]),
  ];
  const formulas = nodes.filter(({ type }) => type === "math" || type === "inlineMath").map(({ value = "" }) => value);
  return [...formulas, nodes.flatMap(({ type, value }) => (type === "text" ? [value] : [])).join("|")];
}

test.each([
  ["after an opening tag, four spaces deep", "<A>\n  <B>\n    $$\n    a<b\n    $$\n  </B>\n</A>\n\nc", ["a<b", "c"]],
  ["after text, four spaces deep", "- a\n    $$\n    a<b\n    $$\n- c", ["a<b", "a|c"]],
  ["with less indentation than its list item", "- $$\na<b\n$$\n- c", ["a<b", "c"]],
  ["in a quote", "> $$\n> a<b\n> $$\n> c", ["a<b", "c"]],
  ["with text after its first dollars", "$$ a\nb\n$$\n\nc", ["a\nb", "c"]],
  ["with text before its last dollars", "$$ a\n- b $$\n\nc", [" a\n- b ", "c"]],
  ["with text around it", "c $$\na<b\n$$ d", ["\na<b\n", "c | d"]],
  ["with Windows line ends", "$$\r\na<b\r\n$$\r\n\r\nc", ["a<b", "c"]],
  ["next to code", "`a`$b$`c` $d$`e`", ["b", "d", "|| |"]],
  ["after code with three backticks", "```a```\n\n$b<c$", ["b<c", ""]],
  ["after a single backtick of another paragraph", "a ` b\n\n$c<d$ ` e", ["c<d", "a ` b| ` e"]],
  ["after a single backtick of another list item", "- a ` b\n- $c<d$ ` e", ["c<d", "a ` b| ` e"]],
  ["with inner space", "$$ a $$ and $$$b $$ c$$$", [" a ", "b $$ c", " and "]],
  ["in a link and bold", "[**$a_1$**](/b) c **$d$**", ["a_1", "d", " c "]],
  ["that isn't closed", "$$\na\n\nb $a$", ["a", "$$\na|b "]],
  ["in a row of a table", "| a |\n|---|\n| $b \\| c_d$ |", ["b | c_d", "a"]],
])("a formula %s keeps its text and the text around it", (_name, text, expected) => {
  expect(readFormulas(text)).toEqual(expected);
});

test("formulas in code that only the parser finds are what the author wrote", () => {
  const code = "$$ a\nb\n\n  $$\n- $$$ c\n  $$$\n`d`$e$`f` $$g\n- h$$";
  const body = markFormulas(`<div>\n\n${code.replaceAll(/^(?=.)/gm, "      ")}\n\n</div>`);
  const tree = parseMarkdown({ file: "a.md", format: "md", body, firstLine: 1 }, defaultSiteLimits);
  const found = [...walkNodes([tree])].find(({ type }) => type === "code");
  expect(found?.value).toBe(code.replaceAll(/^(?=.)/gm, "  "));
});

test("formulas that look like code of the page stay code of the page", () => {
  const code = "export const f = () => {\n  const a = 1\n\n  return '$a_1$'\n}";
  expect(markFormulas(`${code}\n\n$a$`)).toBe(`${code}\n\n${formula("a")}`);
});

test("all of five thousand formulas are formulas, in one paragraph or in many", () => {
  for (const end of [" ", "\n\n"]) {
    for (const piece of ["$n<5$", "$$n<5$$"])
      expect(readFormulas(`a ${piece}${end}`.repeat(5_000))).toHaveLength(5_001);
  }
});

test("a long text of only dollars, braces, tags or backticks is searched for formulas quickly", () => {
  for (const piece of [
    "i e ",
    "$x$ ",
    "$",
    "$a ",
    "$$a ",
    "$$ a\n\n",
    "| $$a|b$$\n",
    "{",
    "<a ",
    "`",
    "``` ",
    "\\",
    '"',
    "<a b='",
    "> ",
    "> ` ",
    "$$$ a\n\n",
  ]) {
    for (const end of ["", "$$", "$$ $x$".repeat(10_000)])
      expect(markFormulas(piece.repeat(50_000) + end).length).toBeGreaterThan(0);
  }
});
