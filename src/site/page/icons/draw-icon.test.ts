import { expect, test } from "vitest";
import { printHtml } from "../../shared/html/print-html.ts";
import { drawIcon } from "./draw-icon.ts";

function markup(icon: unknown, iconType?: string): string {
  const drawn = drawIcon("fontawesome", { icon, iconType });
  return drawn === undefined ? "" : printHtml([drawn]);
}

test("an icon that is a URL or path is shown as an image", () => {
  expect(markup("/icons/a.svg")).toBe(
    '<img class="icon icon-picture" src="/icons/a.svg" alt="" width="16" height="16" loading="lazy">',
  );
  expect(markup("https://example.org/a.png")).toContain('src="https://example.org/a.png"');
});

test("an icon can be an object with its name, library and style", () => {
  expect(markup({ name: "house", library: "lucide" })).toContain("icon-line");
  expect(markup({ name: "star", style: "regular" })).toBe(markup("star", "regular"));
});

test("an author's SVG keeps its drawing and loses scripts, external references and IDs", () => {
  const hostile = `<svg viewBox="0 0 1 1" onload="alert(1)" id="x" class="site-header" style="position:fixed">
    <script>alert(1)</script><a href="javascript:alert(1)"><path d="M0 0"/></a><foreignObject><b>x</b></foreignObject>
    <image href="data:text/html,x"/><path d="M1 1" fill="url(https://evil.example/)" onclick="alert(1)"/></svg>`;
  const drawn = markup(hostile);
  expect(drawn).toContain('<path d="M0 0">');
  expect(drawn).toContain('<path d="M1 1">');
  expect(drawn).not.toMatch(/on\w+=|script|foreign|evil|style=|site-header|id=|data:/i);
});

test("a huge or deeply nested SVG isn't an icon", () => {
  expect(markup(`<svg>${"<g>".repeat(50_000)}`)).toBe("");
  expect(markup(`<svg><path d="${"M0 0".repeat(600_000)}"/></svg>`)).toBe("");
});

test("a number, a list or another invalid icon draws nothing", () => {
  for (const icon of [undefined, null, 5, true, [], {}, { name: 3 }, "javascript:alert(1)", "no such icon"])
    expect(markup(icon)).toBe("");
});
