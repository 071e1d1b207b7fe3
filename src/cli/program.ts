import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { commands } from "./commands.ts";
import { exitOnClosedPipe } from "./output.ts";
import { reportError } from "./report-error.ts";

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
