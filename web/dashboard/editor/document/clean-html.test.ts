// @vitest-environment jsdom
import type { Node } from "prosemirror-model";
import { expect, test } from "vitest";
import { cleanHtml, isSafeUrl } from "./clean-html.ts";

function clean(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...cleanHtml(body, "mdx").slice.content.content];
}

test.each([
  "<script>alert(1)</script>text",
  "<img src=x onerror=alert(1)>text",
  "<img src='javascript:alert(1)'>text",
  "<img src='data:image/svg+xml,<svg onload=alert(1)>'>text",
  "<img src='data:text/html,<script>alert(1)</script>'>text",
  "<a href='javascript:alert(1)'>text</a>",
  "<a href='JaVa\nScRiPt:alert(1)'>text</a>",
  "<a href='\u0001javascript:alert(1)'>text</a>",
  "<a href='data:text/html,<script>alert(1)</script>'>text</a>",
  "<a href='vbscript:alert(1)'>text</a>",
  "<a href='blob:https://x/1'>text</a>",
  "<svg><script>alert(1)</script></svg>text",
  "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg>text",
  "<math><mtext><script>alert(1)</script></mtext></math>text",
  "<iframe src='javascript:alert(1)'></iframe>text",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>text",
  "<form action='javascript:alert(1)'><button formaction='javascript:alert(1)'>x</button></form>text",
  "<object data='javascript:alert(1)'></object><embed src='javascript:alert(1)'>text",
  "<style>@import 'javascript:alert(1)'</style>text",
  "<template><img src=x onerror=alert(1)></template>text",
  "<p style='background:url(javascript:alert(1))' onclick='alert(1)'>text</p>",
  "<div data-component='Evil' data-attributes='alert(1)'>text</div>",
  "<pre data-opaque='expression'>{alert(1)}</pre>".replace("{alert(1)}", "text"),
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>text</p></noscript>text",
])("pasting %s drops everything that could run", (html) => {
  const content = clean(html);
  const json = JSON.stringify(content);
  expect(json).toContain("text");
  expect(json).not.toMatch(/alert|script|onerror|onload|onclick|style|blob:|data:|opaque|component/i);
});

test("content that is pasted from other programs keeps its structure", () => {
  const content = clean(
    `<h2 class="x">Title</h2><p>One <b>bold</b>, <i>it</i> and <a href="https://a.example/?q=1" target="_blank">link</a>.</p>
     <ul><li>a<ol start="3"><li>b</li></ol></li></ul><pre><code class="language-js">let a;\n  let b;</code></pre>
     <table><thead><tr><th align="right">h</th></tr></thead><tbody><tr><td>c</td></tr></tbody></table>
     <p><img src="https://a.example/i.png" alt="An image" onerror="x"></p>`,
  );
  expect(content.map(String)).toEqual([
    'heading("Title")',
    'paragraph("One ", strong("bold"), ", ", emphasis("it"), " and ", link("link"), ".")',
    'bulletList(listItem(paragraph("a"), orderedList(listItem(paragraph("b")))))',
    'codeBlock("let a;\\n  let b;")',
    'table(tableRow(tableHeader("h")), tableRow(tableCell("c")))',
    "paragraph(image)",
  ]);
});

test("the bold element that Google Docs puts around everything isn't treated as bold", () => {
  expect(
    clean('<b style="font-weight:normal"><p>One <span style="font-weight:700">two</span></p></b>').map(String),
  ).toEqual(['paragraph("One ", strong("two"))']);
});

test.each([
  ["/page", true],
  ["page#x", true],
  ["https://a.example", true],
  ["mailto:a@b.example", true],
  ["javascript:alert(1)", false],
  [" java\tscript:alert(1)", false],
  ["x:y", false],
  ["é:alert(1)", false],
  ["data:image/png;base64,AA", false],
  ["", false],
])("whether the pasted link %j is safe: %s", (url, expected) => {
  expect(isSafeUrl(url, "link")).toBe(expected);
});

test("pasted image data may be a raster image, but not an SVG", () => {
  expect(isSafeUrl("data:image/png;base64,AA", "image")).toBe(true);
  expect(isSafeUrl("data:image/svg+xml;base64,AA", "image")).toBe(false);
  expect(isSafeUrl("data:text/html,x", "image")).toBe(false);
});
