import { expect, test } from "vitest";
import { findTranslations } from "../../translations/find-translations.ts";
import { pageEnd } from "./page-end.ts";
import type { PageView } from "./site-frame.ts";

function end(page: object, language = "en"): string {
  const view = {
    site: { reader: {} },
    branch: {},
    page: { related: [], ...page },
    language,
    words: findTranslations(language).frame,
  };
  return pageEnd(view as unknown as PageView).markup;
}

test("a page ends with translated links to edit it and report an issue", () => {
  const both = { editUrl: "https://git.example.org/edit", issueUrl: "https://git.example.org/new" };
  expect(end(both, "de")).toMatch(
    /<a href="https:\/\/git\.example\.org\/edit" rel="noopener">.*bearbeiten<\/a><a href="https:\/\/git\.example\.org\/new" rel="noopener">.*Ein Problem melden<\/a>/,
  );
  expect(end({ issueUrl: both.issueUrl })).toContain("Report an issue");
  expect(end({})).not.toContain("page-facts");
});
