import fc from "fast-check";
import { expect, test } from "vitest";
import { describeProblem } from "../../src/site/shared/build-problem.ts";
import { at, createReport, rootPlace } from "../../src/site/source/config/config-report.ts";
import { readRedirects } from "../../src/site/source/read-redirects.ts";
import { compilePatterns, countOpenEnds, matchPattern } from "../../src/site/source/redirect-pattern.ts";
import { createRedirectMatcher } from "../../src/site/source/redirects.ts";

type Rule = [source: string, destination: string];

function read(rules: Rule[], pages: string[] = []) {
  const report = createReport(() => ({ file: "docs.json", line: 7 }));
  const written = rules.map(([source, destination], index) => {
    return { source, destination, permanent: true, place: at(rootPlace, "redirects", index) };
  });
  const redirects = readRedirects(written, new Set(pages), report);
  return { redirects, problems: report.problems.map(describeProblem) };
}

/** The regular expression with the same meaning as the source of a redirect. Fast enough only for short paths. */
function reference(source: string): RegExp {
  const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  let pattern = "";
  let last = 0;
  for (const match of source.matchAll(/\/:(\w+)(\*)?|\*/g)) {
    pattern += literal(source.slice(last, match.index));
    last = match.index + match[0].length;
    if (match[1] === undefined) pattern += "(.*)";
    else pattern += match[2] === undefined ? "/([^/]+)" : "(?:/(.*))?";
  }
  return new RegExp(`^${pattern}${literal(source.slice(last))}$`);
}

const text = fc.array(fc.constantFrom("a", "b", "-", ".", "/", "aa"), { maxLength: 8 }).map((parts) => parts.join(""));
const part = fc.constantFrom("a", "b", "/", "/a", "-", ".", "aa", "/:x", "/:y", "/:z", "/:rest*", "*");
const source = fc
  .array(part, { minLength: 1, maxLength: 7 })
  .map((parts) => `/${parts.join("")}`)
  .filter((written) => {
    const names = written.match(/:\w+/g) ?? [];
    return countOpenEnds(written) <= 1 && new Set(names).size === names.length;
  });

test("a redirect source matches the same parts of a path as its equivalent regular expression", () => {
  fc.assert(
    fc.property(source, fc.array(text, { minLength: 1, maxLength: 30 }), (written, ends) => {
      const names = [...written.matchAll(/\/:(\w+)\*?|\*/g)].map(([, name]) => name ?? "*");
      for (const path of ends.map((end) => `/${end}`)) {
        const match = reference(written).exec(path);
        const wanted = match && new Map(names.map((name, index) => [name, match[index + 1] ?? ""]));
        const segments = path.split("/").slice(1);
        const taken = compilePatterns(written).flatMap((pattern) => matchPattern(pattern, segments) ?? [])[0] ?? null;
        expect({ written, path, taken }).toEqual({ written, path, taken: wanted });
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a redirect rule reads each segment of a path a fixed number of times, whatever its placeholders are", () => {
  const sources = [
    `/*${"/:a".repeat(9)}/m`,
    `/:x*${"/:a".repeat(9)}/m`,
    `${"/:a".repeat(9)}/*/m`,
    `/:x-*${"/-".repeat(9)}/m`,
  ];
  for (const written of sources) {
    let reads = 0;
    const segments = new Proxy(
      Array.from({ length: 990 }, () => "a-a"),
      {
        get: (target, key, receiver) => {
          if (typeof key === "string" && /^\d+$/.test(key)) reads += 1;
          return Reflect.get(target, key, receiver);
        },
      },
    );
    for (const pattern of compilePatterns(written)) expect(matchPattern(pattern, segments)).toBeUndefined();
    expect(reads).toBeLessThan(40);
  }
});

test("redirect rules with too many placeholders, published before there was a limit, are not applied", () => {
  const hostile = Array.from({ length: 500 }, (_, index) => {
    return { source: `/*${"/:a".repeat(150)}/m${index}/:a`, destination: "/x", status: 308 as const };
  });
  const find = createRedirectMatcher([...hostile, { source: "/b/*", destination: "/c/*", status: 308 }]);
  expect(find(`${"/a".repeat(990)}/z`)).toBeUndefined();
  expect(find("/b/d")?.destination).toBe("/c/d");
});

test("a redirect rule with over ten placeholders or a very long source is left out and reported with its line", () => {
  const many = "/:a".repeat(11);
  const { redirects, problems } = read([
    [`/x${many}`, "/y"],
    ["/x/:a", `/y${"/:a".repeat(11)}`],
    [`/${"x".repeat(1_000)}/*`, "/y"],
    [`/${"x".repeat(1_000)}`, "/z"],
  ]);
  expect(redirects.map(({ destination }) => destination)).toEqual(["/z"]);
  expect(problems).toEqual([
    `docs.json:7: "redirects[0]" has the source "/x${many}", but a source may contain at most 10 placeholders, so the rule is left out`,
    'docs.json:7: "redirects[1]" has a destination with more than 10 placeholders, so the rule is left out',
    'docs.json:7: "redirects[2]" has a source with more than 1000 characters, so the rule is left out',
  ]);
});

test("a star in a path is not replaced by the match of another placeholder", () => {
  const find = createRedirectMatcher([{ source: "/:a/x/*", destination: "/:a/*", status: 308 }]);
  expect(find("/***/x/long")?.destination).toBe("/***/long");
});

test("a chain of redirects ends, even if the destinations grow with every hop", () => {
  const { redirects } = read([["/:a*", `${"/:a*".repeat(10)}/x`]]);
  expect(redirects.length).toBe(1);
});

test("redirect patterns are tried in their order, whether or not they start with a fixed name", () => {
  const find = createRedirectMatcher([
    { source: "/:a/1", destination: "/first", status: 308 },
    { source: "/x/*", destination: "/second", status: 308 },
    { source: "/*", destination: "/third", status: 308 },
    { source: "/x/y/*", destination: "/never", status: 308 },
  ]);
  expect(["/x/1", "/x/y/2", "/z"].map((path) => find(path)?.destination)).toEqual(["/first", "/second", "/third"]);
});
