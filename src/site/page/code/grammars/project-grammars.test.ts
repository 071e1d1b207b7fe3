import { afterAll, beforeAll, expect, test } from "vitest";
import { createPageProblems } from "../../markdown/page-problems.ts";
import type { GrammarFile } from "./grammar-index.ts";
import { grammarLimits } from "./grammar-limits.ts";
import { openGrammars, type ProjectGrammars } from "./project-grammars.ts";

const texts: Record<string, object> = {
  "acme.json": {
    scopeName: "source.acme",
    patterns: [
      { match: "\\b(let|when)\\b", name: "keyword.control.acme" },
      { match: "\\b\\d+\\b", name: "constant.numeric.acme" },
      { begin: '"', end: '"', name: "string.quoted.acme", patterns: [{ include: "#hole" }] },
      { begin: "/\\*", end: "\\*/", name: "comment.block.acme" },
      { begin: "@", end: "$", patterns: [{ include: "source.other" }] },
    ],
    repository: {
      hole: { begin: "%\\{", end: "\\}", name: "meta.embedded.acme", patterns: [{ include: "$self" }] },
    },
  },
  "other.json": { scopeName: "source.other", patterns: [{ match: "[A-Z]+", name: "entity.name.function" }] },
  "deep.json": { scopeName: "source.deep", patterns: [{ begin: "\\(", end: "x", patterns: [{ include: "$self" }] }] },
  "broken.json": { scopeName: "source.broken", patterns: [{ match: "(" }] },
};

const files = Object.entries(texts).map(([path, grammar]): GrammarFile => {
  const name = path.replace(".json", "");
  const { scopeName } = grammar as { scopeName: string };
  const otherNames = name === "acme" ? ["aq", "python"] : [];
  return { path, scopeName, names: [name], otherNames, includes: [], sha256: "", version: `version of ${name}` };
});

let grammars: ProjectGrammars;
beforeAll(async () => {
  grammars = await openGrammars(files, ({ path }) => JSON.stringify(texts[path]));
});
afterAll(() => grammars.dispose());

function highlight(code: string, language: string) {
  const problems = createPageProblems();
  const page = grammars.forPage("guide.mdx", problems);
  return { html: page.highlight(code, language), problems: problems.list(), used: [...page.used] };
}

test("code in a project's own language gets the same classes as code in a built-in language", () => {
  expect(highlight('let x = 1 <"a"', "acme")).toEqual({
    html: '<span class="hljs-keyword">let</span> x = <span class="hljs-number">1</span> &lt;<span class="hljs-string">&quot;a&quot;</span>',
    problems: [],
    used: [["acme.json", "version of acme"]],
  });
  expect(highlight("/* a\nb */ let", "acme").html).toBe(
    '<span class="hljs-comment">/* a</span>\n<span class="hljs-comment">b */</span> <span class="hljs-keyword">let</span>',
  );
});

test("code embedded in a string is highlighted as code, and a grammar can include another grammar", () => {
  expect(highlight('"a %{when 2}"', "acme").html).toContain(
    '<span class="hljs-string">&quot;a </span>%{<span class="hljs-keyword">when</span> <span class="hljs-number">2</span>}',
  );
  expect(highlight("@ GO", "acme").html).toContain('<span class="hljs-title function_">GO</span>');
});

test("file extensions never override a built-in language", () => {
  expect(highlight("let", "aq").html).toContain("hljs-keyword");
  expect(highlight("let", "python").html).toBeUndefined();
  expect(highlight("let", "unheard-of")).toEqual({ html: undefined, problems: [], used: [] });
});

test("a grammar that fails leaves the code plain and is reported once", () => {
  const refused = highlight("((", "broken");
  expect(refused.html).toBeUndefined();
  expect(refused.problems.map(String)).toEqual([
    "BuildProblem: cannot highlight code in guide.mdx, because the tokenizer rejects it; the code is shown plain",
  ]);
  expect(highlight(`${"(".repeat(grammarLimits.openRulesMax + 1)}`, "deep").problems[0]?.message).toContain(
    "its rules are nested too deep",
  );
  expect(highlight("a".repeat(grammarLimits.lineLengthMax + 1), "acme").problems[0]?.message).toContain("too long");
});

test("a grammar can use only a part of a page's time limit", async () => {
  const hurried = await openGrammars(files, ({ path }) => JSON.stringify(texts[path]), {
    ...grammarLimits,
    pageMillisecondsMax: 0,
  });
  const problems = createPageProblems();
  expect(hurried.forPage("guide.mdx", problems).highlight("let", "acme")).toBeUndefined();
  expect(problems.list()[0]?.message).toContain("it takes too long");
  hurried.dispose();
});
