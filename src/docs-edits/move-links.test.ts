import { posix } from "node:path";
import { expect, test } from "vitest";
import { resolveSiteUrl } from "../site/reading.ts";
import { parseDocsPage } from "./docs-page.ts";
import { findMoveEdits, readMovedUrls } from "./move-links.ts";
import { applyEdits } from "./text-edit.ts";

const folders = ["", "a/", "a/b/", "guides/"];
const targets = ["/", "/a", "/a/b", "/guides", "/guides/x", "/a/guides"];

test("every form of a relative link leads to the same page after its page was moved", () => {
  for (const from of folders) {
    for (const to of folders) {
      for (const target of targets) {
        for (const ending of ["", "/", "#part", "/#part", "?a=b"]) {
          for (const start of ["", "./"]) {
            const path = posix.relative(`/${from}`, target) || ".";
            const url = `${start !== "" && !path.startsWith(".") ? start : ""}${path}${ending}`;
            const moves = new Map([[`${from}page.mdx`, `${to}page.mdx`]]);
            const page = parseDocsPage(`${from}page.mdx`, `[x](${url})`);
            const text = applyEdits(page.source, findMoveEdits(page, moves, readMovedUrls(moves), false));
            const [, moved = ""] = /\((.*)\)/.exec(text) ?? [];
            const name = `${url} from /${from} to /${to}`;
            expect(resolveSiteUrl(moved, posix.dirname(`${to}page`)), name).toBe(
              resolveSiteUrl(url, posix.dirname(`${from}page`)),
            );
            expect(moved, name).not.toContain("//");
          }
        }
      }
    }
  }
});

test("a relative link to the folder of its page keeps one slash when the page of that folder moves", () => {
  const moves = new Map([["old.mdx", "guides/index.mdx"]]);
  const page = parseDocsPage("guides/x.mdx", "[a](../old/) [b](../old)");
  const text = applyEdits(page.source, findMoveEdits(page, moves, readMovedUrls(moves), false));
  expect(text).toBe("[a](./) [b](.)");
});
