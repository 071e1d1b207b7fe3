import { existsSync } from "node:fs";
import { join } from "node:path";
import { runRules } from "../src/agent/rules/run-rules.ts";
import {
  createRandom,
  type FaultyProject,
  type Files,
  misspell,
  type Random,
  readFiles,
  takePages,
} from "./support/link-faults.ts";

/** Measures how many repairs of broken links are right. The faults are injected into real projects. */
const corpora = join(import.meta.dirname, "../../shared/corpora");
const projects = ["mem0", "fastmcp"];
const wrongShareMax = 0.01;

type Fault = (files: Files, random: Random) => FaultyProject;

const letters = "abcdefghijklmnopqrstuvwxyz";
const pick = (word: string, random: Random) => Math.floor(random() * word.length);
const splice = (word: string, at: number, count: number, text: string) =>
  word.slice(0, at) + text + word.slice(at + count);

const faults: readonly [name: string, rounds: number, fault: Fault][] = [
  ["letter dropped", 2, spelled((word, random) => splice(word, pick(word, random), 1, ""))],
  ["letters swapped", 2, spelled((word, random) => swap(word, pick(word, random)))],
  [
    "letter changed",
    2,
    spelled((word, random) => splice(word, pick(word, random), 1, letters[pick(letters, random)] ?? "")),
  ],
  ["letter doubled", 2, spelled((word, random) => double(word, pick(word, random)))],
  ["other case and signs", 2, spelled((word) => word.replaceAll("-", "_").replace(/^./, (sign) => sign.toUpperCase()))],
  ["word left out", 2, spelled((word) => word.split("-").slice(0, -1).join("-") || word)],
  ["page moved, history known", 12, (files, random) => takePages(files, random, "moved", true)],
  ["page moved, no history", 12, (files, random) => takePages(files, random, "moved", false)],
  ["page removed, history known", 12, (files, random) => takePages(files, random, "removed", true)],
  ["page removed, no history", 12, (files, random) => takePages(files, random, "removed", false)],
];

if (!existsSync(corpora)) {
  console.log("Skipped: needs ../shared/corpora next to the checkout.");
} else {
  await run();
}

async function run(): Promise<void> {
  const texts = projects.map((name) => readFiles(join(corpora, name)));
  const sum = { draws: 0, right: 0, wrong: 0, declined: 0 };
  printRow("fault put in", "draws", "right", "wrong", "declined");
  for (const [index, [name, rounds, fault]] of faults.entries()) {
    const counts = { draws: 0, right: 0, wrong: 0, declined: 0 };
    for (let round = 0; round < rounds; round += 1) {
      for (const files of texts) await measure(fault(files, createRandom(1_000 * index + round)), counts);
    }
    printRow(name, ...Object.values(counts).map(String));
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += counts[key];
  }
  printRow("all", ...Object.values(sum).map(String));
  const share = sum.wrong / sum.draws;
  console.log(`\nwrong: ${(100 * share).toFixed(2)} %; target: at most ${100 * wrongShareMax} %`);
  if (share > wrongShareMax) process.exitCode = 1;
}

/** Runs the task as a job would, and checks the result for each broken URL. */
async function measure(
  { tree, expected }: FaultyProject,
  counts: Record<"draws" | "right" | "wrong" | "declined", number>,
) {
  const { explanations } = await runRules("fix broken links", tree);
  const repairs = new Map(explanations.map(({ before, after }) => [before.split("#")[0] ?? "", after.split("#")[0]]));
  for (const [wrong, right] of expected) {
    const repaired = repairs.get(wrong);
    counts.draws += 1;
    if (repaired === undefined) counts.declined += 1;
    else if (repaired === right) counts.right += 1;
    else {
      counts.wrong += 1;
      if (process.argv.includes("--show")) console.log(`  ${wrong} → ${repaired}, right: ${right}`);
    }
  }
}

function spelled(slip: (word: string, random: Random) => string): Fault {
  return (files, random) => misspell(files, random, slip);
}

function swap(word: string, at: number): string {
  return splice(word, at, 2, `${word[at + 1] ?? ""}${word[at] ?? ""}`);
}

function double(word: string, at: number): string {
  return splice(word, at, 1, `${word[at] ?? ""}${word[at] ?? ""}`);
}

function printRow(name: string, ...cells: string[]): void {
  console.log(`${name.padEnd(32)}${cells.map((cell) => cell.padStart(10)).join("")}`);
}
