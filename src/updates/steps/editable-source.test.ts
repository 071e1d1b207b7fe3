import { expect, test } from "vitest";
import { editableSource } from "./editable-source.ts";

function remote(url: string, token?: string) {
  return { kind: "remote" as const, url, token, mirrorsFolder: "/mirrors", allowedHosts: [] };
}

test.each([
  ["https://github.com/acme/docs", "main", "", "https://github.com/acme/docs/edit/main/"],
  ["https://github.com/acme/docs.git", "a/b c", "./site/docs/", "https://github.com/acme/docs/edit/a/b%20c/site/docs/"],
  ["https://gitlab.example.org/a/b/c.git", "main", "docs", "https://gitlab.example.org/a/b/c/-/edit/main/docs/"],
  ["https://codeberg.org/acme/docs/", "main", "", "https://codeberg.org/acme/docs/_edit/main/"],
])("files of %s can be edited", (url, branch, directory, base) => {
  expect(editableSource(remote(url), branch, directory)).toMatchObject({ base, isPublic: true });
});

test.each([
  ["https://github.com/acme/docs", "https://github.com/acme/docs/issues/new?title=$title&body=$text"],
  ["https://gitlab.com/a/b.git", "https://gitlab.com/a/b/-/issues/new?issue[title]=$title&issue[description]=$text"],
  ["https://codeberg.org/acme/docs", "https://codeberg.org/acme/docs/issues/new?title=$title&body=$text"],
])("issues can be opened at %s", (url, issueBase) => {
  expect(editableSource(remote(url), "main", "")).toMatchObject({ issueBase });
});

test("a repository that needs a token is not public", () => {
  expect(editableSource(remote("https://github.com/acme/docs", "secret"), "main", "")?.isPublic).toBe(false);
});

test("files on an unknown host or in the built-in git host have no edit address", () => {
  expect(editableSource(remote("https://notgithub.example/acme/docs"), "main", "")).toBeUndefined();
  expect(editableSource({ kind: "hosted", gitDir: "/repositories/acme.git" }, "main", "")).toBeUndefined();
});
