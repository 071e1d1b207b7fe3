import { expect, test } from "vitest";
import { createReport } from "../../source/config/config-report.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { PagePlace } from "../../source/navigation/place-pages.ts";
import type { SourcePage } from "../../source/read-page.ts";
import { chooseCardFont, planCards } from "./plan-cards.ts";

const file = { path: "fonts/brand.woff2", type: "font/woff2", sha256: "a" };

function choose(config: Parameters<typeof chooseCardFont>[0]["config"]) {
  const report = createReport(() => ({ file: "docs.json", line: 3 }));
  const findFile = (path: string) => (path === file.path ? file : undefined);
  return { font: chooseCardFont({ config, findFile, report }), problems: report.problems.map(String) };
}

const brand = { family: "Brand", source: "/fonts/brand.woff2" };

test("link preview images use the font set for them, or the font of the headings", () => {
  expect(choose({})).toEqual({ font: undefined, problems: [] });
  expect(choose({ fonts: { heading: brand } }).font).toEqual({ file });
  expect(choose({ fonts: { body: brand }, thumbnails: { fonts: { family: "brand" } } }).font).toEqual({ file });
  expect(choose({ thumbnails: { fonts: { family: "JetBrains Mono" } } }).font).toBe("jetbrains-mono");
  expect(choose({ fonts: { heading: brand }, thumbnails: { fonts: { family: "Inter" } } })).toEqual({
    font: undefined,
    problems: [],
  });
});

test("an unavailable font for link preview images is reported and replaced by Inter", () => {
  const { font, problems } = choose({ thumbnails: { fonts: { family: "Lato" } } });
  expect(font).toBeUndefined();
  expect(problems).toEqual([
    'BuildProblem: "thumbnails.fonts.family" is "Lato", but images are only painted in Inter, JetBrains Mono and fonts of the project',
  ]);
});

test("every page of a site with many sections has a link preview", () => {
  const pages = Array.from({ length: 200 }, (_, number) => ({
    source: { file: `${number}.mdx`, slug: `${number}`, title: "T", frontmatter: { metatags: {} } } as SourcePage,
    place: { groups: [{ label: `Section ${number}` }] } as PagePlace,
  }));
  const config = { theme: "mint", name: "Acme", colors: { primary: "#000000" } } as SiteConfig;
  const report = createReport(() => ({ file: "docs.json", line: undefined }));
  const { cards, pathFor } = planCards({
    config,
    pages,
    address: "https://e.test",
    version: "1",
    findFile: () => undefined,
    report,
  });
  expect(cards).toHaveLength(51);
  const names = new Set(cards.map(({ name }) => `/${name}`));
  expect(pages.every(({ source }) => names.has(pathFor(source) ?? ""))).toBe(true);
});
