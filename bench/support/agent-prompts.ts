import { type LabeledPrompt, readLabeledPrompts } from "../../scripts/tuned-prompts.ts";
import { readPrompt } from "../../src/agent/rules/read-prompt.ts";

/** Prints how the built-in agent reads labeled prompts. Returns whether it reaches the targets on those kept back. */
export function printPrompts(): boolean {
  const prompts = readLabeledPrompts();
  console.log("Prompts that the built-in agent understands:");
  let isReached = true;
  for (const [half, some] of Map.groupBy(prompts, (one) => one.half)) {
    const read = some.map(({ prompt, tasks }) => compare(prompt, tasks));
    const clear = read.filter(({ isClear }) => isClear);
    const understood = clear.filter(({ isRight }) => isRight).length;
    const refused = read.filter(({ isClear, isRight }) => !isClear && isRight).length;
    const wrong = read.filter(({ isWrong }) => isWrong).length;
    console.log(
      `  ${half.padEnd(10)} ${understood} of ${clear.length} clear ones (${((100 * understood) / clear.length).toFixed(0)} %), ${refused} of ${read.length - clear.length} others refused, ${wrong} done wrongly   target: 95 %, all, 0`,
    );
    // Who reads failures of the other halves tunes on them.
    for (const { prompt, isRight, isWrong } of half === "tuned" ? read : []) {
      if (!isRight) console.log(`    ${isWrong ? "done wrongly: " : ""}${prompt}`);
    }
    if (half !== "tuned") isReached &&= understood >= 0.95 * clear.length && wrong === 0;
  }
  return isReached;
}

function compare(prompt: string, wanted: LabeledPrompt["tasks"]) {
  const { tasks, notUnderstood } = readPrompt(prompt);
  const found = tasks.map(({ task, values, scope }) =>
    nameOf([task.name, ...values, ...(scope === undefined ? [] : [`in ${scope}`])]),
  );
  const expected = wanted.map(nameOf);
  const isSame = JSON.stringify(found) === JSON.stringify(expected);
  return {
    prompt,
    isClear: wanted.length > 0,
    isRight: isSame && (wanted.length === 0 || notUnderstood.length === 0),
    isWrong: found.some((task) => !expected.includes(task)),
  };
}

/** For a path, a slash at the end makes no difference, unless a page and a folder have the same name. */
function nameOf([task = "", first = "", ...others]: readonly string[]): string {
  return JSON.stringify([task, ...[first, ...others].map(trimSlash)]);
}

function trimSlash(path: string): string {
  return path.replace(/\/$/, "");
}
