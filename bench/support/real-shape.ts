import { cpSync } from "node:fs";
import { join } from "node:path";
import { chunk, writeFile } from "./build-project.ts";
import { generatedPage, generatedSnippets } from "./generated-page.ts";
import { createWordSource } from "./generated-words.ts";

const languages = ["en", "es", "ja"];
const versions = ["v2", "v1"];
const tabsPerVersion = 48;
/**
 * The share of pages in the first tab. Real projects have a few long sidebars and many short ones: on the average page of
 * three public projects, the sidebar has 840, 750 and 90 entries; here it has 330 (with 3,000 pages).
 */
const firstTabShare = 0.85;
const pagesPerGroup = 10;
const operationShare = 0.1;
const longCodeEvery = 10;
const longCodeLines = 300;
const imagesFolder = join(import.meta.dirname, "../../docs/images");
const images = ["site.webp", "site-dark.webp", "dashboard-overview.webp", "dashboard-update.webp"];

/**
 * Writes a generated project in the shape of large public projects: languages, versions and tabs with 288 sidebars in
 * all, API pages, an image on every page and some long code.
 */
export function writeRealShape(folder: string, pages: number): void {
  const operations = Math.floor(pages * operationShare);
  const written = pages - operations;
  const slugs = Array.from({ length: written }, (_, index) => slugOf(index, written));
  for (const [index, slug] of slugs.entries()) writeFile(folder, `${slug}.mdx`, pageText(index, slugs));
  for (const [path, text] of generatedSnippets) writeFile(folder, path, text);
  writeFile(folder, "api/openapi.json", JSON.stringify(description(operations)));
  cpSync(imagesFolder, join(folder, "images"), { recursive: true });
  const navigation = { languages: languages.map((language) => ({ language, versions: versionsOf(language, slugs) })) };
  const settings = { theme: "mint", name: "Bench", colors: { primary: "#16A34A" }, navigation };
  writeFile(folder, "docs.json", JSON.stringify(settings));
}

function slugOf(index: number, pages: number): string {
  const perVersion = Math.ceil(pages / languages.length / versions.length);
  const part = Math.floor(index / perVersion);
  const place = index % perVersion;
  const inFirst = Math.floor(perVersion * firstTabShare);
  const tab = place < inFirst ? 0 : 1 + (place % (tabsPerVersion - 1));
  return `${languages[Math.floor(part / versions.length)]}/${versions[part % versions.length]}/tab-${tab}/page-${index}`;
}

function versionsOf(language: string, slugs: readonly string[]) {
  return versions.map((version) => {
    const tabs = Map.groupBy(
      slugs.filter((slug) => slug.startsWith(`${language}/${version}/`)),
      (slug) => slug.split("/")[2] ?? "",
    );
    const written = [...tabs].map(([tab, pages]) => ({
      tab,
      groups: chunk(pages, pagesPerGroup).map((part, index) => ({ group: `Group ${index + 1}`, pages: part })),
    }));
    const isFirst = language === languages[0] && version === versions[0];
    return { version, tabs: isFirst ? [...written, { tab: "API", openapi: "api/openapi.json" }] : written };
  });
}

/** A generated page, with links to the slugs of this project. */
function pageText(index: number, slugs: readonly string[]): string {
  const { text } = generatedPage(index, slugs.length);
  const linked = text.replaceAll(/\/(?:index|part-\d+\/page-(\d+))\b/g, (_, page = "0") => `/${slugs[Number(page)]}`);
  const image = images[index % images.length];
  const words = createWordSource(index + 1);
  const lines = Array.from({ length: index % longCodeEvery === 0 ? longCodeLines : 0 }, (_, line) => {
    return `export const ${words.name("camel")}${line} = await ${words.name("camel")}("${words.noun()}", ${line});`;
  });
  const code = lines.length === 0 ? "" : `\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n`;
  return `${linked}\n![${words.noun()}](/images/${image})\n${code}`;
}

/** An API description whose operations share schemas. */
function description(operations: number) {
  const words = createWordSource(operations);
  const names = Array.from({ length: 1 + Math.floor(operations / 5) }, (_, index) => `${words.name("pascal")}${index}`);
  const property = () => ({ type: words.pick(["string", "integer", "boolean"]), description: words.sentence() });
  const schemas = names.map((name) => {
    const properties = Array.from({ length: 8 }, () => [words.name("snake"), property()]);
    return [name, { type: "object", description: words.sentence(), properties: Object.fromEntries(properties) }];
  });
  const body = () => ({
    content: { "application/json": { schema: { $ref: `#/components/schemas/${words.pick(names)}` } } },
  });
  const paths = Array.from({ length: operations }, (_, index) => {
    const parameters = [1, 2, 3].map((number) => {
      return { name: `${words.noun()}${number}`, in: "query", description: words.sentence(), schema: property() };
    });
    const responses = { 200: { description: words.sentence(), ...body() } };
    const post = { summary: `${words.title()} ${index}`, parameters, requestBody: body(), responses };
    return [`/${words.name("kebab")}-${index}`, { post }];
  });
  return {
    openapi: "3.1.0",
    info: { title: "Bench", version: "1" },
    servers: [{ url: "https://api.example.org" }],
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  };
}
