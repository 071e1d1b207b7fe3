import { expect, test } from "vitest";
import { describeProblem } from "../shared/build-problem.ts";
import { mayRead, type PageAccess, type ReaderGroups } from "../shared/reader-groups.ts";
import { createReport } from "../source/config/config-report.ts";
import type { JsonValue } from "../source/json-value.ts";
import { pageAccess } from "../source/navigation/page-access.ts";
import { readNavigation } from "../source/navigation/read-navigation.ts";
import { checkFrontmatter } from "../source/read-frontmatter.ts";
import type { SourcePage } from "../source/read-page.ts";
import { accessOf, groupsNamedBy, uniquePages } from "./unique-pages.ts";

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
  const page = {
    file: `${name}.mdx`,
    slug: name,
    url: `/${name}`,
    frontmatter: { groups: [], excludes: [], ...frontmatter },
  };
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
  const inherited = () => ({ groups: [["staff", "partners"]], public: true });
  const see = (reader: string[]) => uniquePages(project, reader, inherited).pages.length;
  expect([see(["beta"]), see(["staff"]), see(["beta", "partners"])]).toEqual([0, 0, 1]);
  const { restrictions } = uniquePages(project, "all", inherited);
  expect(restrictions).toEqual({ groups: ["beta", "partners", "staff"], publicPages: "none", hasClosedPages: false });
});

const open: PageAccess = { groups: [] };

function accessBy(frontmatter: Record<string, JsonValue>, around = open): PageAccess {
  return accessOf(checkFrontmatter(frontmatter, "page.mdx"), around);
}

/** The table that the format publishes: who sees a page without signing in, and as a member of which groups. */
test.each<[Record<string, JsonValue>, boolean[]]>([
  [{ groups: [{ excludes: ["contractor"] }] }, [false, true, false, false]],
  [{ groups: [{ includes: ["staff"], excludes: ["contractor"] }] }, [false, true, false, false]],
  [{ public: true, groups: [{ excludes: ["contractor"] }] }, [true, true, false, false]],
  [{ groups: [] }, [false, false, false, false]],
])("%j opens the page to the readers of the format's table", (frontmatter, expected) => {
  const columns: ReaderGroups[] = ["public", ["staff"], ["contractor"], ["staff", "contractor"]];
  expect(columns.map((reader) => mayRead(accessBy(frontmatter), reader))).toEqual(expected);
});

/** Every list with up to one name, or no list. */
const lists = (...names: string[]) => [undefined, [], ...names.map((name) => [name])];
const known = ["staff", "contractor"];
const someReaders: ReaderGroups[] = ["open", "public", [], ["staff"], ["contractor"], known, ["", "*"]];
const rules = lists("staff", "contractor", "*", "").flatMap((includes) =>
  lists("staff", "contractor", "*", "").map((excludes) => ({ includes, excludes })),
);
const values: { groups: JsonValue; includes?: string[] | undefined; excludes?: string[] | undefined }[] = [
  ...lists("staff", "contractor", "*", "").flatMap((names) => (names ? [{ groups: names, includes: names }] : [])),
  ...rules.map((rule) => ({ groups: [JSON.parse(JSON.stringify(rule))], ...rule })),
  ...rules.map((rule) => ({ groups: [JSON.parse(JSON.stringify(rule)), { excludes: ["staff"] }], ...rule })),
];

test("every rule opens a page to those whom the format's four steps let in, and to nobody else", () => {
  for (const { groups, includes, excludes = [] } of values) {
    const all = JSON.stringify(groups).includes('},{"excludes":["staff"]}') ? [...excludes, "staff"] : excludes;
    const isRule = JSON.stringify(groups).includes("{");
    const isWrong =
      (isRule && includes?.length === 0) || includes?.includes("") || all.some((name) => /^\*?$/.test(name));
    for (const isPublic of [undefined, true, false]) {
      for (const around of [open, { groups: [], public: true }]) {
        for (const reader of someReaders) {
          const frontmatter = { groups, ...(isPublic !== undefined && { public: isPublic }) };
          const isIn = (names: readonly string[]) => names.some((name) => name !== "" && reader.includes(name));
          // Without having signed in, only pages that say so themselves and whose groups only exclude.
          const isAnyone = includes === undefined || includes.includes("*");
          const expected =
            typeof reader === "string" ? isPublic === true && isAnyone : !isIn(all) && (isAnyone || isIn(includes));
          const cell = [frontmatter, around, reader];
          const access = accessBy(frontmatter, around);
          expect([...cell, mayRead(access, reader)]).toEqual([...cell, expected && !isWrong]);
          // A reader in all groups would otherwise be sent what members see.
          if (mayRead(access, known) || isWrong) continue;
          expect([...cell, groupsNamedBy([access]).filter((name) => !known.includes(name))]).not.toEqual([...cell, []]);
        }
      }
    }
  }
});

test.each<JsonValue>([
  "",
  [null],
  [[]],
  true,
  5,
  {},
  ["staff", { excludes: ["contractor"] }],
  [{ includes: "staff" }],
  [{ includes: ["staff", ""] }],
  [{ include: ["staff"] }],
  [{ includes: ["staff"], only: true }],
  [{ excludes: ["*"] }],
  [{ excludes: [5] }],
])("groups that can't be read, such as %j, close the page to everyone", (groups) => {
  const { problems, ...page } = checkFrontmatter({ groups, public: true }, "page.mdx");
  expect(problems.length).toBe(groups === "" ? 0 : 1);
  const seen = someReaders.filter((reader) => mayRead(accessOf(page, open), reader));
  expect(seen).toEqual([]);
});

test("a page that says in an unclear way whether it is public isn't", () => {
  expect(accessBy({ public: "no" }, { groups: [], public: true }).public).toBe(false);
});

function navigationAccess(navigation: JsonValue, isPublic?: JsonValue) {
  const report = createReport(() => ({ file: "docs.json", line: undefined }));
  return pageAccess(readNavigation(navigation, report, isPublic));
}

test.each<[JsonValue | undefined, JsonValue | undefined, boolean | undefined, boolean | undefined]>([
  [undefined, undefined, undefined, undefined],
  [true, undefined, true, undefined],
  [true, false, false, false],
  [false, undefined, false, false],
  [false, true, true, undefined],
  ["yes", undefined, false, false],
])(
  "public: %j in docs.json and %j in its navigation make listed pages %j and others %j",
  (site, around, listed, other) => {
    const accessAround = navigationAccess({ pages: ["page"], ...(around !== undefined && { public: around }) }, site);
    expect([accessAround("page").public, accessAround("other").public]).toEqual([listed, other]);
  },
);

test.each<[JsonValue, ReaderGroups[]]>([
  [["staff"], [["staff"], known]],
  ["staff", [["staff"], known]],
  [["*"], [[], ["staff"], ["contractor"], known, ["", "*"]]],
  [[{ excludes: ["contractor"] }], [[], ["staff"], ["", "*"]]],
  [[{ includes: ["staff"], excludes: ["contractor"] }], [["staff"]]],
  [[{ includes: [] }], []],
  [["staff", { excludes: ["contractor"] }], []],
  // In the navigation this is an element without groups of pages.
  [[], ["open", [], ["staff"], ["contractor"], known, ["", "*"]]],
])("groups of readers %j around a page open it to %j", (groups, expected) => {
  const access = navigationAccess({ tabs: [{ tab: "Inner", groups, pages: ["page"] }] })("page");
  expect(someReaders.filter((reader) => mayRead(accessBy({}, access), reader))).toEqual(expected);
});
