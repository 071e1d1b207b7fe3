import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findSlowLoop } from "./regex/find-slow-loop.ts";
import { listImports } from "./regex/list-imports.ts";
import { listRegexes } from "./regex/list-regexes.ts";

/**
 * Expressions that can take more than linear time, and why they never get a text that is long enough to matter. An
 * entry is a file and the start of the expression.
 */
const bounded: [file: string, start: string, reason: string][] = [
  ["src/docs-edits/write-problem.ts", "^(?:package", "a file name, at most 1,024 bytes (src/git/tree-path.ts)"],
  [
    "src/assistant/reply/weigh-words.ts",
    "(?<=[\\p{L}",
    "a question, at most 8,000 characters; spaces are read once per name",
  ],
  ["src/git-host/cgi-head.ts", "^([\\w-]+): *", "written by git http-backend, at most headBytesMax"],
  ["src/git/git-version.ts", "((\\d+)", "written by git version, at most versionBytesMax"],
  ["src/site/api/plan/page-names.ts", "\\{.*?\\}", "at most namedLengthMax characters"],
  ["src/site/api/read/target-name.ts", "^(?:(.*?)\\s+)?(get", "at most nameLengthMax characters"],
  ["src/site/api/read/target-name.ts", "^(?:(.*?)\\s+)?(\\S+)$", "at most nameLengthMax characters"],
  ["src/site/shared/html/sanitize.ts", "<(?!span", "each name of a class is read once from either bracket"],
  ["src/site/page/icons/find-icon.ts", '([\\w-]+)="', "the files of an icon package"],
  ["src/site/page/icons/icon-files.ts", "(\\w+): (", "the files of an icon package"],
  ["src/site/source/leading-heading.ts", "[ \\t]+#+", "at most headingLengthMax characters"],
  ["src/site/source/leading-heading.ts", "[ \\t]*\\{#", "at most headingLengthMax characters"],
  ["src/site/source/leading-heading.ts", "!?\\[", "at most headingLengthMax characters"],
  ["src/site/source/leading-heading.ts", "(`+)", "at most headingLengthMax characters"],
  ["src/site/source/leading-heading.ts", "(\\*\\*", "at most headingLengthMax characters"],
  ["src/site/source/leading-heading.ts", "(?<![\\w_])_", "at most headingLengthMax characters"],
  ["src/site/theme/templates/stylesheets.ts", "\\/\\*", "Lectern's own stylesheets"],
  ["src/site/theme/templates/stylesheets.ts", "(?<=[{;]", "Lectern's own stylesheets"],
  ["src/site/theme/assets/scripts/tester/show-response.ts", '"(?:[^', "valid JSON, whose strings all end"],
  ["src/site/theme/assets/scripts/tester/show-response.ts", '(?<attr>"', "valid JSON, whose strings all end"],
  ["src/site/theme/assets/scripts/tester/show-sample.ts", '(?<string>"', "code written from what the reader has typed"],
  ["web/dashboard/updates/read-log.ts", "(\\d+) pages?", "a line of Lectern's own log"],
  ["web/dashboard/shell/pull-link.tsx", "\\/(\\d+)\\/?", "the address of a pull request, from Lectern's API"],
];

/**
 * Files that run in the server, the worker, the command line and browsers. Files that only run in render processes or
 * agent processes are left out, because those processes are killed if they take too long.
 */
function listSharedFiles(): string[] {
  const inBrowsers = globSync("{web,src/site/theme/assets/scripts}/**/*.{ts,tsx}");
  return [...listImports("src/main.ts"), ...inBrowsers].filter((file) => !/\.test\.tsx?$/.test(file));
}

test.each([
  ["(a+)+$", ""],
  ["^(a|a)*$", ""],
  ["^(?:\\w+\\s?)*$", ""],
  ["a*a*b", "y"],
  ["\\s+$", ""],
  ["^\\s*x", "gm"],
  ["<[^>]*>", "g"],
  ["(?:ab)*c", ""],
  ["(?=\\s*y)\\s", ""],
])("the check reports that /%s/%s is slow", (source, flags) => {
  expect(findSlowLoop(source, flags)).toBeDefined();
});

test.each([
  ["^\\s+$", ""],
  ["[a-z]+", "g"],
  ["\\b\\w+x", ""],
  ["(?<!\\s)\\s+$", ""],
  ["(?:^|,)\\s*x", ""],
  ["^[ \\t]*x", "gm"],
  ["x[^x]*y", ""],
  ["[?#].*$", "s"],
])("the check reports that /%s/%s takes linear time", (source, flags) => {
  expect(findSlowLoop(source, flags)).toBeUndefined();
});

test("no regular expression in a shared process can take more than linear time on a text of any length", () => {
  const slow = listSharedFiles()
    .flatMap(listRegexes)
    .flatMap((regex) => {
      const repeated = findSlowLoop(regex.source, regex.flags);
      return repeated === undefined ? [] : [{ ...regex, repeated }];
    });
  const isListed = ({ file, source }: { file: string; source: string }) =>
    bounded.some(([listed, start]) => listed === file && source.startsWith(start));
  expect(slow.filter((regex) => !isListed(regex))).toEqual([]);
  const used = bounded.filter(([file, start]) => slow.some((one) => one.file === file && one.source.startsWith(start)));
  expect(used).toEqual(bounded);
});

/** Files that build regular expressions at run time, and why the text in these expressions is safe. */
const built: [file: string, reason: string][] = [
  ["src/agent/rules/read-change.ts", "the forms in request-words.json, for the first promptCharactersMax of a prompt"],
  ["src/agent/rules/read-scope.ts", "lists of words, for the first promptCharactersMax of a prompt"],
  [
    "src/agent/rules/request-words.ts",
    "the phrases in request-words.json, for the first promptCharactersMax of a prompt",
  ],
  [
    "src/assistant/safe-markdown.ts",
    "backticks, and an expression of its own for a label of at most linkCharactersMax",
  ],
  [
    "src/assistant/words/translate-question.ts",
    "the escaped terms of our dictionaries, for a question of at most 8,000 characters",
  ],
  ["src/contract/name-rule.ts", "a list of characters"],
  ["src/http/create-http.ts", "the paths of Lectern's operations"],
  ["src/platform/artifacts/s3-xml.ts", "the names of three tags"],
  ["src/search/cut-snippet.ts", "letters and digits of a question, with loops over other characters between them"],
  ["src/search/inflected-languages.ts", "a list of endings"],
  ["src/search/word-terms.ts", "a list of verbs"],
  ["src/site/page/math/mark-formulas.ts", "ends of a paragraph, for a formula of at most 10,000 characters"],
  ["src/site/page/math/skip-code.ts", "the end of a paragraph, for code of at most 10,000 characters"],
  ["src/site/source/media-size.ts", "the names of two attributes, for a tag of at most headBytes"],
];

test("every file that builds regular expressions at run time is listed here with the reason why that is safe", () => {
  const files = listSharedFiles().filter((file) => readFileSync(file, "utf8").includes("RegExp("));
  expect(files.toSorted()).toEqual(built.map(([file]) => file).toSorted());
});

test("diagrams, grammars and code of authors are never parsed in the server's or worker's own process", () => {
  const folders = ["diagrams/", "author-code/", "components/", "code/grammars/check-", "code/grammars/load-"];
  const files = [...listImports("src/main.ts")].filter((file) => file.startsWith("src/site/page/"));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => folders.some((folder) => file.startsWith(`src/site/page/${folder}`)))).toEqual([]);
});

test("a pattern in an API description is shown and never run", () => {
  const files = globSync("src/site/api/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  expect(files.filter((file) => readFileSync(file, "utf8").includes("RegExp("))).toEqual([]);
});
