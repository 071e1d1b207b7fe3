import { expect, test } from "vitest";
import { createReport } from "./config-report.ts";
import { parseConfig } from "./parse-config.ts";

const valid = { theme: "mint", name: "Example", colors: { primary: "#16A34A" }, navigation: { pages: ["index"] } };

// The validator of the format's owner refuses each of these settings.
test.each([
  [{ logo: { dark: "/a.svg" } }, '"logo" has no "light", so "dark" is used for both modes'],
  [{ favicon: {} }, '"favicon" has no "light", so it is left out'],
  [
    { footer: { socials: { githubx: "https://example.com" } } },
    '"footer.socials.githubx" is not a service of the format',
  ],
  [
    { footer: { socials: { x: "http://" } } },
    '"footer.socials.x" is "http://", but must be a URL or a path on the site',
  ],
  [{ footer: { links: [{ items: [] }] } }, '"footer.links[0].items" is empty'],
  [{ navbar: { links: [{ label: "A", href: "a" }] } }, '"navbar.links[0].href" is "a", which is taken as /a'],
  [{ navbar: { primary: { label: "A", href: "/a" } } }, '"navbar.primary" has no "type"'],
  [{ navbar: { links: [{ href: "/a" }] } }, '"navbar.links[0]" has no "label"'],
  [{ redirects: [{ source: "/a" }] }, '"redirects[0]" has no "destination", so it is left out'],
  [{ contextual: {} }, '"contextual" has no "options"'],
  [{ icons: {} }, '"icons" has no "library"'],
  [{ variables: { version: 2 } }, '"variables.version" is 2, which is taken as text'],
  [{ seo: { metatags: { "og:url": "" } } }, '"seo.metatags.og:url" is "", but must be text'],
  [{ banner: { content: " " } }, '"banner.content" is " ", but must be text'],
  [{ api: { openapi: "" } }, '"api.openapi" is "", but must be text'],
  [{ api: { mdx: { server: "x" } } }, `"api.mdx.server" is "x", which isn't a URL`],
  [{ fonts: { family: "A", weight: "bold" } }, '"fonts.weight" is "bold", but must be a number such as 400'],
  [{ fonts: { family: "A", source: "/a.woff2" } }, '"fonts" has no "format"'],
])("%j is reported", (settings, message) => {
  const report = createReport(() => ({ file: "docs.json", line: undefined }));
  parseConfig({ ...valid, ...settings }, report);
  expect(report.problems.map((problem) => problem.message)).toEqual([message]);
});
