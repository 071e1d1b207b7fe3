import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { Command, CommanderError } from "commander";
import type { Environment } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import { commands } from "./commands.ts";
import { CommandProblem, exitOnClosedPipe, printProblem } from "./output.ts";

/** Runs a command line and returns its exit code. */
export async function runProgram(argv: readonly string[], environment: Environment): Promise<number> {
  exitOnClosedPipe();
  const [first, ...rest] = argv;
  try {
    await createProgram(environment).parseAsync(first === "help" ? [...rest, "--help"] : [...argv], { from: "user" });
    return 0;
  } catch (error) {
    return reportError(error, environment);
  }
}

function createProgram(environment: Environment): Command {
  const program = new Command("lectern")
    .description("A self-hosted documentation platform.")
    .version(readVersion(), "-v, --version", "Show the version")
    .helpOption("-h, --help", "Show help")
    .helpCommand(false)
    .exitOverride()
    // Commander must not print errors, because `reportError` does.
    .configureOutput({ outputError: () => {} });
  for (const [name, [about]] of Object.entries(commands)) {
    program.command(name).description(about);
  }
  // Load only the requested command, just before its options are parsed.
  program.hook("preSubcommand", async (_program, command) => {
    const [, load] = commands[command.name()] ?? [];
    const define = await load?.();
    define?.(command, environment);
  });
  return program;
}

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return String((JSON.parse(text) as { version?: unknown }).version);
}

const usageExitCode = 2;

/** Prints the error to stderr and returns the exit code. */
function reportError(error: unknown, environment: Environment): number {
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
