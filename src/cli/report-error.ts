import { inspect } from "node:util";
import { CommanderError } from "commander";
import type { Environment } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import { CommandProblem } from "./command-problem.ts";
import { printProblem } from "./output.ts";

const usageExitCode = 2;

/** Prints the error to stderr and returns the exit code. */
export function reportError(error: unknown, environment: Environment): number {
  if (error instanceof CommanderError) {
    return reportUsage(error);
  }
  const isVerbose = /^(debug|trace)$/.test(environment.LECTERN_LOG_LEVEL ?? "");
  printProblem(isVerbose ? inspect(error) : messageOf(error));
  if (error instanceof CommandProblem) {
    return error.exitCode;
  }
  return error instanceof AppError && error.code === "bad_request" ? usageExitCode : 1;
}

// Commander has already printed help and version. The remaining errors are wrong options, arguments and values.
function reportUsage({ code, exitCode, message }: CommanderError): number {
  if (exitCode === 0) {
    return 0;
  }
  if (code !== "commander.help") {
    const sentence = message
      .replace(/^error: /, "")
      .replaceAll("\n", " ")
      .replace(/\.$/, "");
    printProblem(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}; add --help for usage.`);
  }
  return usageExitCode;
}

function messageOf(error: unknown): string {
  if (error instanceof CommandProblem || error instanceof AppError) {
    return error.message;
  }
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected error: ${message}; set LECTERN_LOG_LEVEL=debug for details.`;
}
