import { expect, test } from "vitest";
import { createRedirectMatcher, readRedirects } from "./redirects.ts";

function matcher(...rules: [string, string][]) {
  return createRedirectMatcher(
    readRedirects(
      rules.map(([source, destination]) => ({ source, destination })),
      [],
    ),
  );
}

test("patterns take the rest of a path and give it back", () => {
  const find = matcher(
    ["/docs/:slug*", "/guides/:slug*"],
    ["/a/b-*", "/c/*"],
    ["/user/:id/edit", "/people/:id"],
    ["/x", "https://example.org/y"],
  );
  expect(find("/docs/a/b")?.destination).toBe("/guides/a/b");
  expect(find("/docs")?.destination).toBe("/guides");
  expect(find("/a/b-last")?.destination).toBe("/c/last");
  expect(find("/user/7/edit")?.destination).toBe("/people/7");
  expect(find("/x")?.destination).toBe("https://example.org/y");
  expect(find("/xy")).toBeUndefined();
});

test("an exact rule beats a pattern, and signs of regular expressions are only signs", () => {
  const find = matcher(["/a/:slug*", "/pattern"], ["/a/b", "/exact"], ["/c.(d)+", "/signs"]);
  expect(find("/a/b")?.destination).toBe("/exact");
  expect(find("/c.(d)+")?.destination).toBe("/signs");
  expect(find("/cxd")).toBeUndefined();
});

test("the status says whether the move is for ever", () => {
  const redirects = readRedirects(
    [
      { source: "/a", destination: "/b" },
      { source: "/c", destination: "/d", permanent: false },
    ],
    [],
  );
  expect(redirects.map((redirect) => redirect.status)).toEqual([308, 307]);
});

test("a rule to a script is left out", () => {
  const problems: Error[] = [];
  expect(readRedirects([{ source: "/a", destination: "javascript:alert(1)" }], problems as never)).toEqual([]);
  expect(problems.length).toBe(1);
});
