import fastCheck from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { describeProblem } from "../shared/build-problem.ts";
import { quickFrontmatter, readFrontmatter } from "./read-frontmatter.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";

test("the quick frontmatter parser never differs from a YAML parser", () => {
  const character = fastCheck.constantFrom(..."ab1 :#'\"\\-,.&*!|>[]{}%@`~/()\té?");
  const value = fastCheck.oneof(
    fastCheck.string({ unit: character, maxLength: 12 }),
    fastCheck.constantFrom(
      "true",
      "false",
      "null",
      "yes",
      "~",
      "1",
      "1e3",
      "0x1",
      "2020-01-01",
      ".inf",
      "'a'",
      '"b"',
      "a: b",
      "a #b",
      "- a",
    ),
  );
  const lines = fastCheck.array(fastCheck.tuple(fastCheck.constantFrom("title", "a-b", "C"), value), { maxLength: 3 });
  fastCheck.assert(
    fastCheck.property(lines, (pairs) => {
      const yaml = pairs.map(([key, text]) => `${key}: ${text}`).join("\n");
      const quick = quickFrontmatter(yaml);
      if (quick === undefined) return;
      expect({ ...quick }).toEqual(parse(yaml, { uniqueKeys: false }) ?? {});
    }),
    { numRuns: 3_000 },
  );
});

test("frontmatter values get their types, and unknown keys with plain values are kept", () => {
  const { frontmatter, problems } = readFrontmatter(
    "title: 1.2\nhidden: true\nboost: 99\nkeywords: [a, 1]\nother: {a: 1}\nteam: core\nlevel: 2",
    "a.mdx",
    1_000,
  );
  expect(frontmatter).toEqual({
    title: "1.2",
    hidden: true,
    boost: 10,
    keywords: ["a", "1"],
    groups: [],
    excludes: [],
    metatags: {},
    ownKeys: { team: "core", level: "2" },
  });
  expect(problems.map(describeProblem)).toEqual([
    'a.mdx:4: "boost" is 99, but must be from 0.1 to 10, so it is set to 10',
  ]);
});

test("invalid frontmatter is reported on its line, and the page is shown without it", () => {
  const { frontmatter, problems } = readFrontmatter('title: "a\nb: [', "a.mdx", 1_000);
  expect(frontmatter).toEqual({ keywords: [], groups: [], excludes: [], metatags: {}, ownKeys: {} });
  expect(problems[0]?.file).toBe("a.mdx");
  expect(problems[0]?.line).toBeGreaterThan(1);
});

test("lists and maps as frontmatter keys are rejected instead of being converted to text", () => {
  const { frontmatter, problems } = readFrontmatter(`title: One\n${"? ".repeat(400)}a`, "a.mdx", 10_000);
  expect(frontmatter.title).toBeUndefined();
  expect(problems.map(describeProblem).join()).toContain("has lists or maps as keys");
});

test("the body of a page keeps its line number after the frontmatter", () => {
  expect(splitFrontmatter("---\ntitle: a\n---\nbody")).toEqual({ yaml: "title: a", body: "body", firstLine: 4 });
  expect(splitFrontmatter("---\n---\nbody")).toEqual({ yaml: "", body: "body", firstLine: 3 });
  expect(splitFrontmatter("\uFEFF---\r\ntitle: a\r\n---\r\nbody")).toEqual({
    yaml: "title: a",
    body: "body",
    firstLine: 4,
  });
  expect(splitFrontmatter("---\r\n--- \r\n\r\na\r\n\r\n---\r\n\r\nb")).toMatchObject({
    yaml: "",
    body: "\r\na\r\n\r\n---\r\n\r\nb",
  });
  expect(splitFrontmatter("text\n---\n")).toEqual({ yaml: undefined, body: "text\n---\n", firstLine: 1 });
});

test("a quoted frontmatter value may continue on the next line, indented or not", () => {
  const yaml = ['title: "One', 'two \\"three\\"', 'four"', "description: 'it''s", "", "fine'", "tag: NEW"].join("\n");
  expect(readFrontmatter(yaml, "a.mdx", 10_000)).toMatchObject({
    frontmatter: { title: 'One two "three" four', description: "it's\nfine", tag: "NEW" },
    problems: [],
  });
  expect(readFrontmatter('title: "One\ntwo\ntag: NEW', "a.mdx", 10_000).problems.map(describeProblem)).toEqual([
    expect.stringContaining("the frontmatter is not valid YAML"),
  ]);
});

test.each([
  ["a quote at the start of a line", "keywords: ['a', 'b\n', 'c']", ["a", "b", "c"]],
  ["an indented list of quotes", "keywords: [\n'a',\n\"b\n\",\n'it''s', ''\n]", ["a", "b", "it's", ""]],
  ["brackets in quotes", 'keywords: [\'[\', "\\"]"\n, c]', ["[", '"]', "c"]],
])("frontmatter with %s keeps its keywords and the keys after them", (_name, yaml, keywords) => {
  const { frontmatter, problems } = readFrontmatter(`title: A [b\n${yaml}\ndescription: "c"`, "a.mdx", 10_000);
  expect(problems.map(describeProblem)).toEqual([]);
  expect(frontmatter).toMatchObject({ title: "A [b", description: "c" });
  expect(frontmatter.keywords.map((word) => word.trim())).toEqual(keywords);
});

test("text between dashes that has no keys is reported, because it isn't shown", () => {
  expect(readFrontmatter("Welcome.\nMore.", "a.mdx", 1_000).problems.map(describeProblem)).toEqual([
    expect.stringContaining(
      "a.mdx:1: the text between the dashes at the start is read as frontmatter, but has no keys",
    ),
  ]);
  expect(readFrontmatter("# a comment", "a.mdx", 1_000).problems).toEqual([]);
});

test.each([
  ["descripton", "description"],
  ["tilte", "title"],
  ["sidebar_title", "sidebarTitle"],
  ["Keywords", "keywords"],
])("the key %s is reported as a misspelled %s", (key, meant) => {
  const { problems } = readFrontmatter(`${key}: x`, "a.mdx", 1_000);
  expect(problems.map(describeProblem)).toEqual([
    `a.mdx:2: "${key}" is not a key Lectern knows, so it has no effect (did you mean "${meant}"?)`,
  ]);
});

test.each(["versionTo", "team", "file", "style", "author", "category"])(
  "%s is accepted as an author's own frontmatter key",
  (key) => {
    expect(readFrontmatter(`${key}: x`, "a.mdx", 1_000).problems).toEqual([]);
  },
);
