import { expect, test } from "vitest";
import { printHtml } from "../../ground/html/print-html.ts";
import { drawIcon } from "./draw-icon.ts";

function markup(icon: unknown, iconType?: string): string {
  const drawn = drawIcon("fontawesome", { icon, iconType });
  return drawn === undefined ? "" : printHtml([drawn]);
}

test("an address or a path is shown as a picture", () => {
  expect(markup("/icons/a.svg")).toBe(
    '<img class="icon icon-picture" src="/icons/a.svg" alt="" width="16" height="16" loading="lazy">',
  );
  expect(markup("https://example.org/a.png")).toContain('src="https://example.org/a.png"');
});

test("an object names the icon with its library and style", () => {
  expect(markup({ name: "house", library: "lucide" })).toContain("icon-line");
  expect(markup({ name: "star", style: "regular" })).toBe(markup("star", "regular"));
});

test("an SVG of the author keeps its drawing and loses everything that runs, loads or names", () => {
  const hostile = `<svg viewBox="0 0 1 1" onload="alert(1)" id="x" class="site-header" style="position:fixed">
    <script>alert(1)</script><a href="javascript:alert(1)"><path d="M0 0"/></a><foreignObject><b>x</b></foreignObject>
    <image href="data:text/html,x"/><path d="M1 1" fill="url(https://evil.example/)" onclick="alert(1)"/></svg>`;
  const drawn = markup(hostile);
  expect(drawn).toContain('<path d="M0 0">');
  expect(drawn).toContain('<path d="M1 1">');
  expect(drawn).not.toMatch(/on\w+=|script|foreign|evil|style=|site-header|id=|data:/i);
});

test("an SVG that is huge or nested without end is no icon", () => {
  expect(markup(`<svg>${"<g>".repeat(50_000)}`)).toBe("");
  expect(markup(`<svg><path d="${"M0 0".repeat(600_000)}"/></svg>`)).toBe("");
});

test("what is no icon draws nothing", () => {
  for (const icon of [undefined, null, 5, true, [], {}, { name: 3 }, "javascript:alert(1)", "no such icon"])
    expect(markup(icon)).toBe("");
});
