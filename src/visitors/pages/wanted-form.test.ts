import { expect, test } from "vitest";
import { wantedForm } from "./wanted-form.ts";

test.each([
  [undefined, "page"],
  ["", "page"],
  ["*/*", "page"],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "page"],
  ["text/markdown", "markdown"],
  ["TEXT/Markdown ; charset=utf-8", "markdown"],
  ["text/markdown, text/html, */*", "markdown"],
  ["text/html, text/markdown", "page"],
  ["text/html;q=0.8, text/markdown", "markdown"],
  ["text/html, text/markdown;q=0.9", "page"],
  ["text/plain", "text"],
  ["application/json, text/plain, */*", "text"],
  ["text/plain;q=0.5, text/markdown;q=0.7", "markdown"],
  ["text/markdown;q=0, */*;q=0.1", "page"],
  ["text/markdown;q=often", "page"],
  ["image/png", "page"],
])("a client that accepts %j gets the %s", (accept, form) => {
  expect(wantedForm(accept)).toBe(form);
});
