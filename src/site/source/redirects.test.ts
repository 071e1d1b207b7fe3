import { expect, test } from "vitest";
import { describeProblem } from "../shared/build-problem.ts";
import { at, createReport, rootPlace } from "./config/config-report.ts";
import { readRedirects } from "./read-redirects.ts";
import { createRedirectMatcher } from "./redirects.ts";

type Rule = [source: string, destination: string, permanent?: boolean];

function read(rules: Rule[], pages: string[] = []) {
  const report = createReport(() => ({ file: "docs.json", line: undefined }));
  const written = rules.map(([source, destination, permanent = true], index) => {
    return { source, destination, permanent, place: at(rootPlace, "redirects", index) };
  });
  const redirects = readRedirects(written, new Set(pages), report);
  return { redirects, problems: report.problems.map(describeProblem) };
}

function matcher(...rules: Rule[]) {
  return createRedirectMatcher(read(rules).redirects);
}

test("redirect patterns capture the rest of a path and insert it into the destination", () => {
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

test("an exact redirect takes precedence over a pattern, and regular expression characters are literal", () => {
  const find = matcher(["/a/:slug*", "/pattern"], ["/a/b", "/exact"], ["/c.(d)+", "/signs"]);
  expect(find("/a/b")?.destination).toBe("/exact");
  expect(find("/c.(d)+")?.destination).toBe("/signs");
  expect(find("/cxd")).toBeUndefined();
});

test("the status code of a redirect says whether it is permanent", () => {
  const { redirects } = read([
    ["/a", "/b"],
    ["/c", "/d", false],
  ]);
  expect(redirects.map((redirect) => redirect.status)).toEqual([308, 307]);
});

test("a redirect source with a trailing slash or encoded characters matches the plain path", () => {
  const find = matcher(["/old/", "/new"], ["/caf%C3%A9", "/coffee"], ["/v1/:slug*", "/v2/:slug*"]);
  expect(find("/old")?.destination).toBe("/new");
  expect(find("/old/")?.destination).toBe("/new");
  expect(find("/café")?.destination).toBe("/coffee");
  expect(find("/v1/a/")?.destination).toBe("/v2/a");
});

test.each([
  ["/a", "javascript:alert(1)", 'has no valid "destination", so the rule is left out'],
  ["/a#b", "/c", 'has the source "/a#b", but a source may not contain ? or #, so the rule is left out'],
  [
    "https://a.example/b",
    "/c",
    'has the source "https://a.example/b", but a source must be a path on this site, so the rule is left out',
  ],
  [
    "/a/*/b/:rest*",
    "/c",
    'has the source "/a/*/b/:rest*", but a source may contain only one *, so the rule is left out',
  ],
  ["/a/:one", "/b/:two", 'has ":two" in its destination, but the source "/a/:one" does not, so the rule is left out'],
  ["/a/:slug*", "/b/*", 'has "*" in its destination, but the source "/a/:slug*" does not, so the rule is left out'],
])("the redirect from %s to %s is left out", (source, destination, message) => {
  expect(read([[source, destination]])).toEqual({ redirects: [], problems: [`docs.json: "redirects[0]" ${message}`] });
});

test("circular redirects are left out, even if they are patterns", () => {
  const circle = (...rules: Rule[]) => read(rules).redirects.map((redirect) => redirect.source);
  expect(circle(["/a", "/b"], ["/b", "/a?x=1#y"])).toEqual([]);
  expect(circle(["/a", "/a/"])).toEqual([]);
  expect(circle(["/a/:slug*", "/b/:slug*"], ["/b/:slug*", "/a/:slug*"])).toEqual([]);
  expect(circle(["/docs/:slug*", "/docs/guides/:slug*"])).toEqual([]);
  expect(circle(["/x", "/a"], ["/a", "/b"], ["/b", "/c"])).toEqual(["/x", "/a", "/b"]);
});

test("redirects that lead back to an existing page are not a loop, because the page is shown", () => {
  const { redirects, problems } = read(
    [
      ["/a", "/b"],
      ["/b", "/a"],
    ],
    ["/b"],
  );
  expect(redirects.map((redirect) => redirect.source)).toEqual(["/a"]);
  expect(problems).toEqual([
    'docs.json: "redirects[1]" redirects from /b, but that page exists and is shown (remove the rule or the page)',
  ]);
});

test("a redirect pattern that matches pages still applies to other paths", () => {
  const { redirects, problems } = read([["/guides/:slug*", "/docs/:slug*"]], ["/guides/a", "/guides/b", "/"]);
  expect(redirects.length).toBe(1);
  expect(problems).toEqual([
    'docs.json: "redirects[0]" matches existing pages (/guides/a and 1 more); those are shown, and the rule applies to other paths',
  ]);
});

test("the second redirect for the same source is left out", () => {
  const { redirects, problems } = read([
    ["/a", "/b"],
    ["/a/", "/c"],
  ]);
  expect(redirects.map((redirect) => redirect.destination)).toEqual(["/b"]);
  expect(problems).toEqual(['docs.json: "redirects[1]" is a second rule for "/a"; the first one is used']);
});

test("redirect patterns beyond the limit are left out", () => {
  const { redirects, problems } = read(
    Array.from({ length: 600 }, (_, index): Rule => [`/${index}/*`, `/to/${index}/*`]),
  );
  expect(redirects.length).toBe(500);
  expect(problems).toEqual(['docs.json: "redirects" has more than 500 rules with patterns; 100 are left out']);
});

test("a placeholder is either filled in or reported, wherever it is", () => {
  const sources = ["/x/:a", "/x/:a*", "/x/:a.html", "/x/:a-:b", "/x/v-:a", "/:a:b", "/x/:a/y/:b"];
  const destinations = ["/y/:a", "/y#:a", "/y?q=:a", "/y/v-:a", "/y/:a*", "/y/:a-:b", "https://e.test:80/:a"];
  for (const source of sources) {
    for (const destination of destinations) {
      const { redirects, problems } = read([[source, destination]]);
      const name = `${source} to ${destination}`;
      expect(redirects.length + problems.length, name).toBe(1);
      if (redirects.length === 0) continue;
      const found = createRedirectMatcher(redirects)(source.replaceAll(/:\w+\*?/g, "word"))?.destination;
      expect(found?.replace(/^https:\/\/e.test:80/, ""), name).toMatch(/^[^:]+$/);
    }
  }
});

test.each([
  ["/x/:a+", "/y/:a", ":a+"],
  ["/x/:a(\\d+)", "/y/:a", ":a("],
  ["/x/:größe", "/y/:größe", ":grö"],
  ["/x/:a{b}", "/y/:a", ":a{"],
  ["/x/(.*)", "/y/$1", "(.*"],
  ["/x/*", "/y/$1", "$1"],
])("a pattern of another program is reported: %s to %s", (source, destination, part) => {
  const { redirects, problems } = read([[source, destination]]);
  expect(redirects).toEqual([]);
  expect(problems).toEqual([
    `docs.json: "redirects[0]" has "${part}", but a rule can only contain :name, :name* and *, so the rule is left out`,
  ]);
});

test.each(["/c++", "/f(x)", "/users/{id}", "/[id]", "/$1"])("%s is an ordinary path", (source) => {
  expect(matcher([source, "/y"])(source)?.destination).toBe("/y");
});

test("a colon in the name of a page is not a placeholder", () => {
  expect(matcher(["/wiki/Help:Contents", "/help#:~:text=a:b"])("/wiki/Help:Contents")?.destination).toBe(
    "/help#:~:text=a:b",
  );
});
