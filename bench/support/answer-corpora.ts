import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { openBuiltIndex } from "../../src/search/indexing.ts";
import type { SearchIndex } from "../../src/search/querying.ts";
import { indexOf } from "../../src/search/search-test-support.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { indexSite } from "../../src/site/pipeline/built-pages.ts";
import { createRenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { readPages } from "./retrieval-set.ts";

const repository = join(import.meta.dirname, "../..");
const shared = join(repository, "../shared");
/** This folder is kept between runs, so that only changed pages are built again. */
const work = join(tmpdir(), `lectern-answers-${process.getuid?.() ?? 0}`);
const pictures = /^\.(?:png|jpe?g|gif|webp|avif|mp4|webm|mov)$/i;

const developmentFolders: Readonly<Record<string, string>> = {
  fastify: join(shared, "retrieval/corpora/fastify"),
  vite: join(shared, "retrieval/corpora/vite"),
  mem0: join(shared, "corpora/mem0"),
  fastmcp: join(shared, "corpora/fastmcp"),
  lectern: join(repository, "docs"),
};

/** The folder of the labeled questions next to the checkout, if present. */
export function findAnswerSet(): string | undefined {
  const folder = join(shared, "answers");
  const needed = [folder, ...Object.values(developmentFolders)];
  return needed.every((one) => existsSync(one)) ? folder : undefined;
}

/** The projects that the questions are about, built and indexed in the same way as in an update. */
export async function openCorpora(): Promise<ReadonlyMap<string, SearchIndex>> {
  const pool = createRenderPool();
  const { signal } = new AbortController();
  const indexes = new Map<string, SearchIndex>();
  try {
    for (const [name, source] of Object.entries({ ...heldBackFolders(), ...developmentFolders })) {
      const folder = join(work, name);
      copyProject(source, folder);
      const cacheFolder = join(work, `${name}-cache`);
      const addresses = { own: "https://docs.example.org", main: "https://docs.example.org" };
      const site = await buildSite({ pool }, { folder, cacheFolder, signal, addresses, onLine: () => {} });
      indexes.set(name, openBuiltIndex(await indexSite(site, signal)));
    }
  } finally {
    await pool.close();
  }
  return indexes;
}

/** The projects in a folder, which has a folder of Markdown files for each. */
export async function openPlainCorpora(folder: string): Promise<ReadonlyMap<string, SearchIndex>> {
  const indexes = new Map<string, SearchIndex>();
  for (const name of readdirSync(folder)) indexes.set(name, await indexOf(...readPages(join(folder, name))));
  return indexes;
}

function heldBackFolders(): Record<string, string> {
  const file = join(repository, "bench/questions/corpora.json");
  if (!existsSync(file)) return {};
  const folders = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  return Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, join(repository, folder)]));
}

/**
 * Copies a project without images and videos, because the assistant doesn't use them. A project without a docs.json
 * gets one that lists all its pages.
 */
function copyProject(source: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true, dereference: true, filter: (path) => !pictures.test(extname(path)) });
  if (existsSync(join(source, "docs.json"))) return;
  const pages = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => /\.mdx?$/.test(path))
    .map((path) => path.replace(/\.mdx?$/, ""))
    .toSorted();
  const groups = [...Map.groupBy(pages, (path) => dirname(path))].map(([group, inIt]) => ({ group, pages: inIt }));
  const settings = { theme: "mint", name: "Bench", colors: { primary: "#16A34A" }, navigation: { groups } };
  writeFileSync(join(folder, "docs.json"), JSON.stringify(settings));
}
