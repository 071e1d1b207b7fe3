import { expect, test } from "vitest";
import { markInlineMath, mathEnd, mathStart, unmarkInlineMath } from "./mark-inline-math.ts";

const formula = (tex: string) => `$$${mathStart}${tex}${mathEnd}$$`;

test.each([
  ["$x$", formula("x")],
  ["so $a_{1} + b$, and $\\frac{a}{b}$.", `so ${formula("a_{1} + b")}, and ${formula("\\frac{a}{b}")}.`],
  ["| $a$ | ($b$) |", `| ${formula("a")} | (${formula("b")}) |`],
  ["$n - 1$ and $a, b$", `${formula("n - 1")} and ${formula("a, b")}`],
  ["$x \\$ y = 1$", formula("x \\$ y = 1")],
  ["in $[0, 1)$ and $f(x)$", `in ${formula("[0, 1)")} and ${formula("f(x)")}`],
  ["<b>$x$</b>", `<b>${formula("x")}</b>`],
])("text between dollars is a formula: %s", (text, marked) => {
  expect(markInlineMath(text)).toBe(marked);
  expect(unmarkInlineMath(marked)).toBe(text);
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
  "$$\nx\n$$",
  "$$x$$",
  "$x\ny$",
  "$",
])("text without a formula isn't changed: %s", (text) => {
  expect(markInlineMath(text)).toBe(text);
});

test("formulas with single dollars are found after code, a tag or an expression", () => {
  expect(markInlineMath("`$a$` $x$")).toBe(`\`$a$\` ${formula("x")}`);
  expect(markInlineMath("```\n$a$\n```\n$x$")).toBe(`\`\`\`\n$a$\n\`\`\`\n${formula("x")}`);
  expect(markInlineMath('<A b="$a$">$x$')).toBe(`<A b="$a$">${formula("x")}`);
  expect(markInlineMath("import a from 'a'\n\n$x$")).toBe(`import a from 'a'\n\n${formula("x")}`);
});

test("a long text of only dollars, braces, tags or backticks is searched for formulas quickly", () => {
  for (const piece of ["i e ", "$x$ ", "$", "$a ", "{", "<a ", "`", "``` ", "\\", '"', "<a b='"]) {
    expect(markInlineMath(piece.repeat(50_000)).length).toBeGreaterThan(0);
  }
});
