import fc from "fast-check";
import { markdownToHtml } from "satteri";
import { describe, expect, test } from "vitest";
import { createSafeMarkdown } from "../../src/assistant/safe-markdown.ts";
import { answerLink } from "../../src/contract/answer-link.ts";
import { linkPolicy } from "../../web/site/link-policy.ts";

const site = "http://docs.localhost:3351";
const other = "https://cited.test";

describe("links that lead off the site are refused", () => {
  test.each([
    `${site}//evil.test/login?x=1`,
    "/a/..//evil.test/y",
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/./\\evil.test",
    "/%2fevil.test",
    "/%5Cevil.test",
    "/a/%2e%2e//evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "http:\\\\evil.test",
    "http:/\\evil.test",
    "https:evil.test",
    "http://evil.test",
    `${site}@evil.test/`,
    "http://user@docs.localhost:3351/",
    "http://:secret@docs.localhost:3351/",
    "http://docs.localhost:3352/",
    "http://docs.localhost/",
    "https://docs.localhost:3351/",
    "http://docs.localhost.:3351/",
    "http://docs.localhost:3351.evil.test/",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,x",
    "blob:http://docs.localhost:3351/x",
    "ftp://docs.localhost:3351/",
    "mailto:someone@evil.test",
    `/${"a".repeat(3_000)}`,
  ])("the link %j is refused because it leads off the site", (href) => {
    expect(answerLink(href, [site])).toBeUndefined();
    expect(linkPolicy([], site)(href)).toBeUndefined();
    expect(answerLink(href, [`${site}/docs`])).toBeUndefined();
    expect(linksOffSite(`[open](${href}) ![open](${href}) <${href}>`)).toEqual([]);
  });
});

test.each([
  ["/guides/start#install", "/guides/start#install"],
  ["guides/start", "/guides/start"],
  ["#install", "/#install"],
  [`${site}/a/../b?x=//evil.test`, "/b?x=//evil.test"],
  ["HTTP://DOCS.localhost:3351/a", "/a"],
  ["http://docs.localhost:3351\\@evil.test/", "/@evil.test/"],
])("%s is recognized as a link within the site", (href, path) => {
  expect(answerLink(href, [site])).toBe(site + path);
  expect(linkPolicy([`${other}/page`], site)(href)).toBe(path);
});

test.each([
  ["/guides/start#install", "/docs/guides/start#install"],
  ["/docs/guides/start", "/docs/guides/start"],
  ["/docs", "/docs"],
  ["start", "/docs/start"],
  [`${site}/docs/start`, "/docs/start"],
])("on a site below /docs, %s is a link within it", (href, path) => {
  expect(answerLink(href, [`${site}/docs`])).toBe(site + path);
  expect(linkPolicy([], `${site}/docs`)(href)).toBe(path);
});

test("an answer may link to a source on another host, but only to the origin of that source", () => {
  const links = linkPolicy([`${other}/page`, "javascript:alert(1)"], site);
  expect([links(`${other}/next`), links(`${other}:444/next`), links("https://x.cited.test/")]).toEqual([
    `${other}/next`,
    undefined,
    undefined,
  ]);
  expect(linkPolicy([], undefined)("/anything")).toBeUndefined();
});

const pieces = fc.constantFrom(
  ..."/ \\ // \\\\ . .. ../ ./ : @ ? # % & = ; [ ] | ^ \t \n \r \u0000 \u0085 \u2028 \uff0f \u3002 \u00ad".split(" "),
  " ",
  ..."%2f %5c %2e %2E%2e %09 %0a %00 evil.test localhost 127.0.0.1 [::1] 0x7f.1 docs.localhost :3351 :80".split(" "),
  ..."http: https: http:// https:// javascript: data: file: blob: vbscript: user user:word@ a guides".split(" "),
  site,
  other,
);
const hrefs = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((list) => list.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.webUrl(),
);

test("every allowed link leads to an allowed origin, in every form in which it is shown", () => {
  const pages = [`${site}/`, `${site}/guides/deep/page?x#y`];
  const links = linkPolicy([`${other}/page`], site);
  fc.assert(
    fc.property(hrefs, (href) => {
      const allowed = answerLink(href, [site, other]);
      const shown = links(href);
      expect(shown === undefined).toBe(allowed === undefined);
      if (allowed === undefined || shown === undefined) return;
      for (const page of pages) {
        const url = new URL(shown, page);
        expect([site, other]).toContain(url.origin);
        expect([url.username, url.password, url.href]).toEqual(["", "", allowed]);
      }
      expect(shown).not.toMatch(/^\/[/\\]|[\s\\]/);
      expect(answerLink(allowed, [site, other])).toBe(allowed);
    }),
    { numRuns: 20_000 },
  );
});

test("no answer contains a link or an image that leads off the site", () => {
  const markdown = fc
    .array(fc.oneof(pieces, fc.constantFrom("[a](", ")", "![", "](", "<", ">", "`", "\n", "[1]", "[a]: ", "www.")), {
      maxLength: 20,
    })
    .map((list) => list.join(""));
  fc.assert(
    fc.property(markdown, (text) => {
      expect(linksOffSite(text)).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});

/**
 * The addresses outside the site in an answer, as a browser gets them from a common renderer, which also links emails.
 */
function linksOffSite(text: string): string[] {
  const { html } = markdownToHtml(write(text), { features: { gfm: true } });
  return [...html.matchAll(/ (?:href|src)="(?!mailto:)([^"]*)"/g)]
    .map(([, address = ""]) => address.replaceAll("&amp;", "&"))
    .filter((address) => new URL(address, "https://elsewhere.test").origin !== site);
}

function write(text: string): string {
  const markdown = createSafeMarkdown({
    citationUrl: (number) => (number === 1 ? `${site}/first` : undefined),
    siteUrl: (address) => answerLink(address, [site]),
  });
  return markdown.push(text) + markdown.end();
}
