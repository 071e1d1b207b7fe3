import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import type { Variables } from "../../source/variables.ts";
import { loadEngine } from "../author-code/engine.ts";
import { renderPage } from "../render-page.ts";
import { defaultRenderSettings } from "./render-settings.ts";

await loadEngine();

interface Given {
  snippets?: Record<string, string>;
  variables?: Variables;
  limits?: Partial<typeof defaultSiteLimits>;
}

function render(body: string, { snippets = {}, variables, limits = {} }: Given = {}) {
  const page = renderPage(
    { file: "guides/page.mdx", format: "mdx", body, firstLine: 5 },
    {
      snippets: new Map(Object.entries(snippets)),
      limits: { ...defaultSiteLimits, ...limits },
      settings: { ...defaultRenderSettings, variables },
    },
  );
  const problems = page.problems.map(({ severity, file, line, message }) => `${severity} ${file}:${line} ${message}`);
  return { html: page.html, problems, facts: page.facts };
}

test("links in a component are reported where the component is defined", () => {
  const { facts } = render('import { Box } from "/snippets/box.jsx"\n\n<Box>[a](/a)</Box>', {
    snippets: { "snippets/box.jsx": '\n\nexport const Box = ({ children }) => <p>{children} <a href="/b">b</a></p>;' },
  });
  expect(facts.links).toEqual([
    { url: "/a", place: { file: "guides/page.mdx", line: 7 } },
    { url: "/b", place: { file: "snippets/box.jsx", line: 3 } },
  ]);
});

test("a component that can't be shown is reported once, where it is used, with the location of its code", () => {
  const code = "export const Now = () => {\n  const time = Date.now();\n  return <b>{time}</b>;\n};";
  const { html, problems } = render('import { Now } from "/snippets/now.mdx"\n\n<Now />\n\n<Now>kept</Now>\n\nAfter.', {
    snippets: { "snippets/now.mdx": `---\ntitle: x\n---\n\n${code}` },
  });
  expect(problems).toEqual([
    "warning guides/page.mdx:7 <Now> cannot be shown: it asks for the current time, which only a browser knows (snippets/now.mdx:6)",
  ]);
  expect(html).toContain("kept");
  expect(html).toContain("<p>After.</p>");
});

test("a component that exceeds the limits leaves the rest of the page readable", () => {
  const { html, problems } = render(
    "export const A = ({ n }) => n && <i><A n={n - 1} /><A n={n - 1} /></i>\n\nBefore.\n\n<A n={60} />\n\nAfter {1 + 1}.",
    { limits: { interpreterStepsMax: 20_000 } },
  );
  expect(html).toMatch(/^<p>Before\.<\/p><p>After /);
  expect(problems[0]).toContain("<A> cannot be shown: the components of this page take more than 20000 steps");
});

test("an unknown variable is an error in prose, but plain text in code", () => {
  const { html, problems } = render('{{a}} {{b}} `{{c}}`\n\n<Card title="{{d}}" />\n\n```\n{{a}} {{e}}\n```', {
    variables: { a: "A" },
  });
  expect(problems).toEqual([
    "error guides/page.mdx:5 the variable {{b}} is not defined in docs.json",
    "error guides/page.mdx:7 the variable {{d}} is not defined in docs.json",
  ]);
  expect(html).toContain("<p>A {{b}} <code>{{c}}</code></p>");
  expect(html).toContain("A {{e}}");
});

test("text in double braces is shown as written if the project has no variables", () => {
  const inner = fc.stringMatching(/^[ \t]?[A-Za-z0-9][A-Za-z0-9_-]{0,8}[ \t]?$/);
  fc.assert(
    fc.property(inner, fc.constantFrom("", "a", "=", "key=", "**", "(", '"'), (word, before) => {
      const { html, problems } = render(`Text ${before}{{${word}}} end`);
      expect(problems).toEqual([]);
      expect(html.replaceAll("&quot;", '"')).toBe(`<p>Text ${before}{{${word}}} end</p>`);
    }),
    { numRuns: 200 },
  );
});

test("a variable's value is shown literally, whatever characters it contains", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 20, unit: "grapheme-ascii" }), (value) => {
      const { html } = render("a{{x}}b <b title=\"{{x}}\">{{x}}</b> `{{x}}` {'{{x}}'}", { variables: { x: value } });
      const shown = html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"');
      const plain = shown.replaceAll("&#39;", "'").replaceAll("&amp;", "&");
      expect(plain).toBe(`<p>a${value}b <b title="${value}">${value}</b> <code>${value}</code> ${value}</p>`);
    }),
    { numRuns: 200 },
  );
});

test("elements can be passed as props: as a title they become plain text, and as an icon they are drawn", () => {
  const { html } = render(
    '<Card title={<>The <b>title</b></>} icon={<svg viewBox="0 0 1 1"><path d="M0 0" /></svg>} />',
  );
  expect(html).toContain("The title");
  expect(html).toContain('<path d="M0 0">');
});

test("a component can be passed to another component, and a file can be used as a component", () => {
  const { html, problems } = render(
    'import Part from "/snippets/part.mdx"\nexport const Twice = ({ of: Of, ...rest }) => <><Of {...rest} /><Of {...rest} /></>\n\n<Twice of={Part} word="w" />',
    { snippets: { "snippets/part.mdx": "Part {word}" } },
  );
  expect(problems).toEqual([]);
  expect(html).toBe("<p>Part w</p><p>Part w</p>");
});

test("a page doesn't see the names of other files, but a snippet sees the names of its page", () => {
  const { html } = render(
    'import Part from "/snippets/part.mdx"\nimport { shown } from "/snippets/names.mdx"\nexport const own = 1\n\n{shown} {hidden}\n\n<Part />',
    {
      snippets: {
        "snippets/part.mdx": "Part {own} {shown}",
        "snippets/names.mdx": "export const shown = 's', hidden = 'h'",
      },
    },
  );
  expect(html).toBe("<p>s {hidden}</p><p>Part 1 s</p>");
});

test("expressions on one line form one paragraph, and expressions on separate lines form several", () => {
  expect(render('{"a"} {"b"}\n\n{"c"}\n\n<b>d</b> {"e"}').html).toBe("<p>a b</p><p>c</p><p><b>d</b> e</p>");
});

test("a syntax error in a snippet only affects the components imported from it", () => {
  const { html, problems } = render('import { A } from "/snippets/bad.mdx"\n\nBefore\n\n<A>kept</A>', {
    snippets: { "snippets/bad.mdx": "export const A = () => <b />\n\n<Card>" },
  });
  expect(html).toContain("<p>Before</p>");
  expect(html).toContain("kept");
  expect(problems[0]).toContain("error snippets/bad.mdx:3 Expected a closing tag");
});
