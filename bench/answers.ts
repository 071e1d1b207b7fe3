import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPageWords } from "../src/assistant/reply/read-page-words.ts";
import { findPage, type SearchIndex } from "../src/search/querying.ts";
import { findAnswerSet, openCorpora } from "./support/answer-corpora.ts";
import {
  ask,
  type LabeledQuestion,
  loadScorer,
  prepare,
  type Result,
  readHeldBack,
  readQuestions,
  type Scorer,
  visible,
} from "./support/answer-questions.ts";
import { crossThresholds, fitAll, judgeOutOfFold, thresholdsFor } from "./support/judge-answers.ts";
import { writeWeights } from "./support/write-weights.ts";

/**
 * Questions that are labeled as unanswerable but can be answered since Lectern has a Helm chart and a second factor.
 */
const answeredSince: readonly string[] = ["d-lectern-none-2", "d-lectern-none-3"];

/**
 * Scores the built-in replies. Each development question is scored with weights that were fitted on the other projects,
 * and with thresholds that were chosen on the other half of the questions. Held-back questions are scored with the
 * shipped weights. `--fit` writes new weights, and `--list` names the missed development questions.
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
  const dev = current(readQuestions(join(answers, "dev.jsonl")));
  const heldBack = current(readHeldBack());
  const prepared = dev.map((one) => prepare(indexFor(one), one, scorer));
  const judged = judgeOutOfFold(prepared, scorer);
  console.log(`\nDevelopment questions, out of fold, thresholds from the other half (n=${dev.length})`);
  const outOfFold = crossThresholds(judged);
  report(dev, outOfFold, scorer);
  if (process.argv.includes("--list")) listMissed(dev, outOfFold, scorer);
  if (process.argv.includes("--fit")) {
    const file = join(import.meta.dirname, "../src/assistant/reply/weights.ts");
    writeFileSync(file, writeWeights({ ...fitAll(prepared, judged), thresholds: thresholdsFor(judged) }));
    console.log(`\nWrote ${file}; run this again to use the new weights.`);
    return;
  }
  console.log(`\nThe same as shipped, fitted on these questions (n=${dev.length})`);
  report(
    dev,
    dev.map((one) => ask(indexFor(one), one)),
    scorer,
  );
  if (heldBack.length > 0) {
    console.log(`\nHeld-back questions, as shipped (n=${heldBack.length})`);
    report(
      heldBack,
      heldBack.map((one) => ask(indexFor(one), one)),
      scorer,
    );
  }
  reportProcessor(dev, indexFor);
}

/**
 * Whether the labels of a question are still right. The pages of the projects change, so questions with outdated labels
 * are left out.
 */
function isCurrent(index: SearchIndex, question: LabeledQuestion, scorer: Scorer): boolean {
  if (!question.answerable) return !answeredSince.includes(question.id);
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

function report(questions: readonly LabeledQuestion[], results: readonly Result[], scorer: Scorer): void {
  const rows = scorer.score(questions, results);
  console.log(`\n${scorer.table(rows)}\n`);
  const count = (...categories: string[]) => rows.filter(({ category }) => categories.includes(category)).length;
  const answerable = questions.filter((one) => one.answerable).length;
  const plain = results.filter(({ refused, hedged }) => !refused && !hedged).length;
  const lengths = results.map(({ text }) => text.length);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const line = (name: string, value: number, of: number, target: string) =>
    console.log(`  ${name.padEnd(28)}${value} of ${of} (${((100 * value) / of).toFixed(1)} %)   target: ${target}`);
  line("useful", count("shown", "hedged-right"), answerable, "at least 75 %");
  line("misleading", count("wrong", "answered"), questions.length, "at most 5 %");
  line("refused though answerable", count("refused"), answerable, "at most 5 %");
  line("plain answers", plain, questions.length, "at least 35 %");
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
  console.log(`\n  processor time per new question on warm pages: ${each.toFixed(1)} ms   target: about 5 ms`);
}
