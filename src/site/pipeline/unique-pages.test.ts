import { expect, test } from "vitest";
import { describeProblem } from "../shared/build-problem.ts";
import type { ReaderGroups } from "../shared/reader-groups.ts";
import type { SourcePage } from "../source/read-page.ts";
import { uniquePages } from "./unique-pages.ts";

function publish(
  frontmatters: Partial<SourcePage["frontmatter"]>[],
  names = frontmatters.map((_, index) => `${index}`),
  reader?: ReaderGroups,
) {
  const pages = frontmatters.map((frontmatter, index) => pageOf(`${names[index]}`, frontmatter));
  const project = { pages, problems: [] };
  return {
    files: uniquePages(project, reader).pages.map(({ file }) => file),
    problems: project.problems.map(describeProblem),
  };
}

function pageOf(name: string, frontmatter: Partial<SourcePage["frontmatter"]>): SourcePage {
  const page = { file: `${name}.mdx`, slug: name, url: `/${name}`, frontmatter: { groups: [], ...frontmatter } };
  return page as unknown as SourcePage;
}

test("a restricted page isn't published on an open site", () => {
  const { files, problems } = publish([{}, { public: false }, { groups: ["staff"] }]);
  expect(files).toEqual(["0.mdx"]);
  expect(problems).toEqual([
    expect.stringContaining("1.mdx: is not public, but this site is open to everyone, so it is left out"),
    expect.stringContaining("2.mdx: is restricted to groups"),
  ]);
});

test("if only some pages are marked public, a warning says that all pages are public", () => {
  expect(publish([{}, { public: true }, {}]).problems).toEqual([
    expect.stringContaining("1.mdx: is public, and so are the other 2 pages that do not say it"),
  ]);
  expect(publish([{ public: true }, { public: true }]).problems).toEqual([]);
});

test("pages whose URLs differ only in case are reported", () => {
  const { files, problems } = publish([{}, {}, {}], ["Setup", "other", "setup"]);
  expect(files).toHaveLength(3);
  expect(problems).toEqual([expect.stringContaining("setup.mdx: differs from Setup.mdx only in upper and lower case")]);
});

test.each([
  ["all", ["0", "1", "2", "3", "4"]],
  ["open", ["0", "1"]],
  ["public", ["1"]],
  [[], ["0", "1", "2"]],
  [["staff"], ["0", "1", "2", "3", "4"]],
  [["other"], ["0", "1", "2"]],
] as const)("readers %j see the pages %j", (reader, expected) => {
  const pages = [{}, { public: true }, { public: false }, { groups: ["staff"] }, { groups: ["staff"], public: true }];
  expect(publish(pages, undefined, reader).files).toEqual(expected.map((name) => `${name}.mdx`));
});

test("readers have to satisfy the groups of a page and those of the navigation around it", () => {
  const project = { pages: [pageOf("page", { groups: ["beta"] })], problems: [] };
  const inherited = new Map([["page", { groups: [["staff", "partners"]], public: true }]]);
  const see = (reader: string[]) => uniquePages(project, reader, inherited).pages.length;
  expect([see(["beta"]), see(["staff"]), see(["beta", "partners"])]).toEqual([0, 0, 1]);
  const { restrictions } = uniquePages(project, "all", inherited);
  expect(restrictions).toEqual({ groups: ["beta", "partners", "staff"], publicPages: "none", hasClosedPages: false });
});
