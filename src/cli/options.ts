import { type Command, InvalidArgumentError } from "commander";

const pageLimitMax = 100;

export function addJsonOption(command: Command): Command {
  return command.option("--json", "print one JSON document instead of text");
}

/** For an option that may be given more than once. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

export interface PageOptions {
  limit?: number;
  cursor?: string;
}

export function addPageOptions(command: Command): Command {
  return command
    .option("--limit <number>", "how many at most (default: 20)", wholeNumber(1, pageLimitMax))
    .option("--cursor <cursor>", "go on where the page before ended");
}

export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}`);
    }
    return Number(value);
  };
}
