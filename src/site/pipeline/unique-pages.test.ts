import { expect, test } from "vitest";
import { describeProblem } from "../shared/build-problem.ts";
import type { SourcePage } from "../source/read-page.ts";
import { uniquePages } from "./unique-pages.ts";

function publish(
  frontmatters: Partial<SourcePage["frontmatter"]>[],
  names = frontmatters.map((_, index) => `${index}`),
) {
  const pages = frontmatters.map((frontmatter, index) => {
    const name = names[index];
    return {
      file: `${name}.mdx`,
      url: `/${name}`,
      frontmatter: { groups: [], ...frontmatter },
    } as unknown as SourcePage;
  });
  const project = { pages, problems: [] };
  return { files: uniquePages(project).pages.map(({ file }) => file), problems: project.problems.map(describeProblem) };
}

test("a restricted page isn't published", () => {
  const { files, problems } = publish([{}, { public: false }, { groups: ["staff"] }]);
  expect(files).toEqual(["0.mdx"]);
  expect(problems).toEqual([
    expect.stringContaining("1.mdx: is not public, and visitors cannot sign in yet, so it is left out"),
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
