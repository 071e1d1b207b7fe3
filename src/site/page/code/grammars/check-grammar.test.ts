import { expect, test } from "vitest";
import { checkGrammar } from "./check-grammar.ts";
import { grammarLimits } from "./grammar-limits.ts";
import { loadOniguruma } from "./load-oniguruma.ts";

const oniguruma = await loadOniguruma();

function check(grammar: unknown) {
  const text = typeof grammar === "string" ? grammar : JSON.stringify(grammar, undefined, 1);
  return checkGrammar("acme.json", text, oniguruma);
}

function faults(grammar: object): string[] {
  return check({ scopeName: "source.acme", patterns: [], ...grammar }).problems.map(({ message }) => message);
}

test("a grammar is found by its name, aliases, file extensions and scope", () => {
  const { index, problems } = check({
    name: "Acme Query",
    aliases: ["AQL"],
    fileTypes: [".acme", "aq"],
    scopeName: "source.acme-query",
    patterns: [{ include: "#word" }, { include: "source.js#start" }],
    repository: { word: { begin: "(\\w)", end: "\\1", patterns: [{ include: "$self" }] } },
  });
  expect(problems).toEqual([]);
  expect(index).toEqual({
    scopeName: "source.acme-query",
    names: ["acme query", "acme-query", "aql"],
    otherNames: ["acme", "aq", "source.acme-query", "acme-query"],
    includes: ["source.js"],
  });
});

test("a mistake in a grammar is reported with its path and line", () => {
  const { index, problems } = check({
    scopeName: "source.acme",
    patterns: [{ name: "keyword", match: "(unclosed" }],
  });
  expect(index).toBeUndefined();
  expect(problems).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(
        /^"patterns\[0\]\.match" is not a valid Oniguruma regular expression: end pattern/,
      ),
      file: "acme.json",
      line: 6,
      severity: "warning",
    }),
  ]);
  expect(check("{ oops").problems[0]?.message).toMatch(/^is not valid JSON/);
  expect(check("[]").problems[0]?.message).toBe("must contain one grammar: { … }");
});

test("each kind of mistake in a grammar rule has its own message", () => {
  expect(faults({ scopeName: 1 })).toEqual(['"scopeName" must name the grammar, such as "source.acme"']);
  expect(faults({ patterns: undefined })).toEqual(['"patterns" must be a list of rules: [ … ]']);
  expect(faults({ patterns: ["word"] })).toEqual(['"patterns[0]" must be a rule: { … }']);
  expect(faults({ patterns: [{ include: "#gone" }] })).toEqual([
    '"patterns[0].include" includes "#gone", which is not in its "repository"',
  ]);
  expect(faults({ patterns: [{ include: 3 }] })).toEqual([
    '"patterns[0].include" must be "$self", "#name" or the scope of another grammar',
  ]);
  expect(faults({ patterns: [{ match: 1 }] })).toEqual(['"patterns[0].match" must be a string']);
});

test("a grammar rule can't be named after a property of Object.prototype", () => {
  const repository = JSON.parse('{ "__proto__": { "match": "a" }, "constructor": { "match": "b" } }') as object;
  expect(faults({ repository })).toEqual([
    '"repository.__proto__" is a reserved name; rename the rule',
    '"repository.constructor" is a reserved name; rename the rule',
  ]);
  expect(faults({ patterns: [{ include: "#__proto__" }] })).toHaveLength(1);
  expect(faults({ patterns: [{ include: "source.x#__proto__" }, { include: "constructor" }] })).toHaveLength(2);
});

test("grammar includes that never end or grow exponentially are rejected", () => {
  const circle = { a: { patterns: [{ include: "#b" }] }, b: { patterns: [{ include: "#a" }] } };
  expect(faults({ repository: circle })).toEqual(['"repository.b" includes itself before it matches anything']);
  expect(faults({ patterns: [{ include: "$self" }] })).toEqual(["includes itself before it matches anything"]);
  const doubled = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => {
      const next = index === 39 ? { match: "x" } : { include: `#rule${index + 1}` };
      return [`rule${index}`, { patterns: [next, next] }];
    }),
  );
  expect(faults({ repository: doubled })[0]).toMatch(/includes more than 5000 patterns at once$/);
});

test("a grammar has limits on captures, rules, depth and lengths", () => {
  expect(faults({ patterns: [{ match: "a", captures: { 999999999: { name: "x" } } }] })[0]).toMatch(
    /must have a capture number from 0 to 200 as its key$/,
  );
  expect(faults({ patterns: [{ match: "a".repeat(grammarLimits.patternLengthMax + 1) }] })[0]).toMatch(
    /is longer than/,
  );
  const many = Array.from({ length: grammarLimits.rulesMax }, () => ({ name: "a" }));
  expect(faults({ patterns: many })).toEqual(["has more than 10000 rules"]);
  let deep: object = { match: "a" };
  for (let level = 0; level < 200; level += 1) deep = { patterns: [deep] };
  expect(faults({ patterns: [deep] })).toEqual(["is nested deeper than 60 levels"]);
});
