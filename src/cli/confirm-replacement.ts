import { createInterface } from "node:readline/promises";
import { CommandProblem } from "./command-problem.ts";
import type { OutputOptions } from "./output.ts";

export type RestoreOptions = OutputOptions & { yes?: boolean };

/** `what` continues "This replaces". */
export async function confirmReplacement(what: string, { yes }: RestoreOptions): Promise<void> {
  if (yes) {
    return;
  }
  if (!process.stdin.isTTY) {
    throw new CommandProblem(`This replaces ${what}; add --yes to confirm.`, 2);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`This replaces ${what}. Continue? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) {
    throw new CommandProblem("Nothing was changed.");
  }
}
