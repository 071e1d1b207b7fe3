import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPageWords } from "../src/assistant/reply/read-page-words.ts";
import { findPage, type SearchIndex } from "../src/search/querying.ts";
import { findAnswerSet, openCorpora, openPlainCorpora } from "./support/answer-corpora.ts";
import {
  ask,
  halfOf,
  type LabeledQuestion,
  loadScorer,
  prepare,
  type Result,
  readDev,
  readEveryday,
  readHeldBack,
  type Scorer,
  visible,
} from "./support/answer-questions.ts";
import { crossThresholds, fitAll, judgeOutOfFold, thresholdsFor } from "./support/judge-answers.ts";
import { writeWeights } from "./support/write-weights.ts";

/** Two sets of development questions: in the words of the pages, and in the words of readers. */
const sets = [
  { file: "dev.jsonl", name: "page-worded", useful: 80, misleading: 4, refused: 3, plain: 40 },
  { file: "readers-dev.jsonl", name: "reader-worded", useful: 55, misleading: 5, refused: 15, plain: 0 },
];

/**
 * Scores the built-in replies. Each development question is scored with weights that were fitted on the other projects,
 * and with thresholds that were chosen on the other half of the questions. Both sets are reported in halves: rules may
 * be written with the tuned half in mind, but nobody looks at the other half. Held-back questions are scored with the
 * shipped weights. `--fit` writes new weights, `--list` names the missed questions of the tuned half, and
 * `--everyday=FOLDER` asks about other projects.
 */
const folder = findAnswerSet();
if (folder === undefined) console.log("Skipped: needs ../shared/answers and its projects next to the checkout.");
else await run(folder);

async function run(answers: string): Promise<void> {
  const scorer = await loadScorer(answers);
  const indexes = await openCorpora();
  const indexFor = ({ corpus }: LabeledQuestion) => {
    const index = indexes.get(corpus);
    if (index === undefined) throw new Error(`There is no corpus "${corpus}".`);
    return index;
  };
  const current = (questions: readonly LabeledQuestion[]) =>
    questions.filter((one) => isCurrent(indexFor(one), one, scorer));
  const bySet = sets.map(({ file, ...goals }) => ({ ...goals, questions: current(readDev(join(answers, file))) }));
  const all = bySet.flatMap(({ questions }) => questions);
  const prepared = all.map((one) => prepare(indexFor(one), one, scorer));
  const judged = judgeOutOfFold(prepared, scorer);
  if (process.argv.includes("--fit")) {
    const file = join(import.meta.dirname, "../src/assistant/reply/weights.ts");
    writeFileSync(file, writeWeights({ ...fitAll(prepared, judged), thresholds: thresholdsFor(judged) }));
    console.log(`\nWrote ${file}; run this again to use the new weights.`);
    return;
  }
  const outOfFold = new Map(crossThresholds(judged).map((result) => [result.id, result]));
  for (const { questions, ...goals } of bySet) {
    for (const half of ["tuned", "untouched"] as const) {
      const own = questions.filter((one) => halfOf(one) === half);
      console.log(`\nDevelopment questions, ${goals.name}, ${half} half, out of fold (n=${own.length})`);
      const results = own.flatMap(({ id }) => outOfFold.get(id) ?? []);
      report(own, results, scorer, goals);
      if (process.argv.includes("--list") && half === "tuned") listMissed(own, results, scorer);
    }
    console.log(`\nThe same as shipped, fitted on these questions, ${goals.name} (n=${questions.length})`);
    const asked = questions.map((one) => ask(indexFor(one), one));
    report(questions, asked, scorer, goals);
  }
  const heldBack = current(readHeldBack());
  if (heldBack.length > 0) {
    console.log(`\nHeld-back questions, as shipped (n=${heldBack.length})`);
    const asked = heldBack.map((one) => ask(indexFor(one), one));
    report(heldBack, asked, scorer);
  }
  const everyday = process.argv.find((option) => option.startsWith("--everyday="))?.slice("--everyday=".length);
  if (everyday !== undefined) await reportEveryday(everyday, scorer);
  reportProcessor(all, indexFor);
}

async function reportEveryday(docs: string, scorer: Scorer): Promise<void> {
  const indexes = await openPlainCorpora(docs);
  const asked = readEveryday().flatMap((question) => {
    const index = indexes.get(question.corpus);
    return index !== undefined && isCurrent(index, question, scorer) ? [{ index, question }] : [];
  });
  console.log(`\nIn readers' words about other projects, as shipped (n=${asked.length})`);
  const results = asked.map(({ index, question }) => ask(index, question));
  const questions = asked.map(({ question }) => question);
  report(questions, results, scorer, sets[1]);
}

/**
 * Whether the labels of a question are still right. The pages of the projects change, so questions with outdated labels
 * are left out.
 */
function isCurrent(index: SearchIndex, question: LabeledQuestion, scorer: Scorer): boolean {
  if (!question.answerable) return true;
  const texts = question.pages.flatMap((path) => {
    const page = findPage(index, path === "index" ? "/" : `/${path.replace(/\/index$/, "")}`);
    if (page === undefined) return [];
    const { title, passages } = readPageWords(index, page);
    return [
      title,
      ...passages.flatMap(({ headingPath, blocks }) => [...headingPath, ...blocks.map(({ text }) => text)]),
    ];
  });
  const isKnown = visible(question, texts.join("\n"), scorer) === 1;
  if (!isKnown) console.log(`  left out, because its facts are no longer in the docs: ${question.id}`);
  return isKnown;
}

type Goals = Readonly<Record<"useful" | "misleading" | "refused" | "plain", number>>;

function report(
  questions: readonly LabeledQuestion[],
  results: readonly Result[],
  scorer: Scorer,
  goals: Goals = { useful: 80, misleading: 4, refused: 3, plain: 40 },
): void {
  const rows = scorer.score(questions, results);
  console.log(`\n${scorer.table(rows)}\n`);
  const count = (...categories: string[]) => rows.filter(({ category }) => categories.includes(category)).length;
  const answerable = questions.filter((one) => one.answerable).length;
  const plain = results.filter(({ refused, hedged }) => !refused && !hedged).length;
  const lengths = results.map(({ text }) => text.length);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const line = (name: string, value: number, of: number, target: string) =>
    console.log(`  ${name.padEnd(28)}${value} of ${of} (${((100 * value) / of).toFixed(1)} %)   target: ${target} %`);
  line("useful", count("shown", "hedged-right"), answerable, `at least ${goals.useful}`);
  line("misleading", count("wrong", "answered"), questions.length, `at most ${goals.misleading}`);
  line("refused though answerable", count("refused"), answerable, `at most ${goals.refused}`);
  line("plain answers", plain, questions.length, `at least ${goals.plain}`);
  console.log(
    `  characters shown            mean ${mean.toFixed(0)}, most ${Math.max(...lengths)}   target: at most 1800`,
  );
}

/** Lists missed questions. This is only for development questions, because nobody may look at the held-back ones. */
function listMissed(questions: readonly LabeledQuestion[], results: readonly Result[], scorer: Scorer): void {
  for (const { category, question } of scorer.score(questions, results)) {
    const isMissed = !["shown", "hedged-right", "kept-quiet"].includes(category);
    if (isMissed) console.log(`  ${category}: ${question.id} ${question.question}`);
  }
}

/**
 * Measures the processor time of a new question. Replies are cached by address, so a different address makes every
 * question new.
 */
function reportProcessor(questions: readonly LabeledQuestion[], indexFor: (one: LabeledQuestion) => SearchIndex): void {
  const rounds = 5;
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    for (const one of questions) ask(indexFor(one), one, `https://docs${round}.example.org`);
  }
  const { user, system } = process.cpuUsage(before);
  const each = (user + system) / 1_000 / rounds / questions.length;
  console.log(`\n  processor time per new question on warm pages: ${each.toFixed(1)} ms   target: at most 10 ms`);
}
