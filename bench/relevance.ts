import { type SearchIndex, search } from "../src/search/querying.ts";
import { indexOf } from "../src/search/search-test-support.ts";
import { meanRelevance, type Relevance, relevanceOf } from "./support/relevance.ts";
import { findRetrievalSet, type RetrievalSet, readRetrievalSet } from "./support/retrieval-set.ts";
import { type Engine, fts5, lectern, miniSearch, miniSearchOwnTokens } from "./support/search-engines.ts";

const sets = ["issues", "commits"] as const;
const wanted = { issues: 0.84, commits: 0.8 };

/**
 * Results from the README of the development set. They were computed on the same rows, with that set's own section
 * splitting.
 */
const references: readonly [name: string, issues: string, commits: string][] = [
  ["FTS5 unicode61, OR", ".632 / .701 / .619", ".710 / .787 / .658"],
  ["FTS5 porter, OR, stop words, weights 4/3/1", ".729 / .790 / .748", ".729 / .838 / .675"],
  ["FTS5 fed with own tokens, weights 3/2.5/1", ".709 / .770 / .728", ".744 / .838 / .698"],
  ["BM25F own tokens, k1 .9, b .4", ".749 / .822 / .760", ".774 / .863 / .733"],
  ["MiniSearch, defaults", ".770 / .842 / .795", ".751 / .838 / .702"],
  ["MiniSearch, own tokens, boost 2/2", ".838 / .868 / .888", ".791 / .850 / .756"],
  ["dense MiniLM-L6 alone", ".741 / .819 / .727", ".691 / .813 / .624"],
  [".6 BM25F + .4 dense", ".780 / .845 / .770", ".814 / .887 / .782"],
];

const folder = findRetrievalSet();
if (folder === undefined) {
  console.log("Skipped: needs ../shared/retrieval next to the checkout.");
} else {
  await run(readRetrievalSet(folder));
}

async function run(retrieval: RetrievalSet): Promise<void> {
  const count = (set: string) => retrieval.questions.filter((row) => row.set === set).length;
  console.log("nDCG@10 / recall@5 / MRR@10\n");
  printRow("in this run, on the same sections", ...sets.map((set) => `${set} (n=${count(set)})`));
  for (const engine of [lectern, miniSearchOwnTokens, miniSearch, fts5]) {
    const results = await measure(engine, retrieval);
    printRow(engine.name, ...sets.map((set) => describeRelevance(results[set])));
    if (engine === lectern) {
      for (const set of sets) if (results[set].gain < wanted[set]) process.exitCode = 1;
    }
  }
  console.log("");
  printRow("references of the development set", ...sets);
  for (const [name, ...figures] of references) printRow(name, ...figures);
  console.log(`\ntarget: nDCG@10 of ${wanted.issues} on issues and ${wanted.commits} on commits\n`);
  await printRefusals(retrieval);
}

async function measure(engine: Engine, { projects, questions }: RetrievalSet) {
  const results: Record<(typeof sets)[number], Relevance[]> = { issues: [], commits: [] };
  for (const [project, pages] of projects) {
    const open = await engine.open(pages);
    for (const { set, question, gold } of questions.filter((row) => row.project === project)) {
      results[set].push(relevanceOf(await open.find(question), gold));
    }
    open.close?.();
  }
  return { issues: meanRelevance(results.issues), commits: meanRelevance(results.commits) };
}

/**
 * Counts the questions whose best passage covers less than this share, separately for unanswerable and answerable ones.
 */
async function printRefusals({ projects, questions, offTopic }: RetrievalSet): Promise<void> {
  const indexes = new Map<string, SearchIndex>();
  for (const [project, pages] of projects) indexes.set(project, await indexOf(...pages));
  const bestCoverage = ({ project, question }: { project: string; question: string }) => {
    const index = indexes.get(project);
    const found = index && search(index, { query: question, audience: "assistant", pagesMax: 10, passagesMax: 4 });
    return Math.max(0, ...(found ?? []).flatMap(({ passages }) => passages.map(({ coverage }) => coverage)));
  };
  printRow("refused by coverage below", "off-topic", ...sets);
  for (const threshold of [0.35, 0.4, 0.45, 0.5]) {
    const refused = (rows: readonly { project: string; question: string }[]) =>
      `${rows.filter((row) => bestCoverage(row) < threshold).length} of ${rows.length}`;
    printRow(
      threshold.toFixed(2),
      refused(offTopic),
      ...sets.map((set) => refused(questions.filter((row) => row.set === set))),
    );
  }
}

function describeRelevance({ gain, recall, firstHit }: Relevance): string {
  return [gain, recall, firstHit].map((figure) => figure.toFixed(3).replace(/^0/, "")).join(" / ");
}

function printRow(name: string, ...cells: string[]): void {
  console.log(`${name.padEnd(44)}${cells.map((cell) => cell.padEnd(24)).join("")}`.trimEnd());
}
