import { expect, test } from "vitest";
import { basePathOf, cssBelow, htmlBelow, urlWithin } from "./base-path.ts";

test("only addresses on the site's own host get the base path", () => {
  const html =
    '<a href="/x">/x</a><a href="//cdn.test/x"><img src="/a.png" alt="/a.png"><a href="https://e.test/x"><a href="#x"><i data-current-path="/x" data-words="/w.json"><meta content="0;url=/y"><form action="/s"><source srcset="/a.png, https://e.test/b.png 1x, /c.png 2x"><img alt=" srcset=" srcset="/d.png"><q cite="/e">';
  expect(htmlBelow("/docs", html)).toBe(
    '<a href="/docs/x">/x</a><a href="//cdn.test/x"><img src="/docs/a.png" alt="/a.png"><a href="https://e.test/x"><a href="#x"><i data-current-path="/x" data-words="/docs/w.json"><meta content="0;url=/docs/y"><form action="/docs/s"><source srcset="/docs/a.png, https://e.test/b.png 1x, /docs/c.png 2x"><img alt=" srcset=" srcset="/docs/d.png"><q cite="/docs/e">',
  );
  expect(htmlBelow("", html)).toBe(html);
  expect(cssBelow("/docs", 'a{b:url("/x")url(/y)url(//z)url(data:,)}')).toBe(
    'a{b:url("/docs/x")url(/docs/y)url(//z)url(data:,)}',
  );
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
