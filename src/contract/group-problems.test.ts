import { expect, test } from "vitest";
import { groupProblems } from "./group-problems.ts";

const at = (line: number, message: string, severity = "warning") => ({ severity, file: "docs.json", line, message });
const lists = (place: string, page: string) => `"${place}" lists "${page}", but that page does not exist`;

test("many problems of one cause are one line with a count and places", () => {
  const missing = Array.from({ length: 526 }, (_, index) =>
    at(index + 1, lists(`navigation.pages[${index}]`, `sdk/${index}`)),
  );
  const other = at(9, "links to /start, but there is no such page");
  expect(groupProblems([...missing, other])).toEqual([
    {
      first: missing[0],
      others:
        '525 more like this: docs.json:2 ("sdk/1"), docs.json:3 ("sdk/2"), docs.json:4 ("sdk/3"), docs.json:5 ("sdk/4"), …',
    },
    { first: other, others: undefined },
  ]);
});

test.each([
  ["a few problems", [lists("a", "sdk/1"), lists("b", "sdk/2"), lists("c", "sdk/3")], 3],
  ["pages of different folders", ["a", "b", "c", "d"].map((folder) => lists(folder, `${folder}/page`)), 4],
  ["links into one folder", [1, 2, 3, 4].map((page) => `links to /old/${page}, but there is no such page`), 1],
  ["links to headings", [1, 2, 3, 4].map((id) => `links to #part-${id}, but this page has no such heading`), 1],
  ["unknown components", ["A", "B", "C", "D"].map((name) => `<${name}> is not a component`), 4],
  ["unknown settings", ["chat", "font", "routing", "custom"].map((name) => `"${name}" is not a setting`), 4],
  ["one unknown key on many pages", [1, 2, 3, 4].map(() => '"Title" is not a key (did you mean "title"?)'), 1],
  ["undefined names", ["a", "b", "c", "d"].map((name) => `{${name}} is not defined in this file`), 1],
])("%s are as many lines as they have causes", (_, messages, lines) => {
  expect(groupProblems(messages.map((message, index) => at(index, message))).length).toBe(lines);
});

test("problems that only have quotes in common are not grouped", () => {
  const messages = [
    '"Title" is not a key Lectern knows (did you mean "title"?)',
    '"redirects[3]" matches an existing page (did you mean "/a"?)',
    '"logo" names a missing file (did you mean "/logo.svg"?)',
    '"fonts" names an unknown font (did you mean "Inter"?)',
  ];
  expect(groupProblems(messages.map((message, index) => at(index, message))).length).toBe(4);
});

test("errors and new problems are never hidden behind warnings or known problems", () => {
  const same = Array.from({ length: 5 }, () => at(1, "is broken"));
  expect(groupProblems([...same, { ...at(1, "is broken"), isNew: true }, at(1, "is broken", "error")]).length).toBe(3);
});
