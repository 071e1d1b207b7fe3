import { expect, test } from "vitest";
import type { SourcePage } from "../../source/read-page.ts";
import { editLinks, editUrl, issueUrl } from "./edit-links.ts";
import type { FrameContext } from "./frame-context.ts";

const source = {
  base: "https://git.example.org/edit/",
  issueBase: "https://git.example.org/issues/new",
  isPublic: true,
};

test("pages link to the files of a public repository unless the author disables it", () => {
  expect(editLinks({}, source)).toEqual({ editBase: source.base, issueBase: undefined });
  expect(editLinks({ feedback: { suggestEdit: false } }, source).editBase).toBeUndefined();
  expect(editLinks({}, { ...source, isPublic: false }).editBase).toBeUndefined();
  expect(editLinks({ feedback: { suggestEdit: true } }, { ...source, isPublic: false }).editBase).toBe(source.base);
});

test("pages link to a new issue if the author enables it and the git host is known", () => {
  const feedback = { raiseIssue: true };
  expect(editLinks({ feedback }, { ...source, isPublic: false }).issueBase).toBe(source.issueBase);
  expect(editLinks({ feedback }, undefined)).toEqual({ editBase: undefined, issueBase: undefined });
});

test("the prefilled issue for a page contains the page's URL and file", () => {
  const page = { file: "guides/a b.mdx", title: "Fees & taxes", url: "/guides/a-b" } as SourcePage;
  const issueBase = "https://github.com/acme/docs/issues/new?title=$title&body=$text";
  const links = { path: "", editBase: undefined, issueBase };
  const context = { editLinks: [links], address: "https://docs.example.org" } as unknown as FrameContext;
  const url = new URL(issueUrl(page, context) ?? "");
  expect(url.searchParams.get("title")).toBe("Fees & taxes");
  expect(url.searchParams.get("body")).toBe("https://docs.example.org/guides/a-b (guides/a b.mdx)");
  expect(issueUrl(page, { ...context, editLinks: [{ ...links, issueBase: undefined }] })).toBeUndefined();
});

test("pages of a source link to the files of its own repository", () => {
  const [main, sdk] = ["https://git.example.org/docs/", "https://git.example.org/sdk/"];
  const links = (path: string, editBase: string) => ({ path, editBase, issueBase: undefined });
  const context = { editLinks: [links("", main), links("sdk", sdk)] } as unknown as FrameContext;
  const linkOf = (file: string) => editUrl({ file } as SourcePage, context);
  expect(linkOf("guides/run.mdx")).toBe(`${main}guides/run.mdx`);
  expect(linkOf("sdk/guides/run.mdx")).toBe(`${sdk}guides/run.mdx`);
  expect(linkOf("sdk-notes.mdx")).toBe(`${main}sdk-notes.mdx`);
});
