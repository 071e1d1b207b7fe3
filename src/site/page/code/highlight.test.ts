import { expect, test } from "vitest";
import { highlight as highlightInBrowser } from "../../../../web/site/highlight.ts";
import { highlight as highlightUpTo } from "./highlight.ts";
import { grammarFor } from "./languages.ts";

const highlight = (code: string, language: string) => highlightUpTo(code, language, 1_000);

test("code is highlighted with classes, and all of it is escaped", () => {
  expect(highlight('if a < "<b>"', "py")).toBe(
    '<span class="hljs-keyword">if</span> a &lt; <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>',
  );
});

test("an unknown language and a block that is too long stay plain", () => {
  expect(highlight("SET <a>", "redis")).toBe("SET &lt;a&gt;");
  expect(highlight(`if ${"x".repeat(1_000)}`, "python")).not.toContain("span");
  expect(highlight("x", "__proto__")).toBe("x");
});

test("an embedded language is highlighted even if it hasn't been loaded before", () => {
  expect(highlight('<Card title="A" />', "mdx")).toContain('<span class="hljs-tag">');
});

test("a language is found under every name authors use", () => {
  for (const name of ["typescript", "ts", "tsx"]) expect(highlight("const a", name)).toContain("hljs-keyword");
  for (const name of ["toml", "c#", "c++", "docker", "html", "yml", "sh", "kt"])
    expect(grammarFor(name), name).toBeDefined();
  for (const name of ["output", "text", "txt", "", "notebook", "toString", "../x"])
    expect(grammarFor(name), name).toBeUndefined();
});

test("every grammar can be loaded", () => {
  for (const name of ["ini", "python-repl", "x86asm", "verilog", "vbnet", "mathematica", "asciidoc"])
    expect(highlight("a", name)).toContain("a");
});

test("the highlighters of the server and the browser have separate settings, even in one process", () => {
  expect(highlightInBrowser("let a", "js")).toEqual([{ className: "hljs-keyword", children: ["let"] }, " a"]);
  expect(highlight("let a", "js")).toBe('<span class="hljs-keyword">let</span> a');
});

test("every tag in MDX is highlighted, even after indented text", () => {
  const code = '<Steps>\n  <Step title="One">\n    Some words.\n  </Step>\n  <Step title="Two">\n  </Step>\n</Steps>\n';
  expect(highlight(code, "mdx").match(/hljs-name/g)).toHaveLength(6);
  expect(highlight('import { A } from "/a.mdx"', "mdx")).toContain('<span class="hljs-keyword">import</span>');
  expect(highlight("```js\n    <b>\n```", "mdx")).not.toContain("hljs-tag");
});

test("MDX frontmatter is highlighted as YAML, but three hyphens further down are a horizontal rule", () => {
  const page = highlight("---\ntitle: Backup\nicon: disk\n---\n\n# Text\n\n---\n\nkey: value\n", "mdx");
  expect(page.match(/<span class="hljs-attr">(?:title|icon):<\/span>/g)).toHaveLength(2);
  expect(page.match(/hljs-section/g)).toHaveLength(1);
  expect(page).not.toContain('<span class="hljs-attr">key');
});
