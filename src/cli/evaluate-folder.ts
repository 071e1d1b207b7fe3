import { readFile, writeFile } from "node:fs/promises";
import { retrieve } from "../assistant/retrieve.ts";
import { askAgain, askBuiltIn } from "../evaluate/ask-again.ts";
import { type Reply, scoreReply } from "../evaluate/score-reply.ts";
import { createLog } from "../platform/log.ts";
import { openBuiltIndex } from "../search/indexing.ts";
import { indexSite } from "../site/building.ts";
import { withFolderBuild } from "./folder-build.ts";
import { CommandProblem, type OutputOptions } from "./output.ts";
import { type EvaluatedQuestion, readQuestionsFile, type WrittenQuestion } from "./questions-file.ts";

const siteUrl = "http://localhost";
const secondsMax = 600;

/** Builds a folder and asks the questions in a file about it. `--save` writes the results to the file. */
export async function evaluateFolder(
  folder: string,
  file: string,
  options: OutputOptions & { save?: boolean },
): Promise<{ results: EvaluatedQuestion[] }> {
  const questions = readQuestionsFile(await readFile(file, "utf8").catch(() => fileNotFound(file)), file);
  const replies = await askFolder(folder, questions, options);
  const results = questions.flatMap((question, index) => {
    const reply = replies[index];
    return reply === undefined ? [] : [toResult(question, reply)];
  });
  if (results.length < questions.length) {
    throw new CommandProblem(
      `Only ${results.length} of ${questions.length} questions could be asked in ${secondsMax} seconds.`,
    );
  }
  if (options.save) {
    const lines = questions.map(({ line }, index) => JSON.stringify({ ...line, result: results[index]?.result }));
    await writeFile(file, `${lines.join("\n")}\n`);
  }
  return { results };
}

function askFolder(
  folder: string,
  questions: readonly WrittenQuestion[],
  options: OutputOptions,
): Promise<(Reply | undefined)[]> {
  return withFolderBuild(folder, { ...options, findGoodPages: async () => new Map() }, async (site, signal) => {
    const index = openBuiltIndex(await indexSite(site, signal));
    const asked = {
      name: site.name,
      url: siteUrl,
      index,
      retrieve: async (query: string, request: Parameters<typeof retrieve>[3]) =>
        retrieve(index, siteUrl, query, request),
    };
    const ask = askBuiltIn(asked, createLog("silent", "cli"));
    return askAgain({ ask, signal, secondsMax }, questions);
  });
}

function toResult({ question, pages, notInDocs, facts, before }: WrittenQuestion, reply: Reply): EvaluatedQuestion {
  const result = scoreReply({ pages, notInDocs, facts }, reply);
  return { question, pages, result, before, outcome: reply.outcome, cited: reply.cited };
}

function fileNotFound(file: string): never {
  throw new CommandProblem(`File not found: ${file}.`);
}
