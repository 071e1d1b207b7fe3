import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import type { Client } from "../contract/client.ts";
import { count } from "../contract/count.ts";
import { describeCounts } from "../evaluate/describe-evaluation.ts";
import { compareResults, type Result } from "../evaluate/score-reply.ts";
import type { Environment } from "../platform/config.ts";
import { withApi } from "./api.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem, layOutTable, type OutputOptions, print, terminalColumns } from "./output.ts";
import type { EvaluatedQuestion } from "./questions-file.ts";

type EvaluateOptions = OutputOptions & {
  questions?: string;
  save?: boolean;
  last?: boolean;
  failOnWorse?: boolean;
};

const pollMilliseconds = 500;
const waitSeconds = 300;

export function defineEvaluate(command: Command, environment: Environment): void {
  addJsonOption(command)
    .argument("<project>", "Project ID or subdomain; with --questions, a folder with docs.json")
    .option("--last", "Show the last evaluation instead of starting one")
    .option("--questions <file>", "Ask the questions in this file about a folder, without a server")
    .option("--save", "Write the results to the questions file, for the next comparison")
    .option("--fail-on-worse", "Exit code 1 if an answer is worse than before, or lost what was judged right")
    .action((project: string, options: EvaluateOptions) => evaluate(environment, project, options));
}

async function evaluate(environment: Environment, project: string, options: EvaluateOptions): Promise<void> {
  if (options.questions !== undefined) {
    const { evaluateFolder } = await import("./evaluate-folder.ts");
    report(options, await evaluateFolder(project, options.questions, options));
    return;
  }
  if (options.save) throw new CommandProblem("Use --save together with --questions.", 2);
  await withApi(environment, async ({ client, projectId: idOf }) => {
    const projectId = await idOf(project);
    const evaluation = options.last ? await getLast(client, projectId) : await run(client, projectId);
    report(options, evaluation);
  });
}

async function getLast(client: Client, projectId: string) {
  const { evaluations } = await client.listEvaluations({ projectId });
  const last = evaluations.find(({ status }) => status === "completed");
  if (last === undefined) throw new CommandProblem("This project has no evaluations yet.");
  return client.getEvaluation({ projectId, id: last.id });
}

async function run(client: Client, projectId: string) {
  const { id } = await client.runEvaluation({ projectId });
  for (let waited = 0; waited < waitSeconds * 1_000; waited += pollMilliseconds) {
    const evaluation = await client.getEvaluation({ projectId, id });
    if (evaluation.status === "completed") return evaluation;
    if (evaluation.status === "failed") throw new CommandProblem("The evaluation failed; see the server's log.");
    await setTimeout(pollMilliseconds);
  }
  throw new CommandProblem("The evaluation hasn't started; is a worker running?");
}

/** Prints the answers that aren't right, and the counts. */
function report(options: EvaluateOptions, evaluation: { results: readonly EvaluatedQuestion[] }): void {
  const { results } = evaluation;
  const changed = (change: "worse" | "unclear") =>
    results.filter(({ before, result }) => compareResults(before, result) === change).length;
  const [worse, unclear] = [changed("worse"), changed("unclear")];
  const number = (wanted: Result) => results.filter(({ result }) => result === wanted).length;
  const counts = {
    right: number("right"),
    partly: number("partly"),
    wrong: number("wrong"),
    unknown: number("unknown"),
  };
  const rows = results
    .filter(({ before, result }) => result !== "right" || (before !== null && before !== "right"))
    .map(({ question, pages, result, before, outcome, cited }) => ({
      result: before === null || before === result ? result : `${before} → ${result}`,
      expected: pages.join(" ") || "–",
      got: outcome === "answered" || outcome === "suggested" ? (cited[0] ?? "–") : outcome,
      question: question.replaceAll(/\s+/g, " "),
    }));
  const table = layOutTable(rows, "", terminalColumns());
  const text = describeCounts({ ...counts, worse });
  print(options, evaluation, table === "" ? text : `${table}\n\n${text}`);
  if (!options.failOnWorse || worse + unclear === 0) return;
  const again = unclear === 0 ? "" : ` ${count(unclear, "answer")} no longer shows what was judged right; judge again.`;
  throw new CommandProblem(`${count(worse, "answer")} got worse.${again}`);
}
