import { expect, test } from "vitest";
import type { SourcePage } from "../../source/read-page.ts";
import { findTranslations } from "../../translations/find-translations.ts";
import type { FrameContext } from "./frame-context.ts";
import { issueUrl } from "./make-page-frame.ts";
import { pageEnd } from "./page-end.ts";
import type { PageView } from "./page-view.ts";

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

test("below a page stand the ways to edit it and to report what is wrong with it, in its language", () => {
  const both = { editUrl: "https://git.example.org/edit", issueUrl: "https://git.example.org/new" };
  expect(end(both, "de")).toMatch(
    /<a href="https:\/\/git\.example\.org\/edit" rel="noopener">.*bearbeiten<\/a><a href="https:\/\/git\.example\.org\/new" rel="noopener">.*Ein Problem melden<\/a>/,
  );
  expect(end({ issueUrl: both.issueUrl })).toContain("Report an issue");
  expect(end({})).not.toContain("page-facts");
});

test("a new issue knows the page, by its address and its file", () => {
  const page = { file: "guides/a b.mdx", title: "Fees & taxes", url: "/guides/a-b" } as SourcePage;
  const issueBase = "https://github.com/acme/docs/issues/new?title=$title&body=$text";
  const context = { issueBase, address: "https://docs.example.org" } as FrameContext;
  const url = new URL(issueUrl(page, context) ?? "");
  expect(url.searchParams.get("title")).toBe("Fees & taxes");
  expect(url.searchParams.get("body")).toBe("https://docs.example.org/guides/a-b (guides/a b.mdx)");
  expect(issueUrl(page, { ...context, issueBase: undefined })).toBeUndefined();
});
