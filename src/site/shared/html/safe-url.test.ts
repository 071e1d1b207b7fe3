import { expect, test } from "vitest";
import { isExternalUrl, safeLinkUrl, safeResourceUrl } from "./safe-url.ts";

test.each([
  "https://a.b",
  "http://a.b",
  "/a",
  "a/b:c",
  "#x",
  "?x",
  "mailto:a@b",
  "tel:1",
  "cursor://open",
  "./javascript:x",
  "HTTPS://A",
])("readers may follow a link to %s", (url) => {
  expect(safeLinkUrl(url)).toBe(url);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "vbscript:x",
  "data:text/html,x",
  "file:///etc/passwd",
  "blob:x",
])("a link to %j is unsafe", (url) => {
  expect(safeLinkUrl(url)).toBeUndefined();
  expect(safeResourceUrl(url)).toBeUndefined();
});

test("data URLs may hold images but not SVG, which could contain a script", () => {
  expect(safeResourceUrl("data:image/png;base64,AAAA")).toBe("data:image/png;base64,AAAA");
  expect(safeResourceUrl("data:image/svg+xml;base64,AAAA")).toBeUndefined();
});

test("a relative path that contains a colon isn't taken for a URL with a scheme", () => {
  expect(isExternalUrl("/a:b")).toBe(false);
  expect(isExternalUrl("//host/a")).toBe(true);
});
