import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openBuiltIndex } from "../../src/search/indexing.ts";
import type { PageToIndex } from "../../src/search/page-to-index.ts";
import { indexFiles } from "../../src/search/search-test-support.ts";
import { type LabeledQuestion, prepare, type Scorer } from "./answer-questions.ts";

interface Chunk {
  chunk_link: string;
  chunk_heading: string;
  text: string;
}

interface Asked {
  id: string;
  question: string;
  correct_chunks: string[];
}

const depth = 3;
/** The published results, as precision, recall and MRR of the first three chunks. */
const published: readonly [name: string, ...figures: number[]][] = [
  ["published: embeddings of chunks", 0.43, 0.66, 0.74],
  ["published: with summaries by a model", 0.45, 0.71, 0.77],
  ["published: ranked again by a model", 0.44, 0.69, 0.87],
];

/**
 * Anthropic's questions about its documentation, from a folder with two files of `anthropics/anthropic-cookbook`:
 * `anthropic_docs.json` and `docs_evaluation_dataset.json`. Each question names the chunks that answer it. Ours are the
 * first chunks of the built-in reply's candidates. Nothing is tuned on these questions.
 */
export async function reportAnthropicDocs(folder: string, scorer: Scorer): Promise<void> {
  const read = <Row>(file: string) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Row[];
  const chunks = read<Chunk>("anthropic_docs.json");
  const asked = read<Asked>("docs_evaluation_dataset.json");
  const index = openBuiltIndex(await indexFiles(pagesOf(chunks)));
  const sums = [0, 0, 0];
  for (const { id, question, correct_chunks: gold } of asked) {
    const labeled: LabeledQuestion = {
      id,
      corpus: "Claude",
      kind: "",
      question,
      answerable: true,
      pages: [],
      must: [],
    };
    const { candidates } = prepare(index, labeled, scorer);
    const ranked = candidates.map(({ page, passage }) => `${page.path}#${passage.anchor}`);
    const first = [...new Set(ranked)].slice(0, depth);
    const isGold = first.map((link) => gold.some((one) => one.endsWith(link)));
    const found = isGold.filter(Boolean).length;
    const figures = [found / depth, found / new Set(gold).size, found === 0 ? 0 : 1 / (isGold.indexOf(true) + 1)];
    for (const [at, figure] of figures.entries()) sums[at] = (sums[at] ?? 0) + figure / asked.length;
  }
  console.log(
    `\nAnthropic's docs questions (n=${asked.length}, ${chunks.length} chunks): precision, recall, MRR at ${depth}`,
  );
  for (const [name, ...figures] of [["Lectern, without a model", ...sums] as const, ...published]) {
    console.log(`  ${name.padEnd(40)}${figures.map((figure) => figure.toFixed(2)).join("  ")}`);
  }
}

function pagesOf(chunks: readonly Chunk[]): PageToIndex[] {
  const byPath = Map.groupBy(chunks, ({ chunk_link: link }) => new URL(link).pathname);
  return [...byPath].map(([path, own]) => ({
    path,
    title: (path.split("/").at(-1) ?? path).replaceAll("-", " "),
    description: undefined,
    keywords: [],
    breadcrumb: [],
    facets: {},
    isDefault: true,
    boost: 1,
    audiences: { search: true, assistant: true },
    sections: own.map(({ chunk_link: link, chunk_heading: heading, text }) => ({
      headingPath: [heading],
      anchor: decodeURIComponent(new URL(link).hash.slice(1)),
      blocks: text
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== "")
        .map((part) => ({ kind: "text" as const, text: part.trim() })),
    })),
  }));
}
