import { expect, test } from "vitest";
import { basePathOf, cssBelow, htmlBelow, markdownBelow, urlWithin } from "./base-path.ts";

test("only addresses on the site's own host get the base path", () => {
  const html =
    '<a href="/x">/x</a><a href="//cdn.test/x"><img src="/a.png" alt="/a.png"><a href="https://e.test/x"><a href="#x"><i data-current-path="/x" data-words="/w.json"><meta content="0;url=/y">';
  expect(htmlBelow("/docs", html)).toBe(
    '<a href="/docs/x">/x</a><a href="//cdn.test/x"><img src="/docs/a.png" alt="/a.png"><a href="https://e.test/x"><a href="#x"><i data-current-path="/x" data-words="/docs/w.json"><meta content="0;url=/docs/y">',
  );
  expect(htmlBelow("", html)).toBe(html);
  expect(cssBelow("/docs", 'a{b:url("/x")url(/y)url(//z)url(data:,)}')).toBe(
    'a{b:url("/docs/x")url(/docs/y)url(//z)url(data:,)}',
  );
});

test("links of Markdown get the site's address, and code stays as it is", () => {
  const markdown =
    "[a](/x) ![b](</y z>)\n~~~\n[a](/x)\n```\n~~~\n[c](/x) [d](//e) [f](#g) [`h`](/i) `[j](/k)` \\` [l](/m)";
  expect(markdownBelow("https://e.test/docs", markdown)).toBe(
    "[a](https://e.test/docs/x) ![b](<https://e.test/docs/y z>)\n~~~\n[a](/x)\n```\n~~~\n[c](https://e.test/docs/x) [d](//e) [f](#g) [`h`](https://e.test/docs/i) `[j](/k)` \\` [l](https://e.test/docs/m)",
  );
});

test.each([
  ["`code\n[a](/x)` [b](/y)", "`code\n[a](/x)` [b](https://e.test/y)"],
  ["``a ` [a](/x)`` [b](/y)", "``a ` [a](/x)`` [b](https://e.test/y)"],
  ["`` [b](/y) `c` [d](/z)", "`` [b](https://e.test/y) `c` [d](https://e.test/z)"],
  ["`a\\` [b](/y) `[c](/x)`", "`a\\` [b](https://e.test/y) `[c](/x)`"],
  ["a ` b\n\n[b](/y) `", "a ` b\n\n[b](https://e.test/y) `"],
  ["- a ` b\n- [b](/y) `", "- a ` b\n- [b](https://e.test/y) `"],
  ["```a``` [b](/y)\n[c](/z)", "```a``` [b](https://e.test/y)\n[c](https://e.test/z)"],
])("code between backticks may take several lines of a paragraph: %j", (markdown, below) => {
  expect(markdownBelow("https://e.test", markdown)).toBe(below);
});

test("the base path is the path of the address", () => {
  const addresses = ["https://e.test", "https://e.test/", "https://e.test/a/b/", undefined];
  expect(addresses.map(basePathOf)).toEqual(["", "", "/a/b", ""]);
});

test("only addresses below the base path are within the site", () => {
  const within = ["/docs", "/docs?a=b", "/docs/x", "/docsx", "/x"].map((url) => urlWithin("/docs", url));
  expect(within).toEqual(["/", "/?a=b", "/x", undefined, undefined]);
  expect(urlWithin("", "/docs/x")).toBe("/docs/x");
});
