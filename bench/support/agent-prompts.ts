import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPrompt } from "../../src/agent/rules/read-prompt.ts";

/** A prompt of `bench/questions/agent-prompts.jsonl`. */
interface LabeledPrompt {
  /** The word lists were written with the `tuned` prompts at hand; the others only measure. */
  half: "tuned" | "kept back" | "blind";
  prompt: string;
  /** The tasks that it asks for, each with its values; none if it is vague, or if no task does it. */
  tasks: readonly (readonly string[])[];
}

/** Prints how the built-in agent reads labeled prompts. Returns whether it reaches the targets on those kept back. */
export function printPrompts(): boolean {
  const file = join(import.meta.dirname, "../questions/agent-prompts.jsonl");
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const prompts = lines.map((line): LabeledPrompt => JSON.parse(line));
  console.log("Prompts that the built-in agent understands:");
  let isReached = true;
  for (const [half, some] of Map.groupBy(prompts, (one) => one.half)) {
    const read = some.map(({ prompt, tasks }) => compare(prompt, tasks));
    const clear = read.filter(({ isClear }) => isClear);
    const share = (count: number) => ((100 * count) / clear.length).toFixed(0);
    const run = clear.filter(({ isRight }) => isRight).length;
    const offered = clear.filter(({ isRight, isOffered }) => isRight || isOffered).length;
    const refused = read.filter(({ isClear, isRight }) => !isClear && isRight).length;
    const wrong = read.filter(({ isWrong }) => isWrong).length;
    console.log(
      `  ${half.padEnd(10)} of ${clear.length} clear ones ${share(run)} % run and ${share(offered)} % run or offered first, ${refused} of ${read.length - clear.length} others refused, ${wrong} done wrongly   target: 60 %, 85 %, all, 0`,
    );
    // Who reads failures of the other halves tunes on them.
    for (const { prompt, isWrong } of half === "tuned" ? read : []) {
      if (isWrong) console.log(`    done wrongly: ${prompt}`);
    }
    if (half !== "tuned") isReached &&= run >= 0.6 * clear.length && offered >= 0.85 * clear.length && wrong === 0;
  }
  return isReached;
}

function compare(prompt: string, wanted: LabeledPrompt["tasks"]) {
  const { tasks, offers } = readPrompt(prompt);
  const found = tasks.map(({ task, values, scope }) =>
    nameOf([task.name, ...values, ...(scope === undefined ? [] : [`in ${scope}`])]),
  );
  const expected = wanted.map(nameOf);
  const isSame = JSON.stringify(found) === JSON.stringify(expected);
  return {
    prompt,
    isClear: wanted.length > 0,
    isRight: isSame,
    isOffered: wanted.length > 0 && found.length === 0 && offers[0]?.task.name === wanted[0]?.[0],
    isWrong: found.length > 0 && !isSame,
  };
}

/** For a path, a slash at the end makes no difference, unless a page and a folder have the same name. */
function nameOf([task = "", first = "", ...others]: readonly string[]): string {
  return JSON.stringify([task, ...[first, ...others].map(trimSlash)]);
}

function trimSlash(path: string): string {
  return path.replace(/\/$/, "");
}
