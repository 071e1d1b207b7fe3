import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { commands } from "./commands.ts";
import { allowReaderToLeave } from "./output.ts";
import { reportError } from "./report-error.ts";

/** Runs one command line and gives its exit code. */
export async function runProgram(argv: readonly string[], environment: Environment): Promise<number> {
  allowReaderToLeave();
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
    .description("A documentation platform that a team runs itself.")
    .version(readVersion(), "-v, --version", "print the version")
    .helpOption("-h, --help", "show how it is used")
    .helpCommand(false)
    .exitOverride()
    // Errors are written in one place, as one sentence.
    .configureOutput({ outputError: () => {} });
  for (const [name, { about }] of Object.entries(commands)) {
    program.command(name).description(about);
  }
  // Only the command that was asked for is loaded, just before its own options are read.
  program.hook("preSubcommand", async (_program, command) => {
    const define = await commands[command.name()]?.load();
    define?.(command, environment);
  });
  return program;
}

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return String((JSON.parse(text) as { version?: unknown }).version);
}
