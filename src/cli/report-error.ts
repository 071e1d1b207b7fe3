import { inspect } from "node:util";
import { CommanderError } from "commander";
import type { Environment } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import { CommandProblem } from "./command-problem.ts";
import { printProblem } from "./output.ts";

const usageExitCode = 2;

/** Says on stderr what went wrong, and gives the exit code. */
export function reportError(error: unknown, environment: Environment): number {
  if (error instanceof CommanderError) {
    return reportUsage(error);
  }
  const isWanted = /^(debug|trace)$/.test(environment.LECTERN_LOG_LEVEL ?? "");
  printProblem(isWanted ? inspect(error) : sentenceOf(error));
  if (error instanceof CommandProblem) {
    return error.exitCode;
  }
  return error instanceof AppError && error.code === "bad_request" ? usageExitCode : 1;
}

// Commander has shown help and version by now; what remains is an option, an argument or a value that is wrong.
function reportUsage({ code, exitCode, message }: CommanderError): number {
  if (exitCode === 0) {
    return 0;
  }
  if (code !== "commander.help") {
    const sentence = message
      .replace(/^error: /, "")
      .replaceAll("\n", " ")
      .replace(/\.$/, "");
    printProblem(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}; add --help to see how it is used.`);
  }
  return usageExitCode;
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommandProblem || error instanceof AppError) {
    return error.message;
  }
  const message = error instanceof Error ? error.message : String(error);
  return `Lectern failed in a way it did not expect: ${message}; LECTERN_LOG_LEVEL=debug shows where.`;
}
