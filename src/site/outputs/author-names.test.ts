import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadEngine } from "../page/author-code/engine.ts";
import { defaultRenderSettings } from "../page/markdown/render-settings.ts";
import { renderPage } from "../page/render-page.ts";
import { componentAttributes } from "../shared/html/allowed-html.ts";
import { defaultSiteLimits } from "../shared/site-limits.ts";
import { writeMarkdown } from "./markdown/write-markdown.ts";
import { digestPage } from "./page-digest.ts";

await loadEngine();

/** Every class name in Lectern's stylesheets, and in the code that writes or reads pages. */
const classNames = [
  ...sourceFiles("theme/assets/styles", ".css").flatMap((text) => [...text.matchAll(/\.([a-z][\w-]*)/g)]),
  ...["page", "api", "outputs"]
    .flatMap((folder) => sourceFiles(folder, ".ts"))
    .flatMap((text) => [...text.matchAll(/class: "([a-z][\w-]*)[" ]/g)]),
].map(([, name = ""]) => name);
const names = [...new Set([...classNames, "katex"])];

const inMdx = (name: string) => `<div className="${name}">
Read *this*.

### Head

<p className="${name}"><span className="${name}">Label</span> <a className="${name}" href="/x">link</a></p>
</div>

<button className="${name}">Press</button>

<details className="${name}"><summary><span className="${name}">Sum</span></summary>Body</details>

<table className="${name}"><tr><td className="${name}">Cell</td></tr></table>

<Card className="${name}" title="Title">Body</Card>
`;
const inMd = (name: string) => `<div class="${name}"><p class="${name}">Read <em class="${name}">this</em>.</p>

### Head

<a class="${name}" href="/x">link</a></div>
`;

test.each([
  ["mdx", inMdx],
  ["md", inMd],
] as const)("no class name changes what the outputs of a %s page contain", (format, write) => {
  expect(names).toEqual(expect.arrayContaining(["tab-list", "heading-link", "view", "update-body", "katex", "field"]));
  const expected = outputsOf(names.map(() => write("plain")).join("\n"), format);
  expect(outputsOf(names.map(write).join("\n"), format)).toEqual(expected);
});

test.each([
  ["mdx", [...componentAttributes]],
  ["md", [...componentAttributes]],
] as const)("no data attribute changes what the outputs of a %s page contain", (format, attributes) => {
  const write = (name: string) => `<div ${name}="none">\n\n### Head\n\n<p ${name}="2">Text</p>\n</div>\n`;
  const expected = outputsOf(attributes.map(() => write("data-plain")).join("\n"), format);
  expect(outputsOf(attributes.map(write).join("\n"), format)).toEqual(expected);
});

function outputsOf(body: string, format: "md" | "mdx") {
  const page = { file: `page.${format}`, format, body, firstLine: 1 };
  const { tree, facts } = renderPage(page, {
    snippets: new Map(),
    limits: defaultSiteLimits,
    settings: defaultRenderSettings,
  });
  return { markdown: writeMarkdown(tree.article), facts, digest: digestPage(tree.article) };
}

function sourceFiles(folder: string, ending: string): string[] {
  const path = join(import.meta.dirname, "..", folder);
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.includes(".test."))
    .map((name) => readFileSync(join(path, name), "utf8"));
}
