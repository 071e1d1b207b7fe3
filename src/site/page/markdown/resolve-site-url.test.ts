import { expect, test } from "vitest";
import { resolveSiteUrl } from "./resolve-site-url.ts";

test.each([
  ["./setup.mdx#run", "guides", "/guides/setup#run"],
  ["../index", "guides", "/"],
  ["../../../../etc/passwd", "guides", "/etc/passwd"],
  ["setup", ".", "/setup"],
  ["/guides/start/", "a", "/guides/start"],
  ["/guides/start.md?x=1#y", "a", "/guides/start?x=1#y"],
  ["#here", "guides", "#here"],
  ["https://example.org/a.mdx", "guides", "https://example.org/a.mdx"],
  ["//example.org/a", "guides", "//example.org/a"],
  ["mailto:a@b.c", "guides", "mailto:a@b.c"],
  ["/images/a b.png", "", "/images/a b.png"],
])("the link %s in the folder %s resolves to %s", (url, folder, expected) => {
  expect(resolveSiteUrl(url, folder)).toBe(expected);
});
