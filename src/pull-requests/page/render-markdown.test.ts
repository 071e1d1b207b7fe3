import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";

const render = (text: string) => renderMarkdown(text).markup;

describe("Markdown of a description", () => {
  test.each([
    ["one\ntwo\n\nthree", "<p>one\ntwo</p><p>three</p>"],
    ["# A\n### B #", "<h3>A</h3><h4>B</h4>"],
    [
      "- a\n- b\n  - c\n\n1. d\n2. e",
      "<ul><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ul><ol><li>d</li><li>e</li></ol>",
    ],
    ["> quoted\n> **more**", "<blockquote><p>quoted\n<strong>more</strong></p></blockquote>"],
    ["```js\na < b\n```\nafter", '<pre tabindex="0"><code>a &lt; b</code></pre><p>after</p>'],
    [
      "`a*b*` *c* _d_ ~~e~~ snake_case_name 2*3*4",
      "<p><code>a*b*</code> <em>c</em> <em>d</em> <del>e</del> snake_case_name 2*3*4</p>",
    ],
    ["---", "<hr>"],
    ["a \\* b", "<p>a * b</p>"],
    ["before<!-- lectern:preview -->after", "<p>beforeafter</p>"],
  ])("%j", (text, markup) => {
    expect(render(text)).toBe(markup);
  });

  test("has tables and links to the web", () => {
    expect(render("| a | b |\n|---|---|\n| 1 \\| 2 | `x` |")).toContain(
      "<tr><td>1 | 2</td><td><code>x</code></td></tr>",
    );
    expect(render("[x](https://example.com/a?b=1&c=2)")).toContain('href="https://example.com/a?b=1&amp;c=2"');
    expect(render("see https://example.com/a.")).toContain('href="https://example.com/a."');
  });

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>1</script>)",
    '[x](https://e.test/"onmouseover="a)',
    "![x](https://e.test/x.png)",
    "<a href=https://e.test onclick=a()>x</a>",
    "`<b>`",
    "# <svg/onload=a()>",
    "| <td onclick=a()> |\n|---|\n| x |",
  ])("never turns %j into markup of its own", (text) => {
    const markup = render(text);
    expect(markup).not.toMatch(/<(?:script|img|svg|b|td onclick)|javascript:alert\(1\)"|<a [^>]*\son\w+=/i);
    expect(markup.replace(/<a href="https:\/\/[^"]*" rel="noopener nofollow ugc">/g, "")).not.toMatch(/<a /);
  });

  test.each(["*a ", "**a", "`a", "[", "[a](", "<!--", "> ", "- ", "| a |\n|--|\n", "~~a", "_a "])(
    "is read to its end when it is nothing but %j",
    (piece) => {
      expect(render(piece.repeat(Math.floor(60_000 / piece.length))).length).toBeGreaterThan(0);
    },
  );
});
